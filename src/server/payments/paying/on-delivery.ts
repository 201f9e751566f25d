import { formatMoney } from '#contract/money.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import {
  isPaidByNumber,
  maxOnDelivery,
  type OfferedMethod,
  onDeliveryMethod,
  transferMethod,
} from '#contract/payments.ts'
import { type StoreChain, storeChainLabels } from '#contract/shipping-kinds.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../../orders/order-events.ts'
import { setOnDelivery } from '../../orders/order-state.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import { owesLeader, paysOnDelivery } from '../../orders/pays-on-delivery.ts'
import { readMethods } from '../../shipping/methods.queries.ts'
import { lockOpenTransfer, transitionAttempt } from '../payments.queries.ts'
import { amountFault } from './attempt-wire.ts'
import { countNotPickedUp, hasCollectingLabel, isOfCardCampaign } from './on-delivery.queries.ts'

/** With so many parcels that nobody came for, a person pays before the next one is sent. */
const mostNotPickedUp = 2

/** The account of logistics, as far as it decides whether a store can collect money. */
export interface OnDeliveryDeps {
  logistics: { current(): { chains: readonly StoreChain[] } | undefined }
}

/**
 * 取貨付款 as an unpaid order may choose it, or why it may not now; undefined where it is no way to
 * pay it at all.
 */
export async function offerOnDelivery(
  db: Db,
  { logistics }: OnDeliveryDeps,
  order: Omit<OrderRow, 'deletedAt' | 'deletedBy' | 'deletion'>,
): Promise<OfferedMethod | undefined> {
  const { shipping, total, state, isPayable, chargeKind, payment } = order
  const store = shipping?.kind === 'store' ? shipping.store : undefined
  const isOpen = state === 'placed' && payment === 'unpaid' && isPayable && chargeKind === 'charge'
  if (!store || !isOpen || total === 0 || paysOnDelivery(order) || owesLeader(order)) {
    return undefined
  }
  const method = (await readMethods(db)).find(({ id }) => id === shipping?.methodId)
  if (!method?.cod || (await isOfCardCampaign(db, order))) return undefined
  const served = logistics.current()?.chains.includes(store.chain) ?? false
  const range = { min: 1, max: maxOnDelivery }
  const reason =
    amountFault(range, total) ??
    (served
      ? undefined
      : t('目前無法在{chain}取貨付款', { chain: t(storeChainLabels[store.chain]) })) ??
    ((await countNotPickedUp(db, order)) >= mostNotPickedUp
      ? t('有 {mostNotPickedUp} 件包裹逾期未取，請先以其他方式付款', { mostNotPickedUp })
      : undefined)
  return {
    ...{ method: onDeliveryMethod, name: paymentMethodLabel(onDeliveryMethod), ...range },
    note: t('到店付現 {total}', { total: formatMoney(total) }),
    is_available: reason === undefined,
    ...(reason && { reason }),
  }
}

/** From now on a locked, unpaid order is paid when it is picked up, and the shop works on it. */
export async function chooseOnDelivery(
  tx: Transaction,
  deps: OnDeliveryDeps & { subscribers: readonly OrderSubscriber[] },
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<void> {
  const order = await lockAnyOrder(tx, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  if (paysOnDelivery(order)) return
  const offered = await offerOnDelivery(tx, deps, order)
  if (!offered) throw new ShopError('ON_DELIVERY_REFUSED')
  if (offered.reason) throw new ShopError('ON_DELIVERY_REFUSED', { message: offered.reason })
  const transfer = await lockOpenTransfer(tx, orderId, { isOfBalance: false })
  if (transfer) await transitionAttempt(tx, transfer, 'expired')
  await setOnDelivery(tx, orderId)
  await recordOrderEvent(tx, { orderId, kind: 'on_delivery', actor })
  await publishOrderEvent(tx, deps.subscribers, { type: 'order.on_delivery', orderId, actor })
}

/**
 * Of these, those that still can pay an order for which 取貨付款 was chosen: at once, and none once
 * money is to be collected for its parcel.
 */
export async function besideOnDelivery<Method extends { method: string }>(
  db: Db,
  order: Pick<OrderRow, 'id'>,
  methods: readonly Method[],
): Promise<Method[]> {
  return (await hasCollectingLabel(db, order.id)) ? [] : methods.filter(paysAtOnce)
}

/** A number or a transfer may be paid days later. */
export function paysAtOnce({ method }: { method: string }): boolean {
  return !isPaidByNumber(method) && method !== transferMethod
}

/** Refuses another way of paying once money is to be collected for the parcel. */
export async function refuseAfterLabel(db: Db, order: Pick<OrderRow, 'id'>): Promise<void> {
  if (await hasCollectingLabel(db, order.id)) throw new ShopError('ON_DELIVERY_SENT')
}
