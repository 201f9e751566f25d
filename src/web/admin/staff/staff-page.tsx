import Box from '@mui/material/Box'
import { staffApi } from '#contract/staff.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { StaffCard, staffColumns, staffName } from './staff-columns.tsx'
import { RemoveStaffDialog, ResetTotpDialog, SignOutStaffDialog } from './staff-dialogs.tsx'
import { StaffFormDialog } from './staff-form-dialog.tsx'

const staffList = defineList({
  title: '成員與權限',
  path: paths.adminStaff(),
  endpoint: staffApi.list,
  rowsOf: ({ staff }) => staff.map((person) => ({ ...person, id: person.uid })),
  columns: staffColumns,
  labelOf: staffName,
  card: (person) => <StaffCard person={person} />,
  create: { label: '邀請成員', dialog: InviteDialog },
  dialogs: {
    edit: StaffFormDialog,
    remove: RemoveStaffDialog,
    'sign-out': SignOutStaffDialog,
    'reset-totp': ResetTotpDialog,
  },
  rowActions: [
    { label: '編輯', dialog: 'edit' },
    { label: '移除成員', dialog: 'remove', color: 'error' },
  ],
})

export function AdminStaffPage() {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, gap: 2 }}>
      <InvitationLink />
      <ListPage list={staffList} />
      <InvitationsPanel />
    </Box>
  )
}
