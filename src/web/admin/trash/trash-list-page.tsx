import RestoreIcon from '@mui/icons-material/RestoreFromTrash'
import { type TrashEntry, type TrashKind, trashApi, trashKinds } from '#contract/trash.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { RestoreCheckedDialog, RestoreDeletionDialog, RestoreDialog } from './restore-dialogs.tsx'

const kinds = Object.keys(trashKinds) as TrashKind[]

const trashColumns: ListColumn<TrashEntry, never>[] = [
  { label: '類型', width: 76, render: ({ kind }) => trashKinds[kind].label },
  { label: '名稱', width: 160, grows: true, render: ({ title }) => title },
  { label: '封存時間', width: 132, render: (entry) => formatTimestamp(entry.deleted_at) },
  { label: '成員', width: 200, render: ({ by }) => by || '—' },
]

const trashList = defineList({
  title: '垃圾桶',
  path: paths.adminTrash(),
  endpoint: trashApi.list,
  rowsOf: ({ entries }) => entries,
  columns: trashColumns,
  labelOf: ({ title }) => title,
  filters: [
    {
      name: 'kind',
      label: '類型',
      options: [
        { value: '', label: '全部' },
        ...kinds.map((kind) => ({ value: kind, label: trashKinds[kind].label })),
      ],
    },
  ],
  emptyText: () => '垃圾桶是空的',
  dialogs: { restore: RestoreDialog, all: RestoreDeletionDialog },
  rowActions: [
    ...actionsOfKinds('還原', 'restore', () => true),
    ...actionsOfKinds('全部還原', 'all', ({ has_others }) => has_others === true),
  ],
  bulkActions: [
    {
      label: () => '還原',
      icon: <RestoreIcon />,
      dialog: RestoreCheckedDialog,
      color: 'primary',
      permission: kinds.map((kind) => trashKinds[kind].write),
    },
  ],
})

/** The same button for each kind: who may press it differs. */
function actionsOfKinds(label: string, dialog: string, isFor: (entry: TrashEntry) => boolean) {
  return kinds.map((kind) => ({
    label,
    dialog,
    permission: trashKinds[kind].write,
    isFor: (entry: TrashEntry) => entry.kind === kind && isFor(entry),
  }))
}

export function AdminTrashListPage() {
  return <ListPage list={trashList} />
}
