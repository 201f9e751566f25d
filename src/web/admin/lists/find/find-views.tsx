import BookmarkAddIcon from '@mui/icons-material/BookmarkAddOutlined'
import SettingsIcon from '@mui/icons-material/Tune'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type ListView, listApi, type ViewedList } from '#contract/lists.ts'
import { useApiMutation } from '../../../api/queries.ts'
import { fadesRight } from '../fades-right.ts'
import { ViewDialog } from './view-dialog.tsx'

interface FindViewsProps {
  list: ViewedList
  given: { name: string; query: string }[]
  views: ListView[]
  /** The current query, to be saved as a view. */
  query: string
  columns: string[] | null
  onShow: (query: string, columns?: string[] | null) => void
}

/** Whether these columns are those of the view; one without its own leaves the columns as they are. */
const hasColumns = (view: ListView, columns: string[] | null) =>
  view.columns === null || view.columns.join() === columns?.join()

/** The views of a list in one row that scrolls sideways; the one that is shown is pressed. */
export function FindViews({ list, given, views, query, columns, onShow }: FindViewsProps) {
  const [dialog, setDialog] = useState<{ view: ListView | undefined }>()
  const options = { toast: 'none' as const }
  const create = useApiMutation(listApi.createView, options)
  const update = useApiMutation(listApi.updateView, options)
  const remove = useApiMutation(listApi.removeView, options)
  const current = views.find((view) => view.query === query && hasColumns(view, columns))
  const isGiven = !current && given.some((view) => view.query === query)
  const isOwn = columns !== null || (query !== '' && !isGiven)
  const failure = create.error ?? update.error ?? remove.error

  function open(view: ListView | undefined) {
    create.reset()
    update.reset()
    remove.reset()
    setDialog({ view })
  }
  const onSuccess = () => setDialog(undefined)
  function save(change: { name: string; is_shared: boolean }) {
    const id = dialog?.view?.id
    if (id) update.mutate({ params: { id }, data: change }, { onSuccess })
    else create.mutate({ data: { ...change, list, query, columns } }, { onSuccess })
  }
  return (
    <Box component="nav" aria-label="檢視" sx={row}>
      {given.map((view) => (
        <ViewButton
          key={view.name}
          name={view.name}
          isShown={isGiven && view.query === query}
          onPress={() => onShow(view.query)}
        />
      ))}
      {views.map((view) => (
        <ViewButton
          key={view.id}
          name={view.name}
          isShown={view === current}
          onPress={() => onShow(view.query, view.columns)}
        />
      ))}
      {current?.is_mine && (
        <Button
          color="inherit"
          startIcon={<SettingsIcon />}
          onClick={() => open(current)}
          sx={button}
        >
          檢視設定
        </Button>
      )}
      {!current && isOwn && (
        <Button
          color="inherit"
          startIcon={<BookmarkAddIcon />}
          onClick={() => open(undefined)}
          sx={button}
        >
          儲存檢視
        </Button>
      )}
      {dialog && (
        <ViewDialog
          view={dialog.view}
          error={failure?.message}
          isPending={create.isPending || update.isPending || remove.isPending}
          onClose={() => setDialog(undefined)}
          onSave={save}
          onRemove={() =>
            dialog.view && remove.mutate({ params: { id: dialog.view.id } }, { onSuccess })
          }
        />
      )}
    </Box>
  )
}

function ViewButton(props: { name: string; isShown: boolean; onPress: () => void }) {
  return (
    <Button
      color="inherit"
      variant={props.isShown ? 'outlined' : 'text'}
      aria-pressed={props.isShown}
      onClick={props.onPress}
      sx={[button, props.isShown && shown]}
    >
      {props.name}
    </Button>
  )
}

const button = { minHeight: 44, px: 1.5, whiteSpace: 'nowrap', flexShrink: 0 } as const
const shown = { borderColor: 'primary.main', bgcolor: 'action.selected', fontWeight: 600 } as const
const row = {
  display: 'flex',
  gap: 0.5,
  overflowX: 'auto',
  maxWidth: '100%',
  '@media (max-width: 767px)': { pr: 4, ...fadesRight },
} as const
