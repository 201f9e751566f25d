import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { isOpenGroup } from '#contract/campaign-states.ts'
import type { Campaign, Group, Participation } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import type { MemberUser } from '../../api/member-session.ts'
import { ProveMailbox } from '../../members/prove-mailbox.tsx'
import { paths } from '../../paths.ts'
import { clearDraftContact } from '../../shared/checkout-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useJoin, useOpenTeam } from '../campaigns.queries.ts'
import type { LinkedSeller } from '../sellers/sellers.queries.ts'
import { JoinForm } from './join-form.tsx'

interface FormDialogProps {
  /** Whether the address asks for the form. */
  isOpen: boolean
  onClose: () => void
  user: MemberUser
  campaign: Campaign
}

/** Joins a group; one that is authorised by card goes on to the payment. */
export function JoinGroupDialog(
  props: FormDialogProps & {
    group: Group
    hasPlace: boolean
    seller?: LinkedSeller | undefined
  },
) {
  const { isOpen, onClose, user, campaign, group, hasPlace, seller } = props
  const navigate = useNavigate()
  const isShown = useFormShown(isOpen, onClose, hasPlace || takesMore(group)) && !hasPlace
  const join = useJoin({ hasNotice: isShown })
  useResetWhenClosed(join.reset, isOpen)
  const [isProving, setProving] = useState(false)
  const next = paths.group(group.code)
  const close = () => {
    setProving(false)
    onClose()
  }
  const onJoined = (place: Participation) => {
    if (isToAuthorise(place)) void navigate(paths.pay(place.order_id), { replace: true })
    else if (place.needs_proof) setProving(true)
    else onClose()
  }
  if (isProving) {
    return (
      <Dialog isOpen onClose={close} title={t('名額已保留')}>
        <div className="space-y-4">
          <p>{t('輸入信中的驗證碼，您的份數就會算入成團。截止前沒有驗證，名額會釋出。')}</p>
          <ProveMailbox user={user} next={next} sendsAtOnce onProved={close} />
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog isOpen={isShown} onClose={onClose} title={t('我要跟團')}>
      <JoinForm
        user={user}
        campaign={campaign}
        placesLeft={group.places_left}
        seller={seller}
        hasLeader={campaign.kind === 'team' || group.leader !== undefined}
        error={join.error}
        isSending={join.isPending}
        onSubmit={(data) =>
          clearContactAfter(
            user,
            join.mutateAsync(
              { params: { code: group.code }, data },
              { onSuccess: ({ participation }) => onJoined(participation) },
            ),
          )
        }
      />
    </Dialog>
  )
}

/** Opens a team and takes its first place. */
export function OpenTeamDialog({ isOpen, onClose, user, campaign }: FormDialogProps) {
  const navigate = useNavigate()
  const isShown = useFormShown(isOpen, onClose, campaign.state === 'open')
  const open = useOpenTeam({ hasNotice: isShown })
  useResetWhenClosed(open.reset, isOpen)
  const onOpened = (place: Participation) => {
    const next = isToAuthorise(place) ? paths.pay(place.order_id) : paths.group(place.code)
    void navigate(next, { replace: true })
  }
  return (
    <Dialog isOpen={isShown} onClose={onClose} title={t('我要開團')}>
      <JoinForm
        user={user}
        campaign={campaign}
        isLeader
        error={open.error}
        isSending={open.isPending}
        onSubmit={(data) =>
          clearContactAfter(
            user,
            open.mutateAsync(
              { params: { id: campaign.id }, data },
              { onSuccess: ({ participation }) => onOpened(participation) },
            ),
          )
        }
      />
    </Dialog>
  )
}

function takesMore(group: Group): boolean {
  return isOpenGroup(group) && group.places_left !== 0
}

/**
 * Whether a form is shown is decided when it is asked for: it does not close over what is typed, and
 * one that cannot be used then is not asked for any more, so that it does not open by itself.
 */
function useFormShown(isAsked: boolean, onClose: () => void, isUsable: boolean): boolean {
  const [wasAsked, setWasAsked] = useState(false)
  const [isShown, setShown] = useState(false)
  if (wasAsked !== isAsked) {
    setWasAsked(isAsked)
    setShown(isAsked && isUsable)
  }
  const giveUp = useEffectEvent(onClose)
  useEffect(() => {
    if (isAsked && !isShown) giveUp()
  }, [isAsked, isShown])
  return isShown
}

/** A join is an order, and deletes the contact after its form was closed or left, too. */
function clearContactAfter({ uid }: MemberUser, join: Promise<unknown>) {
  join.then(
    () => clearDraftContact(uid),
    () => undefined,
  )
}

/** An answer after the form was closed leads nowhere, and its refusal is not in the next form. */
function useResetWhenClosed(reset: () => void, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) reset()
  }, [isOpen, reset])
}

function isToAuthorise({ state, money }: Participation): boolean {
  return state === 'held' && money === 'authorise_capture'
}
