import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { roleLabels } from '#contract/permissions.ts'
import type { StaffMember } from '#contract/staff.ts'
import { formatDateTime } from '../../ui/dates.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'

export type StaffRow = StaffMember & { id: string }

export const staffName = ({ name, username }: StaffMember) => name || username

const lastUsed = ({ last_used: at }: StaffMember) => (at ? formatDateTime(at) : '—')

export const staffColumns: ListColumn<StaffRow, never>[] = [
  { label: '姓名', width: 150, render: (person) => person.name || '—' },
  { label: '帳號', width: 220, grows: true, render: (person) => person.username },
  { label: '角色', width: 100, render: ({ role }) => roleLabels[role] },
  { label: '狀態', width: 150, render: (person) => <StaffState person={person} /> },
  { label: '最後使用', width: 150, render: lastUsed },
]

function StaffState({ person }: { person: StaffMember }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {person.is_disabled && <Chip size="small" color="error" label="已停用" />}
      {person.has_totp && <Chip size="small" color="secondary" label="兩步驟驗證" />}
      {!person.is_disabled && !person.has_totp && <Chip size="small" label="僅密碼" />}
    </Box>
  )
}

export function StaffCard({ person }: { person: StaffMember }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>
        {staffName(person)}（{roleLabels[person.role]}）
      </Box>
      {person.name && <Box sx={{ color: 'text.secondary' }}>{person.username}</Box>}
      <StaffState person={person} />
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>最後使用 {lastUsed(person)}</Box>
    </Box>
  )
}
