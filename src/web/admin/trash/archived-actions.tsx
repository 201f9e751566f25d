import RestoreIcon from '@mui/icons-material/RestoreFromTrash'
import { type TrashKind, trashKinds } from '#contract/trash.ts'
import type { ArchivedActions } from '../lists/list-definition.ts'
import { RestoreCheckedDialog, RestoreDialog } from './restore-dialogs.tsx'

/** 「還原」 in place of the actions of a list, whose calls know no archived rows. */
export function archivedActions<Row extends { id: string }>(
  kind: TrashKind,
  titleOf: (row: Row) => string,
): ArchivedActions<Row> {
  const toEntry = (row: Row) => ({ kind, id: row.id, title: titleOf(row) })
  const permission = trashKinds[kind].write
  return {
    dialogs: {
      restore: ({ entry, ...controls }) => <RestoreDialog entry={toEntry(entry)} {...controls} />,
    },
    rowActions: [{ label: '還原', dialog: 'restore', permission }],
    bulkActions: [
      {
        label: () => '還原',
        icon: <RestoreIcon />,
        dialog: ({ entries, ...controls }) => (
          <RestoreCheckedDialog entries={entries.map(toEntry)} {...controls} />
        ),
        color: 'primary',
        permission,
      },
    ],
  }
}
