import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import type { EndpointSchema } from '#contract/endpoint.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { useMay } from '../admin-context.ts'
import { ExportButton } from '../files/export-button.tsx'
import { ImportLink } from '../files/import-link.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { useOpenDialog } from '../ui/use-open-dialog.ts'
import { LeavingContext } from '../ui/use-unsaved-guard.ts'
import { DialogRoutes } from './dialog-routes.tsx'
import { DayFilter } from './find/day-filter.tsx'
import { FindBar } from './find/find-bar.tsx'
import { FindColumns } from './find/find-columns.tsx'
import { FindViews } from './find/find-views.tsx'
import { chosenColumns, viewQuery } from './find/list-find.ts'
import { MenuFilter } from './find/menu-filter.tsx'
import { OptionFilter } from './find/option-filter.tsx'
import { SearchFilter } from './find/search-filter.tsx'
import { useFind } from './find/use-find.ts'
import { ListCards } from './list-cards.tsx'
import type { BulkDialogProps, ListDefinition } from './list-definition.ts'
import { ListNotice } from './list-notice.tsx'
import { ListPagination } from './list-pagination.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './list-table-head.tsx'
import { SelectionActions } from './selection-actions.tsx'
import { useDialogRoutes } from './use-dialog-routes.ts'
import { useListPage } from './use-list-page.ts'

/** A list of the back office as its definition says: a table, or cards where the menu slides out. */
export function ListPage<
  S extends EndpointSchema,
  Row extends { id: string },
  Column extends string,
>(props: { list: ListDefinition<S, Row, Column> }) {
  const may = useMay()
  const isPermitted = ({ permission }: ListColumn<Row, Column>) => may(permission)
  const definition = { ...props.list, columns: props.list.columns.filter(isPermitted) }
  const hasCards = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  const page = useListPage(definition)
  const { address, selection } = page
  const list = { ...definition, ...(address.filters.archived && definition.archived) }
  usePageTitle(list.title)
  const routes = useDialogRoutes(list.path)
  const bulk = useOpenDialog<{ Content: ComponentType<BulkDialogProps<Row>>; entries: Row[] }>()
  const { find } = list
  const kept = useFind(find?.list)
  const columns = chosenColumns(list.columns, find, kept.columns)
  const isFound =
    find !== undefined &&
    ['q', ...find.fields.map(({ name }) => name)].some((name) => address.filters[name])
  const noFilters = Object.fromEntries(page.filterNames.map((name) => [name, '']))
  // The last reply keeps the filter options while rows load.
  const [known, setKnown] = useState(page.reply)
  if (page.reply && page.reply !== known) setKnown(page.reply)
  const rows = page.rows ?? []
  const checked = rows.filter(({ id }) => selection.checked.includes(id))

  const lastPage = page.lastPage ?? 1
  if (page.rows?.length === 0 && address.page > lastPage) {
    return <Redirect to={address.pageSearch(lastPage) || '?'} />
  }

  const controls = {
    onClose: routes.close,
    onReload: page.reload,
    onReplace: routes.replace,
    onSaved: () => {
      routes.closeSaved()
      selection.reset()
    },
    onDeleted: () => {
      routes.focusHeadingOnceClosed()
      routes.closeSaved()
      selection.reset()
    },
  }
  const Rows = hasCards ? ListCards : ListTable
  const hasSelection = Boolean(list.bulkActions ?? list.selectedRowActions ?? list.runs)
  const hasOwnActions = Boolean(
    list.importKind ?? list.exportKind ?? list.create ?? list.createLink,
  )
  const notice =
    rows.length > 0 ? undefined : (
      <ListNotice
        isLoaded={page.rows !== undefined}
        error={page.error}
        onRetry={page.reload}
        emptyText={
          isFound ? '查無符合條件的資料' : (list.emptyText?.(address.filters) ?? '目前無資料')
        }
        onClear={isFound ? () => address.setFilters(noFilters) : undefined}
      />
    )

  return (
    <LeavingContext value={routes.leaving}>
      <Box
        component="section"
        sx={[section, hasCards && wholeHeight, hasCards && checked.length > 0 && aboveBottomBar]}
      >
        <Typography variant="h1" ref={routes.heading} tabIndex={-1} sx={{ outline: 'none' }}>
          {list.title}
        </Typography>
        {list.summary?.(page.reply)}
        {find && (
          <FindViews
            list={find.list}
            given={find.views.map(({ name, query }) => ({
              name,
              query: viewQuery(new URLSearchParams(query()), page.filterNames),
            }))}
            views={kept.views}
            query={address.view}
            columns={kept.columns}
            onShow={(query, columns) => {
              address.showView(query)
              if (columns) kept.choose(columns)
            }}
          />
        )}
        <Box sx={controlRow}>
          {list.filters?.map(({ name, label, options, isDay }) => {
            const filter = {
              label,
              value: address.filters[name] ?? '',
              onSearch: (text: string) => address.setFilter(name, text),
            }
            if (isDay) return <DayFilter key={name} {...filter} />
            if (!options) return <SearchFilter key={name} {...filter} />
            const values = typeof options === 'function' ? options(known) : options
            const isMenu = typeof options === 'function' || values.length > 8
            const Options = isMenu ? MenuFilter : OptionFilter
            return <Options key={name} {...filter} options={values} />
          })}
          {find && (
            <FindBar fields={find.fields} values={address.filters} onChange={address.setFilters} />
          )}
          {find && !hasCards && (
            <FindColumns
              all={[...list.columns, ...find.columns].map(({ label }) => label)}
              shown={columns.map(({ label }) => label)}
              own={list.columns.map(({ label }) => label)}
              onChoose={kept.choose}
            />
          )}
          {(hasSelection || hasOwnActions) && (
            <SelectionActions
              list={list}
              checked={checked}
              isAllChecked={selection.isAllChecked}
              hasMore={lastPage > 1}
              listKey={address.key}
              filter={filterOf(address.filters, list.fixedQuery)}
              onStarted={selection.reset}
              isAtBottom={hasCards}
              onOpen={routes.open}
              onBulk={(Content) => bulk.open({ Content, entries: checked })}
            >
              {list.importKind && <ImportLink kind={list.importKind} />}
              {list.exportKind && (
                <ExportButton
                  kind={list.exportKind}
                  filter={{ ...address.filters, ...list.fixedQuery }}
                />
              )}
              {list.create && (
                <ActionButton
                  permission={list.create.permission}
                  variant="contained"
                  startIcon={<AddIcon />}
                  onClick={() => routes.open('new')}
                >
                  {list.create.label}
                </ActionButton>
              )}
              {list.createLink && may(list.createLink.permission) && (
                <Button
                  component={Link}
                  to={list.createLink.to}
                  variant="contained"
                  startIcon={<AddIcon />}
                  sx={{ minHeight: 44 }}
                >
                  {list.createLink.label}
                </Button>
              )}
            </SelectionActions>
          )}
        </Box>
        <Paper
          variant={hasCards ? 'elevation' : 'outlined'}
          elevation={0}
          sx={frame({ hasCards, rows: rows.length })}
        >
          <Rows
            list={{ ...list, columns }}
            rows={rows}
            sort={address.sort}
            onSort={address.sortBy}
            onSetSort={address.setSort}
            selection={selection}
            hasSelection={hasSelection}
            onAction={(row, dialog) => routes.open(`${row.id}/${dialog}`)}
            isLoading={page.rows === undefined && page.error === null}
            notice={notice}
          />
        </Paper>
        {page.isCapped && (
          <Typography role="status" sx={{ textAlign: 'center', color: 'text.secondary' }}>
            超過 1,000 筆，請縮小條件
          </Typography>
        )}
        <ListPagination
          key={list.title}
          title={list.title}
          page={address.page}
          pages={page.lastPage}
          search={address.pageSearch}
          pageSize={address.pageSize}
          onPageSize={address.setPageSize}
        />
      </Box>
      <DialogRoutes
        create={list.create}
        dialogs={list.dialogs ?? {}}
        rows={page.rows}
        controls={controls}
      />
      {bulk.opened && (
        <bulk.opened.Content
          entries={bulk.opened.entries}
          onClose={bulk.close}
          onReload={page.reload}
          onSaved={() => {
            bulk.close()
            selection.reset()
          }}
          onDeleted={() => {
            const isClosed = bulk.close()
            selection.reset()
            if (isClosed) routes.focusHeading()
          }}
        />
      )}
    </LeavingContext>
  )
}

/** The filters in effect, fixed ones included. */
function filterOf(
  filters: Record<string, string>,
  fixedQuery: Record<string, string> = {},
): Record<string, string> {
  const given = Object.entries({ ...filters, ...fixedQuery }).filter(([, value]) => value !== '')
  return Object.fromEntries(given)
}

/** With a table no higher than the window, as far as its parts allow. */
const section = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  gap: 1.5,
  // The table alone gives way.
  '& > :not(.MuiPaper-root)': { flexShrink: 0 },
} as const
const wholeHeight = { minHeight: 'auto' } as const
const controlRow = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  alignItems: 'center',
  '&:empty': { display: 'none' },
} as const
const aboveBottomBar = { pb: 8 } as const

/** As high as its rows, and no higher than the window: many rows scroll below their head. */
function frame({ hasCards, rows }: { hasCards: boolean; rows: number }) {
  const isShort = hasCards || rows < 6
  return {
    flex: isShort ? '0 0 auto' : '0 1 auto',
    minHeight: isShort ? 0 : 320,
    display: 'flex',
    flexDirection: 'column',
    overflow: hasCards ? 'visible' : 'hidden',
    bgcolor: hasCards ? 'transparent' : 'background.paper',
  } as const
}
