import { useNavigate } from 'react-router'
import type { Campaign, Group, Participation } from '#contract/campaigns.ts'
import type { MemberUser } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useJoin, useOpenTeam } from './campaigns.queries.ts'
import { JoinForm } from './join-form.tsx'

interface FormDialogProps {
  isOpen: boolean
  onClose: () => void
  user: MemberUser
  campaign: Campaign
}

/** Joins a group; one that is authorised by card goes on to the payment. */
export function JoinGroupDialog(props: FormDialogProps & { group: Group }) {
  const { isOpen, onClose, user, campaign, group } = props
  const navigate = useNavigate()
  const join = useJoin({
    onJoined: (place) => {
      if (isToAuthorise(place)) void navigate(paths.pay(place.order_id), { replace: true })
      else onClose()
    },
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="我要跟團">
      <JoinForm
        user={user}
        campaign={campaign}
        placesLeft={group.places_left}
        hasLeader={campaign.kind === 'team' || group.leader !== undefined}
        error={join.error}
        isSending={join.isPending}
        onSubmit={(data) => join.mutate({ params: { code: group.code }, data })}
      />
    </Dialog>
  )
}

/** Opens a team and takes its first place. */
export function OpenTeamDialog({ isOpen, onClose, user, campaign }: FormDialogProps) {
  const navigate = useNavigate()
  const open = useOpenTeam({
    onOpened: (place) => {
      const next = isToAuthorise(place) ? paths.pay(place.order_id) : paths.group(place.code)
      void navigate(next, { replace: true })
    },
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="我要開團">
      <JoinForm
        user={user}
        campaign={campaign}
        isLeader
        error={open.error}
        isSending={open.isPending}
        onSubmit={(data) => open.mutate({ params: { id: campaign.id }, data })}
      />
    </Dialog>
  )
}

function isToAuthorise({ state, money }: Participation): boolean {
  return state === 'held' && money === 'authorise_capture'
}
