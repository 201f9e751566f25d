import type { ComponentType, ReactNode } from 'react'
import type { Endpoint, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import type { ExportKind, ImportKind } from '#contract/file-kinds.ts'
import type { Permission } from '#contract/permissions.ts'
import type { ListRuns } from '../runs/list-runs.ts'
import type { FilterOption, ListFind } from './find/list-find.ts'
import type { ListColumn } from './list-table-head.tsx'
import type { Sort } from './sort.ts'

/** Callbacks of a dialog to the list below it. */
export interface DialogProps {
  onClose: () => void
  /** Closes the dialog, resets the selection and loads the list again. */
  onSaved: () => void
  /** As `onSaved`, with the focus on the heading, since the row that had it is gone. */
  onDeleted: () => void
  /** Loads the list again and leaves the dialog open. */
  onReload: () => void
}

export interface EntryDialogProps<Row> extends DialogProps {
  entry: Row
  /** Opens another dialog of the same entry in place of this one. */
  onOpen: (dialog: string) => void
}

export interface BulkDialogProps<Row> extends DialogProps {
  entries: Row[]
}

export interface RowAction<Row> {
  label: string
  /** Whether a row has the button; every row by default. */
  isFor?: (row: Row) => boolean
  /** Why the button of a row cannot be pressed. */
  refusal?: (row: Row) => string | undefined
  /** The dialog that it opens, by its name in `dialogs`. */
  dialog: string
  color?: 'inherit' | 'error'
  /** Without it the button is disabled and says so. */
  permission?: Permission | readonly Permission[]
}

interface BulkAction<Row> {
  label: (isAllChecked: boolean) => string
  icon?: ReactNode
  dialog: ComponentType<BulkDialogProps<Row>>
  color?: 'primary' | 'error'
  permission?: Permission | readonly Permission[]
}

/** A filter by name: it stands in the list's address and goes with the call under this name. */
interface ListFilter<Reply> {
  name: string
  label: string
  /** The values to choose from, in place of a text; the empty one filters nothing. */
  options?: FilterOption[] | ((reply: Reply | undefined) => FilterOption[])
  /** The value is a day. */
  isDay?: boolean
}

/** Dialogs and actions in place of the list's own. */
export interface ArchivedActions<Row> {
  dialogs?: Record<string, ComponentType<EntryDialogProps<Row>>>
  rowActions?: RowAction<Row>[]
  bulkActions?: BulkAction<Row>[]
  runs?: ListRuns
}

type ListSchema = EndpointSchema & { query: NonNullable<EndpointSchema['query']> }

/** A list of the back office. Only what has no question mark must be given. */
export interface ListDefinition<
  S extends EndpointSchema,
  Row extends { id: string },
  Column extends string,
> {
  title: string
  /** The address of the list; those of its dialogs lie below it. */
  path: string
  endpoint: Endpoint<S>
  rowsOf: (reply: EndpointReply<S>, filters: Record<string, string>) => Row[]
  columns: ListColumn<Row, Column>[]
  /** The name of a row; its id by default. */
  labelOf?: (row: Row) => string
  /** The content of the card of a row on a narrow screen; all columns by default. */
  card?: (row: Row) => ReactNode
  defaultSort?: Sort<Column>
  /** Stores the last chosen order in this browser. */
  remembersSort?: boolean
  /** Its pages may have more rows, as was chosen last in this browser. */
  hasPageSizes?: boolean
  filters?: ListFilter<EndpointReply<S>>[]
  /** 「關鍵字」, 「篩選」, views, and columns to choose. */
  find?: ListFind<Row, Column>
  /** Stands below the heading; the reply is missing until it has loaded. */
  summary?: (reply: EndpointReply<S> | undefined) => ReactNode
  /** Goes with each call, whatever the address says. */
  fixedQuery?: Record<string, string>
  emptyText?: (filters: Record<string, string>) => string
  /** Dialogs of one entry, by the last part of their address: `edit` is `{path}/:id/edit`. */
  dialogs?: Record<string, ComponentType<EntryDialogProps<Row>>>
  /** The buttons of a row. The first one is what a press on its card does. */
  rowActions?: RowAction<Row>[]
  /** Shown above the list while one row is checked. */
  selectedRowActions?: RowAction<Row>[]
  /** Shown above the list while more than one row is checked. */
  bulkActions?: BulkAction<Row>[]
  /** Bulk actions that run as jobs. */
  runs?: ListRuns
  /** While its filter `archived` is set. */
  archived?: ArchivedActions<Row>
  /** Its dialog has the address `{path}/new`. */
  create?: {
    label: string
    dialog: ComponentType<DialogProps>
    permission?: Permission | readonly Permission[]
  }
  /** In place of `create`: the page where an entry is made. */
  createLink?: { label: string; to: string; permission: Permission }
  /** 「匯出」 writes what the list shows to a file of this kind. */
  exportKind?: ExportKind
  /** 「匯入」 leads to the page for files of this kind. */
  importKind?: ImportKind
}

/** Infers the types of a definition. */
export function defineList<
  S extends ListSchema,
  Row extends { id: string },
  Column extends string = never,
>(definition: ListDefinition<S, Row, Column>): ListDefinition<S, Row, Column> {
  return definition
}

/** The buttons that a row has. */
export function actionsOf<Row>(actions: RowAction<Row>[] | undefined, row: Row): RowAction<Row>[] {
  return (actions ?? []).filter(({ isFor }) => isFor?.(row) ?? true)
}
