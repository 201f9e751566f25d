import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSyncExternalStore } from 'react'
import { adminToken } from '../../api/admin-session.ts'
import { copyText } from '../../ui/copy-text.ts'
import { useMay } from '../admin-context.ts'

interface ShownLink {
  email: string
  link: string
}

let shown: (ShownLink & { token: string | undefined }) | null = null
const listeners = new Set<() => void>()

/** Held by the page alone, for the session of now: the server shows a link once. */
export function showInvitationLink(next: ShownLink | null): void {
  shown = next && { ...next, token: adminToken() }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The link of the last invitation, until it is closed or its session has ended. */
export function InvitationLink() {
  const link = useSyncExternalStore(subscribe, () => shown)
  const may = useMay()
  // The link may grant any role, so the next account in this tab must not see it.
  if (!link || link.token !== adminToken() || !may('staff.manage')) return null
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
