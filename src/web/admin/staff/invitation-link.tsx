import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSyncExternalStore } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { useAdmin, useMay } from '../admin-context.ts'

interface ShownLink {
  email: string
  link: string
  /** The account that has asked for it. */
  by: string
}

let shown: ShownLink | null = null
const listeners = new Set<() => void>()

/** Held by the page alone, for one account: the server shows a link once. */
export function showInvitationLink(next: ShownLink | null): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The link of the last invitation, until it is closed. */
export function InvitationLink() {
  const link = useSyncExternalStore(subscribe, () => shown)
  const { uid } = useAdmin()
  const may = useMay()
  // The link may grant any role, so the next account in this tab must not see it.
  if (!link || link.by !== uid || !may('staff.manage')) return null
  return (
    <Alert severity="info" onClose={() => showInvitationLink(null)} closeText="關閉">
      <Box sx={{ overflowWrap: 'anywhere' }}>
        沒有寄信服務，請把邀請連結交給 {link.email}。關閉後不會再顯示。
      </Box>
      <Box component="code" sx={{ display: 'block', my: 1, overflowWrap: 'anywhere' }}>
        {link.link}
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        onClick={() => copyText(link.link, '已複製邀請連結')}
        sx={{ minHeight: 44 }}
      >
        複製邀請連結
      </Button>
    </Alert>
  )
}
