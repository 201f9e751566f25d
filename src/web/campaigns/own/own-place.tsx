import { useState } from 'react'
import { Link } from 'react-router'
import type { Campaign, Participation } from '#contract/campaigns.ts'
import { linesText } from '#contract/lines-text.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { ProveMailbox } from '../../members/prove-mailbox.tsx'
import { leavingTexts } from '../../orders/leaving-text.ts'
import { PayLeader } from '../../orders/pay-leader.tsx'
import { paths } from '../../paths.ts'
import { HandOutCode } from '../../shared/hand-out-code.tsx'
import { placeNotice } from '../../shared/place-notice.ts'
import { placeStateText } from '../../shared/place-state-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useWithdraw } from '../campaigns.queries.ts'
import { ChangePlaceDialog } from '../join/change-place-dialog.tsx'
import { DelayChoice } from './delay-choice.tsx'

/** The shopper's own place: what it is, until when something is to be done, and the ways out. */
export function OwnPlace(props: {
  place: Participation
  campaign?: Campaign
  /** An open dialog asks for the proof of the mailbox already. */
  isAskedElsewhere?: boolean
}) {
  const { place, campaign, isAskedElsewhere = false } = props

  const [isChanging, setChanging] = useState(false)
  const { user } = useMemberSession()
  const notice = placeNotice(place)
  const amount = place.final_total ?? place.quoted_total
  return (
    <section
      aria-label={t('我的跟團')}
      className={`rounded-card border p-5 sm:p-6 ${place.ended_at === undefined ? 'border-sage bg-sage-soft' : 'border-line bg-surface'}`}
    >
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="font-semibold tabular-nums">
          {t('{qty} 份 · {part}{amount}', {
            qty: place.qty,
            part: place.final_total === undefined && t('最高 '),
            amount: formatMoney(amount),
          })}
        </span>
        <Badge {...(place.needs_proof && { tone: 'warn' as const })}>{placeStateText(place)}</Badge>
      </p>
      <p className="mt-1 text-sm text-ink-muted [overflow-wrap:anywhere]">
        {linesText(place.lines)}
      </p>
      {place.seller && (
        <p className="mt-1 text-sm text-ink-muted">
          {t('由 {name} 幫賣', { name: place.seller.name })}
        </p>
      )}
      {notice && <p className="mt-2 [overflow-wrap:anywhere]">{notice}</p>}
      {place.needs_proof && user && !isAskedElsewhere && (
        <div className="mt-3 max-w-md">
          <ProveMailbox user={user} next={paths.group(place.code)} />
        </div>
      )}
      {place.pickup_place && (
        <p className="mt-2 [overflow-wrap:anywhere]">
          {t('取貨地點：{pickup_place}', { pickup_place: place.pickup_place })}
        </p>
      )}
      {place.delay && <DelayChoice place={place} delay={place.delay} />}
      <PayLeader place={place} />
      {place.hand_out && isToFetch(place) && (
        <div className="mt-4">
          <HandOutCode handOut={place.hand_out} />
        </div>
      )}
      <PlaceActions place={place} onChange={campaign && (() => setChanging(true))} />
      {campaign && (
        <ChangePlaceDialog
          isOpen={isChanging}
          onClose={() => setChanging(false)}
          place={place}
          campaign={campaign}
        />
      )}
    </section>
  )
}

/** A participant who pays the leader may pay with the goods. */
function isToFetch({ state, to_leader }: Participation): boolean {
  return state === 'confirmed' || to_leader?.open !== undefined
}

/** 付款, 修改, 退出 and the leader's console, as far as each is possible. */
export function PlaceActions(props: { place: Participation; onChange?: (() => void) | undefined }) {
  const { place, onChange } = props
  const [isLeaving, setLeaving] = useState(false)
  const withdraw = useWithdraw({ hasNotice: isLeaving, onWithdrawn: () => setLeaving(false) })
  const isDue = place.state === 'awaiting_payment'
  const isToAuthorise = place.state === 'held' && place.money === 'authorise_capture'
  const close = () => {
    setLeaving(false)
    if (withdraw.isError) withdraw.reset()
  }
  return (
    <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
      {((isDue && !place.to_leader) || isToAuthorise) && (
        <Link to={paths.pay(place.order_id)} className={buttonClass('primary')}>
          {t('付款', { as: 'verb' })}
        </Link>
      )}
      {isDue && place.to_leader && (
        <Link to={paths.pay(place.order_id)} className={buttonClass('primary')}>
          {t('付款方式')}
        </Link>
      )}
      {place.can_change && onChange && <Button onClick={onChange}>{t('修改')}</Button>}
      {place.is_leader && (
        <Link to={paths.leaderConsole(place.code)} className={buttonClass('secondary')}>
          {t('團主')}
        </Link>
      )}
      {place.can_withdraw && (
        <Button variant="quiet" onClick={() => setLeaving(true)}>
          {isDue ? t('放棄') : t('退出')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={close}
        title={isDue ? t('放棄這一團') : t('退出這一團')}
        text={
          isDue ? t(leavingTexts[place.to_leader ? 'toLeader' : 'due']) : t(leavingTexts.undecided)
        }
        confirm={isDue ? t('放棄') : t('退出')}
        failure={withdraw.error?.message}
        isLoading={withdraw.isPending}
        onConfirm={() =>
          withdraw.mutate({
            params: { id: place.id },
            query: isDue ? {} : { expected_state: 'undecided' },
          })
        }
      />
    </p>
  )
}
