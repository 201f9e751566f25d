import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import type { Participation } from '#contract/campaigns.ts'
import type { Order } from '#contract/orders.ts'
import { participationApi } from '#contract/participations.ts'
import { t } from '#contract/translate.ts'
import { callerQuery } from '../api/caller-query.ts'
import { useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { onDeliveryLabel } from '../shared/payment-state-label.ts'
import { paysLeader } from '../shared/pays-leader.ts'
import { paysOnDelivery } from '../shared/pays-on-delivery.ts'
import { placeNotice } from '../shared/place-notice.ts'
import { placeStateText } from '../shared/place-state-text.ts'
import { PayLeader } from './pay-leader.tsx'

/** Somebody waits for its money: not before its group has succeeded, nor before it is picked up. */
export function isPayable(order: Order): boolean {
  return (
    order.state === 'placed' &&
    order.is_payable !== false &&
    !paysOnDelivery(order) &&
    !paysLeader(order)
  )
}

/** The place in a group that an order is; undefined until it is known. */
export function useOrderPlace({ id, group }: Order): Participation | undefined {
  const session = useMemberSession()
  const query = { code: group?.code ?? '' }
  const { data } = useQuery({
    ...callerQuery(session, participationApi.list, { query }),
    enabled: group !== undefined && session.user !== null,
  })
  return data?.participations.find(({ order_id }) => order_id === id)
}

/** Whether the group of an order holds its place for good, or until it is decided. */
export function useIsBoundToGroup(order: Order): boolean {
  const place = useOrderPlace(order)
  const isUndecided = place?.state === 'held' || place?.state === 'authorised'
  return isUndecided && !place.can_withdraw
}

/** 「團購：已跟團」, which leads to the group, and when its money moves while there is nothing to pay. */
export function OrderGroup({ order }: { order: Order }) {
  const { group } = order
  const place = useOrderPlace(order)
  if (!group) return null
  const state = place && placeStateText(place)
  const notice = order.is_payable === false && place && placeNotice(place)
  return (
    <>
      <Link
        to={paths.group(group.code)}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-pill bg-accent-soft px-3 text-sm text-accent-strong underline-offset-4 hover:underline"
      >
        <Users aria-hidden="true" className="size-4 shrink-0" />
        {t('團購：{part}', {
          part: (paysOnDelivery(order) ? onDeliveryLabel : state) ?? group.title,
        })}
      </Link>
      {place?.seller && (
        <p className="mt-1 text-sm text-ink-muted">
          {t('由 {name} 幫賣', { name: place.seller.name })}
        </p>
      )}
      {notice && <p className="mt-2 text-sm">{notice}</p>}
      {paysLeader(order) && place && <PayLeader place={place} />}
    </>
  )
}
