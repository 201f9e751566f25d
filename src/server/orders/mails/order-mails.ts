import type { OrderMail } from '#contract/order-life.ts'
import { type OrderMailKind, orderStateLabels } from '#contract/order-states.ts'
import type { SettingValues } from '#contract/settings.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { OrderEventKind } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import { runOf } from '../../http/actor.ts'
import { configuredBaseUrl, linkInLanguage } from '../../http/base-url.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { runIn } from '../../http/language.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { mailSender } from '../../mail/compose-mail.ts'
import { canMail } from '../../mail/mail-server.ts'
import { countOrderMails, listOrderMails } from '../../mail/outbox.queries.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Connections } from '../../settings/connections.ts'
import type { Settings } from '../../settings/settings.ts'
import { findOrder } from '../back-office/admin-orders.queries.ts'
import { changeAsStaff, type StaffCall } from '../fulfilment/fulfilment.service.ts'
import { leftOutOf, readParcels, readShippableLines } from '../fulfilment/parcels.queries.ts'
import type { GuestAccess } from '../guest-access.ts'
import { readHandOutCode } from '../hand-out-codes.ts'
import { changeOf } from '../life/order-change-text.ts'
import { readOrderEvents } from '../life/order-timeline.ts'
import { readParcelMates } from '../merging/parcel-mates.queries.ts'
import type { OrderEvent, OrderSubscriber, ReturnNews } from '../order-events.ts'
import type { InvoiceColumns } from '../order-invoice.ts'
import type { OrderRow } from '../order-wire.ts'
import { shippingOf } from '../order-wire.ts'
import { unprovedBy } from '../placing/holder.ts'
import { composeOrderMail, type MailLook } from './order-mail-content.ts'

export interface OrderMailDeps {
  config: Pick<
    Config,
    'publicUrl' | 'host' | 'port' | 'smtpUrl' | 'isDevelopment' | 'line' | 'identity'
  >
  jobs: JobSender
  settings: Pick<Settings, 'get' | 'connections'>
  guestAccess: GuestAccess
  /** The line of the mail of a parcel about the invoice; orders know no invoices. */
  invoiceText?: InvoiceText
}

export type InvoiceText = (
  db: Db,
  order: InvoiceColumns & { id: string },
) => Promise<string | undefined>

/** How the mails to shoppers look now. */
function mailLook({ config, settings }: Pick<OrderMailDeps, 'config' | 'settings'>): MailLook {
  const { returns, ...values } = settings.get()
  return {
    shop: mailSender(values),
    texts: values.mail,
    ...(returns && {
      returns: { label: returns.label, link: configuredBaseUrl(config) + returns.to },
    }),
    account: accountToPay(settings.connections(), values.payment),
  }
}

/** The account of a shop that is paid by transfers alone; empty where a gateway takes the money. */
export function accountToPay(
  { gateway, linePay }: Pick<Connections, 'gateway' | 'linePay'>,
  { account }: Pick<SettingValues['payment'], 'account'>,
): string {
  return gateway.values.provider === 'manual' && !linePay.values.is_on ? account : ''
}

/** Tells the shopper of each step by mail; a shop that sends no mails queues none. */
export function mailShoppers(deps: OrderMailDeps): OrderSubscriber {
  return async (tx, event) => {
    const kind = kindOf(event)
    if (!kind || !canMail(deps.config, deps.settings) || !('orderId' in event)) return
    // That it can be fetched is no news to somebody who has it.
    if (event.type === 'order.shipped' && event.isHandedOut) return
    // The mail of the order whose parcel it is names this one, too.
    if (event.type === 'order.shipped' && event.isAlong) return
    // Shoppers see their own changes on the page.
    if (event.type === 'order.changed' && event.actor.kind === 'shopper') return
    if (event.type === 'order.return_news' && event.news.state === 'withdrawn') return
    await queueOrderMail(deps, tx, {
      orderId: event.orderId,
      kind,
      runId: runOf(event.actor),
      // Paid at once, an order is one mail instead of two.
      ...(kind === 'placed' && { delaySeconds: 120 }),
      ...(event.type === 'order.answered' && { answer: event.text }),
      ...(event.type === 'order.changed' && { change: event }),
      ...(event.type === 'order.balance_paid' && { balancePaid: event.amount }),
      ...(event.type === 'order.refunded' && {
        refunded: event.amount,
        isCredit: event.isCredit === true,
      }),
      ...(event.type === 'order.return_news' && { returned: event.news }),
      ...(event.type === 'order.shipped' && { parcelId: event.parcelId }),
      ...(isOfStore(event) && { pickup: event }),
    })
  }
}

function kindOf({ type }: OrderEvent): OrderMailKind | undefined {
  switch (type) {
    case 'order.placed':
    case 'order.on_delivery':
      return 'placed'
    case 'order.extended':
      return 'extended'
    case 'order.paid':
    case 'order.balance_paid':
      return 'paid'
    case 'order.changed':
      return 'changed'
    case 'order.shipped':
      return 'shipped'
    case 'order.at_store':
      return 'at_store'
    case 'order.store_closed':
      return 'store_closed'
    case 'order.rest_closed':
      return 'rest_closed'
    case 'order.cancelled':
      return 'cancelled'
    case 'order.refunded':
      return 'refunded'
    case 'order.return_news':
      return 'return_news'
    case 'order.answered':
      return 'answered'
    default:
      return undefined
  }
}

function isOfStore(
  event: OrderEvent,
): event is Extract<OrderEvent, { type: 'order.at_store' | 'order.store_closed' }> {
  return event.type === 'order.at_store' || event.type === 'order.store_closed'
}

/** Of the last parcel and of all that was refunded, unless others are named. */
async function queueOrderMail(
  { config, guestAccess, jobs, settings, invoiceText }: OrderMailDeps,
  tx: Db,
  about: {
    orderId: string
    kind: OrderMailKind
    parcelId?: string
    refunded?: number
    isCredit?: boolean
    answer?: string
    returned?: ReturnNews
    change?: { before: number; refund: number }
    balancePaid?: number
    pickup?: { store: string; until?: string }
    runId?: string | undefined
    delaySeconds?: number
  },
): Promise<void> {
  const { orderId, kind, parcelId } = about
  const found = await findOrder(tx, orderId)
  if (!found) return
  // An archived order is unknown to its shopper; it is cancelled only by the end of its time.
  if (found.archivedAt && kind === 'cancelled') return
  const parcels = kind === 'shipped' ? await readParcels(tx, orderId) : []
  const leftOut = kind === 'rest_closed' ? leftOutOf(await readShippableLines(tx, orderId)) : []
  const { order, lines, progress } = found
  const isBeforeHandOut = kind === 'paid' || kind === 'shipped'
  const handOutCode = isBeforeHandOut ? await readHandOutCode(tx, order) : undefined
  const isOfGuest = order.owner.startsWith('g:')
  const access = isOfGuest ? `?access=${guestAccess.grant(orderId)}` : ''
  await queueMail(jobs, tx, {
    recipient: order.userEmail,
    about: { orderId, kind },
    runId: about.runId,
    delaySeconds: about.delaySeconds,
    unproved: unprovedBy(order),
    ...(await runIn(order.language, async () =>
      composeOrderMail(
        kind,
        {
          order: {
            ...order,
            name: order.contactName,
            cancelReason: order.cancelReason && (await reasonOfShop(tx, orderId)),
            shipping: shippingOf(order),
            shippingFee: progress.shippingFee,
            credit: (progress.credit?.credit ?? 0) + (progress.credit?.points ?? 0),
          },
          lines,
          parcel: parcels.find(({ parcel }) => parcel.id === parcelId) ?? parcels.at(-1),
          ...(leftOut.length > 0 && { leftOut }),
          ...(isAboutStore(kind) && { pickup: about.pickup ?? (await lastPickup(tx, about)) }),
          ...(kind === 'changed' && { change: about.change ?? (await lastChange(tx, orderId)) }),
          ...(kind === 'return_news' && {
            ...(await toReturned(tx, about, settings)),
          }),
          ...(kind === 'answered' && { answer: about.answer ?? (await lastAnswer(tx, orderId)) }),
          balancePaid: about.balancePaid,
          refunded: about.refunded ?? progress.refunded,
          isCredit: about.isCredit,
          ...((kind === 'shipped' || kind === 'at_store') && {
            along: await readParcelMates(tx, orderId),
          }),
          handOutCode,
          ...(kind === 'shipped' && { invoiceText: await invoiceText?.(tx, order) }),
          link: linkInLanguage(config, `/main/order/${orderId}${access}`),
        },
        mailLook({ config, settings }),
      ),
    )),
  })
}

/** Words of a shopper are not mailed: anybody may order, and cancel, with the mailbox of another. */
async function reasonOfShop(tx: Db, orderId: string): Promise<string | null> {
  const last = (await readOrderEvents(tx, orderId)).findLast(({ kind }) => kind === 'cancelled')
  const isOfShop = last !== undefined && /^[as]:/.test(last.actor)
  return isOfShop ? String(last.detail.reason ?? '') : null
}

function isAboutStore(kind: OrderMailKind): kind is 'at_store' | 'store_closed' {
  return kind === 'at_store' || kind === 'store_closed'
}

/** The store, and the last day, of the last event that such a mail is about. */
async function lastPickup(
  tx: Db,
  { orderId, kind }: { orderId: string; kind: OrderMailKind },
): Promise<{ store: string; until?: string }> {
  const last = (await readOrderEvents(tx, orderId)).findLast((event) => event.kind === causes[kind])
  const { store = '', until } = last?.detail ?? {}
  return { store: String(store), ...(until !== undefined && { until: String(until) }) }
}

/** The last change of its goods or its delivery: other changes of an order have no sums. */
async function lastChange(tx: Db, orderId: string): Promise<{ before: number; refund: number }> {
  const last = (await readOrderEvents(tx, orderId)).findLast((event) => changeOf(event))
  const change = last && changeOf(last)
  return { before: change?.before.total ?? 0, refund: change?.refund ?? 0 }
}

/** The step of a return that a mail is about, or the last one, and where goods are sent to. */
async function toReturned(
  tx: Db,
  { orderId, returned }: { orderId: string; returned?: ReturnNews },
  settings: OrderMailDeps['settings'],
): Promise<{ returned?: ReturnNews & { sendTo: string } }> {
  const news = returned ?? (await lastReturnNews(tx, orderId))
  const { name, phone, address } = settings.get().shop
  const sendTo = address === '' ? '' : [address, name, phone].filter(Boolean).join('，')
  return news ? { returned: { ...news, sendTo } } : {}
}

async function lastReturnNews(tx: Db, orderId: string): Promise<ReturnNews | undefined> {
  const last = (await readOrderEvents(tx, orderId)).findLast(isOfReturn)
  // Written by `tellNews`; gone after an erasure.
  return last?.detail.news as ReturnNews | undefined
}

/** Whether the shopper was told of it by mail. */
function isOfReturn({ kind, detail }: { kind: OrderEventKind; detail: Record<string, unknown> }) {
  return kind.startsWith('return_') && kind !== 'return_withdrawn' && 'news' in detail
}

async function lastAnswer(tx: Db, orderId: string): Promise<string> {
  const last = (await readOrderEvents(tx, orderId)).findLast(({ kind }) => kind === 'answered')
  return String(last?.detail.text ?? '')
}

const mailsOfKindAnHour = 5

/** Sends a mail again, composed from the order of now; refused for what has not happened. */
export function resendOrderMail(
  call: StaffCall,
  deps: OrderMailDeps,
  about: { orderId: string; kind: OrderMailKind },
): Promise<void> {
  const { orderId, kind } = about
  return changeAsStaff(call, orderId, 'order.mail', async (tx, order) => {
    if (!(await hasHappened(tx, order, kind))) {
      const message = `訂單目前為「${orderStateLabels[order.state]}」，無法寄送此信件`
      throw new ShopError('ORDER_STATE', { message })
    }
    if ((await countOrderMails(tx, about)) >= mailsOfKindAnHour) {
      throw new ShopError('TOO_MANY_REQUESTS')
    }
    await queueOrderMail(deps, tx, about)
    return { result: undefined, audit: { kind } }
  })
}

/** Also not taken back since: what was paid is paid, or was paid back; what was shipped has a parcel. */
async function hasHappened(tx: Transaction, order: OrderRow, kind: OrderMailKind) {
  if (kind === 'extended' && order.state !== 'placed') return false
  if (kind === 'paid' && order.payment !== 'paid' && order.refundedAt === null) return false
  if (kind === 'shipped' && (await readParcels(tx, order.id)).length === 0) return false
  const events = await readOrderEvents(tx, order.id)
  if (kind === 'changed') return events.some((event) => changeOf(event) !== undefined)
  if (kind === 'return_news') return events.some(isOfReturn)
  return events.some((event) => event.kind === causes[kind])
}

const causes: Record<OrderMailKind, OrderEventKind> = {
  placed: 'created',
  extended: 'extended',
  paid: 'paid',
  shipped: 'parcel',
  at_store: 'at_store',
  store_closed: 'store_closed',
  changed: 'changed',
  rest_closed: 'rest_closed',
  cancelled: 'cancelled',
  refunded: 'refunded',
  return_news: 'return_asked',
  answered: 'answered',
}

const whyWithheld = {
  receiver: '短時間內寄往這個信箱的信件過多，未寄出',
  network: '同一網路引發的信件過多，未寄出',
  superseded: '訂單已有更新的信件，未寄出',
}

/** The mails to the shopper of an order, newest first. */
export async function readOrderMails(db: Db, orderId: string): Promise<OrderMail[]> {
  const rows = await listOrderMails(db, orderId)
  return rows.map(({ id, kind, recipient, createdAt, sentAt, givenUpAt, lastError, withheld }) => ({
    id,
    // Only this room writes mails of orders.
    kind: kind as OrderMailKind,
    recipient,
    state: sentAt ? 'sent' : withheld ? 'withheld' : givenUpAt ? 'failed' : 'queued',
    at: toEpochSeconds(sentAt ?? createdAt),
    ...(withheld ? { last_error: whyWithheld[withheld] } : lastError && { last_error: lastError }),
  }))
}
