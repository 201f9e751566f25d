import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { type AuditRow, actionLabel, actorOf, subjectLabel } from '#contract/audit-words.ts'
import { deviceName } from '#contract/device-name.ts'
import { formatDateTime } from '../../ui/dates.ts'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'

/** One entry with what changed, as it was and as it is. */
export function AuditEntryDialog({ entry, onClose }: EntryDialogProps<AuditRow>) {
  const { subject, before, after } = entry
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <DialogFrame title={actionLabel(entry.action)} maxWidth="sm" fillsSmallScreen onClose={onClose}>
      <DialogContent dividers>
        <Box component="dl" sx={facts}>
          <Fact name="時間">{formatDateTime(entry.at)}</Fact>
          <Fact name="成員">{actorOf(entry)}</Fact>
          <Fact name="對象">
            {subjectLabel(subject.kind)}「{subject.title}」
          </Fact>
          {entry.network && (
            <Fact name="來源">
              {entry.network}
              {entry.device && `．${deviceName(entry.device)}`}
            </Fact>
          )}
          {entry.request_id && <Fact name="請求編號">{entry.request_id}</Fact>}
        </Box>
        {names.map((name) => (
          <Box key={name} sx={{ mt: 2 }}>
            <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Box component="dl" sx={facts}>
              <Fact name="變更前">{shown(before[name])}</Fact>
              <Fact name="變更後">{shown(after[name])}</Fact>
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button type="submit" variant="contained">
          關閉
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  )
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const facts = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: '5em minmax(0, 1fr)',
  gap: 0.5,
} as const
