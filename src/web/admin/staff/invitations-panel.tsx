import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { roleLabels } from '#contract/permissions.ts'
import { type Invitation, staffApi } from '#contract/staff.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { useAdmin } from '../admin-context.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { showInvitationLink } from './invitation-link.tsx'

/** Invitations that nobody has accepted yet. */
export function InvitationsPanel() {
  const { data } = useQuery(apiQuery(staffApi.list, { query: {} }))
  if (!data || data.invitations.length === 0) return null
  return (
    <Panel title="等待接受的邀請">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Box>
    </Panel>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role } = invitation
  const { uid } = useAdmin()
  const again = useApiMutation(staffApi.inviteAgain, {
    onSuccess: ({ link }) => {
      if (link !== undefined) showInvitationLink({ email, link, by: uid })
    },
  })
  const withdraw = useApiMutation(staffApi.withdraw, { isPendingUntilShown: true })
  return (
    <Box component="li" sx={row}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {email}（{roleLabels[role]}）
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatDateTime(invitation.expires_at)} 失效
        </Typography>
      </Box>
      <ActionButton
        about={email}
        color="inherit"
        isLoading={again.isPending}
        onClick={() => again.mutate({ params: { id } })}
        sx={{ minHeight: 44 }}
      >
        重新寄送
      </ActionButton>
      <ActionButton
        about={email}
        color="error"
        isLoading={withdraw.isPending}
        onClick={() => withdraw.mutate({ params: { id } })}
        sx={{ minHeight: 44 }}
      >
        撤回邀請
      </ActionButton>
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  columnGap: 1,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
