import { asc, eq, sql } from 'drizzle-orm'
import { maskText } from '#contract/masking.ts'
import { formatMoney } from '#contract/money.ts'
import type { OrderTimelineEvent } from '#contract/order-life.ts'
import { type Carrier, carrierLabels } from '#contract/order-states.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../../db/connect.ts'
import { administrators } from '../../db/tables/admin.ts'
import { type OrderEventKind, orderEvents } from '../../db/tables/orders.ts'
import { type Actor, mayDo } from '../../http/actor.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { LeftOut } from '../order-events.ts'
import { changeOf, changeText, readersPieces } from './order-change-text.ts'

interface EventRow {
  kind: OrderEventKind
  actor: string
  name: string | null
  detail: Record<string, unknown>
  at: Date
}

/** All events of an order, oldest first. */
export function readOrderEvents(db: Db, orderId: string): Promise<EventRow[]> {
  return db
    .select({
      kind: orderEvents.kind,
      actor: orderEvents.actor,
      name: sql<
        string | null
      >`coalesce(nullif(${administrators.name}, ''), ${administrators.username})`,
      detail: orderEvents.detail,
      at: orderEvents.at,
    })
    .from(orderEvents)
    .leftJoin(administrators, sql`${orderEvents.actor} = 'a:' || ${administrators.uid}`)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
}

/** As the wire names them, where it does not use the name of the journal. */
const wireKinds: Partial<Record<OrderEventKind, string>> = {
  created: 'placed',
  deleted: 'archived',
}
const wireKind = (kind: OrderEventKind) => wireKinds[kind] ?? kind

const forShoppers: ReadonlySet<OrderEventKind> = new Set([
  ...([
    'created',
    'extended',
    'on_delivery',
    'paid',
    'preparing',
    'parcel',
    'rest_closed',
  ] as const),
  ...(['delivered', 'completed', 'cancelled', 'returned', 'refunded'] as const),
  ...(['at_store', 'not_picked_up', 'store_closed', 'store_changed'] as const),
  ...(['return_asked', 'return_accepted', 'return_refused', 'return_withdrawn'] as const),
  ...(['return_sent', 'return_received', 'return_done'] as const),
  ...(['asked', 'answered'] as const),
])
const written: ReadonlySet<OrderEventKind> = new Set(['note', 'asked', 'answered'])

type TitleOf = (title: string) => string

/** Events that the shopper of an order sees: no note, no name of the staff, nothing undone. */
export function shopperTimeline(rows: readonly EventRow[], titleOf: TitleOf): OrderTimelineEvent[] {
  const undone = new Set(rows.flatMap(({ kind, detail }) => (kind === 'undone' ? detail.run : [])))
  return rows
    .filter((row) => isForShopper(row) && !undone.has(row.detail.run ?? null))
    .map((row) => toEvent(row, roleOf(row.actor, t('您')), { titleOf }))
}

function isForShopper(row: EventRow): boolean {
  return forShoppers.has(row.kind) || changeOf(row) !== undefined
}

const aboutMoney: ReadonlySet<OrderEventKind> = new Set([
  ...(['paid', 'refunded', 'refund_requested', 'payment_notice'] as const),
])

/**
 * All of it, newest first; what somebody wrote is masked without `person.read`, and what happened to
 * money has no text without `money.read`.
 */
export function staffTimeline(rows: readonly EventRow[], actor: Actor): OrderTimelineEvent[] {
  const shown = mayDo(actor, 'person.read') ? rows : rows.map(maskWritten)
  const seesMoney = mayDo(actor, 'money.read')
  return shown.toReversed().map((row) => {
    const { text, ...event } = toEvent(row, row.name ?? roleOf(row.actor, t('顧客')), {
      withAmounts: seesMoney,
    })
    return text !== undefined && (seesMoney || !aboutMoney.has(row.kind))
      ? { ...event, text }
      : event
  })
}

function maskWritten(row: EventRow): EventRow {
  const { kind, detail } = row
  const { text, reason } = detail
  return {
    ...row,
    detail: {
      ...detail,
      ...(written.has(kind) && { text: maskText(String(text)) }),
      ...(typeof reason === 'string' && { reason: maskText(reason) }),
    },
  }
}

function roleOf(actor: string, shopper: string): string {
  if (actor.startsWith('a:')) return t('商店')
  return actor.startsWith('s:') ? t('系統') : shopper
}

function toEvent(
  row: EventRow,
  actor: string,
  { withAmounts = true, titleOf = String }: { withAmounts?: boolean; titleOf?: TitleOf },
): OrderTimelineEvent {
  const { kind, detail, at } = row
  const change = changeOf(row)
  const text = change ? changeText(change, { withAmounts }) : textOf(kind, detail, titleOf)
  return {
    at: toEpochSeconds(at),
    kind: change ? 'content_changed' : wireKind(kind),
    actor,
    ...(text && { text }),
    ...(typeof detail.parcelId === 'string' && { parcel_id: detail.parcelId }),
    ...(typeof detail.refundId === 'string' && { refund_id: detail.refundId }),
  }
}

function textOf(
  kind: OrderEventKind,
  detail: Record<string, unknown>,
  titleOf: TitleOf,
): string | undefined {
  const { text, reason, carrier, trackingNumber, amount, balance } = detail
  if (written.has(kind) || kind === 'payment_notice') return String(text)
  if (kind === 'paid' && balance !== undefined)
    return t('補款 {balance}', { balance: formatMoney(Number(balance)) })
  if (kind === 'extended')
    return t('訂單保留到 {until}', { until: taipeiTime(new Date(String(detail.until))) })
  if (kind === 'parcel' || kind === 'parcel_changed' || kind === 'return_sent') {
    return [t(carrierLabels[carrier as Carrier]), trackingNumber].filter(Boolean).join(' ')
  }
  if (kind === 'rest_closed') return leftOutText(detail, titleOf)
  if (kind === 'at_store') return atStoreText(detail)
  if (kind === 'store_closed' || kind === 'store_changed') return textOrNone(detail.store)
  if (kind === 'merged' || kind === 'taken_apart') return numbersText(detail)
  if (kind === 'refunded' || kind === 'refund_requested') {
    return formatMoney(Number(amount))
  }
  return typeof reason === 'string' && reason !== '' ? reason : undefined
}

function atStoreText({ store, until }: Record<string, unknown>): string | undefined {
  const named = textOrNone(store)
  return (
    named &&
    t('{store}，請於 {until} 前取貨', {
      store: named,
      until: String(until).slice(5).replace('-', '/'),
    })
  )
}

function numbersText({ numbers = [] }: Record<string, unknown>): string | undefined {
  // Written by `mergeOrders` and `splitParcel`.
  const named = (numbers as readonly string[]).join(t('、'))
  return named === '' ? undefined : t('訂單 {named}', { named })
}

/** Gone from the detail after an erasure. */
function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The pieces that an erasure of personal data has not taken from the detail. */
function leftOutText(
  { pieces = [] }: Record<string, unknown>,
  titleOf: TitleOf,
): string | undefined {
  // Written by `closeRest`.
  return readersPieces(pieces as readonly LeftOut[], titleOf) || undefined
}
