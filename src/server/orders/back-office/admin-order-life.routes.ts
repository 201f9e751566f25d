import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maskEmail } from '#contract/masking.ts'
import * as schema from '#contract/order-life.schema.ts'
import {
  adminOrderLifeApi,
  type OrderMail,
  type Refund,
  type StaffReturns,
} from '#contract/order-life.ts'
import { type OrderAction, orderActions } from '#contract/order-states.ts'
import type { PaymentAttempt } from '#contract/payments.ts'
import type { Config } from '../../config.ts'
import { readUsedCredit, sumOfCredit } from '../../credit/ledger.ts'
import { mayDo, type StaffActor } from '../../http/actor.ts'
import { baseUrl } from '../../http/base-url.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readText } from '../../input/coerced-values.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import type { Settings } from '../../settings/settings.ts'
import { changeRefusal } from '../changeable.ts'
import { closeRestOnce } from '../fulfilment/close-rest.service.ts'
import {
  addNote,
  cancelAsStaff,
  changeParcel,
  prepareOrder,
  shipParcelOnce,
} from '../fulfilment/fulfilment.service.ts'
import { toParcel } from '../fulfilment/parcel-wire.ts'
import { readParcels } from '../fulfilment/parcels.queries.ts'
import type { GuestAccess } from '../guest-access.ts'
import { answerShopper, settleMessages } from '../life/order-messages.service.ts'
import { readOrderEvents, staffTimeline } from '../life/order-timeline.ts'
import { type InvoiceText, readOrderMails, resendOrderMail } from '../mails/order-mails.ts'
import { readOrderMerge } from '../merging/plan-merge.ts'
import type { OrderSubscriber } from '../order-events.ts'
import type { LockedOrder } from '../order-state.queries.ts'
import { type OrderTransitionEvent, outcomeOf } from '../order-states.ts'
import { type OrderWithLines, toStaffOrder } from '../order-wire.ts'
import { findOrder } from './admin-orders.queries.ts'
import { restoreArchivedOrder } from './admin-orders.service.ts'

interface AdminOrderLifeDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  settings: Settings
  guestAccess: GuestAccess
  invoiceText: InvoiceText
  orderSubscribers: readonly OrderSubscriber[]
  /** The refunds of an order, and what can still be refunded, in NT$. */
  staffRefundsOf: (orderId: string, actor: StaffActor) => Promise<Refund[]>
  refundableOf: (order: LockedOrder) => Promise<number>
  attemptsOf: (orderId: string) => Promise<PaymentAttempt[]>
  isLabelled: (orderId: string) => Promise<boolean>
  /** The returns of an order, and pieces that a new one may have; orders know no returns. */
  staffReturnsOf: (found: OrderWithLines, actor: StaffActor) => Promise<StaffReturns>
}

const eventOf: Record<OrderAction, OrderTransitionEvent> = {
  prepare: 'prepare',
  ship: 'ship_rest',
  close_rest: 'close_rest',
  cancel: 'cancel_by_owner',
  return: 'return',
}

/**
 * Actions by the state of an order; after its first parcel nothing cancels it, and only then can
 * the rest be closed.
 */
function actionsOf(
  order: Parameters<typeof outcomeOf>[0] & { balanceDue: number },
  { hasParcels, hasRest }: { hasParcels: boolean; hasRest: boolean },
): OrderAction[] {
  return orderActions.filter((action) => {
    const outcome = outcomeOf(order, eventOf[action])
    if (outcome === 'same' || outcome === 'refused') return false
    if (action === 'cancel') return !hasParcels
    if (action === 'prepare' || action === 'ship') return order.balanceDue === 0
    return action !== 'close_rest' || (hasParcels && hasRest)
  })
}

const countPieces = (lines: readonly { qty: number }[]) =>
  lines.reduce((sum, { qty }) => sum + qty, 0)

/** The answer of a server may quote the address. */
function maskMail({ last_error: _, ...mail }: OrderMail): OrderMail {
  return { ...mail, recipient: maskEmail(mail.recipient) }
}

export function adminOrderLifeRoutes(mount: Mount, deps: AdminOrderLifeDeps): void {
  const {
    config,
    db,
    orderSubscribers: subscribers,
    staffRefundsOf,
    refundableOf,
    attemptsOf,
    isLabelled,
    staffReturnsOf,
  } = deps

  mount(adminOrderLifeApi.detail, schema.adminDetail, async ({ params: { id } }, context) => {
    const { request, actor } = context
    const found = await findOrder(db, id)
    if (!found) throw new ShopError('ORDER_NOT_FOUND')
    const seesMoney = mayDo(actor, 'money.read')
    const [events, parcels, refunds, refundable, attempts, mails, hasLabel, merge, returns, uses] =
      await Promise.all([
        readOrderEvents(db, id),
        readParcels(db, id),
        staffRefundsOf(id, actor),
        refundableOf(found.order),
        attemptsOf(id),
        readOrderMails(db, id),
        isLabelled(id),
        readOrderMerge(db, found.order, { by: 'staff' }, { seesMoney }),
        staffReturnsOf(found, actor),
        readUsedCredit(db, [id]),
      ])
    const used = uses.get(id)
    const isPacked = parcels.length > 0 || hasLabel
    const isChangeable = !found.archivedAt && !changeRefusal(found.order, 'staff', { isPacked })
    return {
      order: toStaffOrder(found, baseUrl(request, config), actor),
      timeline: staffTimeline(events, actor),
      parcels: parcels.map((parcel) => toParcel(parcel)),
      refunds: seesMoney ? refunds : [],
      ...(seesMoney && { refundable }),
      ...(seesMoney && used && { credit_used: sumOfCredit(used) }),
      ...(seesMoney && used && (await isCreditFirst(db)) && { credit_first: true as const }),
      attempts: seesMoney ? attempts : [],
      actions: actionsOf(found.order, {
        hasParcels: parcels.length > 0,
        hasRest: countPieces(found.lines) > countPieces(parcels.flatMap((one) => one.contents)),
      }),
      ...(isChangeable && { can_change: true as const }),
      ...(merge && !found.archivedAt && { merge }),
      ...returns,
      mails: mayDo(actor, 'person.read') ? mails : mails.map(maskMail),
      is_archived: found.archivedAt !== null,
    }
  })

  mount(adminOrderLifeApi.prepare, schema.adminPrepare, async ({ params }, { actor }) => {
    await prepareOrder({ db, actor, subscribers }, params.id)
    return { message: '已開始備貨' }
  })

  mount(adminOrderLifeApi.ship, schema.adminShip, async ({ params, data }, context) => {
    const { actor, request } = context
    const call = { db, actor, subscribers, intended: parseIdempotencyKey(request) }
    const parcelId = await shipParcelOnce(call, params.id, data)
    const parcels = await readParcels(db, params.id)
    const shipped = parcels.find(({ parcel }) => parcel.id === parcelId) ?? parcels.at(-1)
    return { message: '已出貨', ...(shipped && { data: toParcel(shipped) }) }
  })

  mount(
    adminOrderLifeApi.changeParcel,
    schema.adminChangeParcel,
    async ({ params, data }, { actor }) => {
      await changeParcel({ db, actor, subscribers }, params, data)
      return { message: '已更新包裹' }
    },
  )

  mount(adminOrderLifeApi.closeRest, schema.adminCloseRest, async ({ params }, context) => {
    const { actor, request } = context
    const call = { db, actor, subscribers, intended: parseIdempotencyKey(request) }
    await closeRestOnce(call, params.id)
    return { message: '其餘商品已改為不出貨' }
  })

  mount(adminOrderLifeApi.cancel, schema.adminCancel, async ({ params, data }, { actor }) => {
    const reason = data.reason?.trim() ?? ''
    if (reason === '') {
      const message = '請填寫取消原因'
      throw new ShopError('INVALID_INPUT', { message, fields: { reason: message } })
    }
    await cancelAsStaff({ db, actor, subscribers }, params.id, reason)
    return { message: '已取消訂單' }
  })

  mount(adminOrderLifeApi.note, schema.adminNote, async ({ params, data }, { actor }) => {
    await addNote({ db, actor, subscribers }, params.id, readText(data.text, 'text'))
    return { message: '已新增備註' }
  })

  mount(adminOrderLifeApi.answer, schema.ask, async ({ params, data }, context) => {
    const { actor, request } = context
    const call = { db, actor, subscribers, intended: parseIdempotencyKey(request) }
    await answerShopper(call, params.id, data.text)
    return { message: '已回覆顧客' }
  })

  mount(adminOrderLifeApi.settle, schema.adminSettle, async ({ params }, { actor }) => {
    await settleMessages({ db, actor, subscribers }, params.id)
    return { message: '已標為已處理' }
  })

  mount(adminOrderLifeApi.mail, schema.adminMail, async ({ params, data }, { actor }) => {
    const about = { orderId: params.id, kind: data.kind }
    await resendOrderMail({ db, actor, subscribers }, deps, about)
    return { message: '已排入寄送' }
  })

  mount(adminOrderLifeApi.restore, schema.adminRestore, async ({ params }, { actor }) => {
    await restoreArchivedOrder(db, params.id, actor)
    return { message: '已還原訂單' }
  })
}

async function isCreditFirst(db: NodePgDatabase): Promise<boolean> {
  return (await readSettingGroup(db, 'credit')).first === 'credit'
}
