import { and, asc, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Carrier, carrierLabels, carriers, orderStateLabels } from '#contract/order-states.ts'
import type { Db } from '../db/connect.ts'
import { sha256 } from '../db/sha256.ts'
import { orders } from '../db/tables/orders.ts'
import { ShopError } from '../http/shop-error.ts'
import { CellError, readCodeCell } from '../input/csv-cells.ts'
import { shorten } from '../input/shorten.ts'
import { lockOrder } from '../orders/back-office/admin-orders.queries.ts'
import {
  balanceDueMessage,
  isInHand,
  isPaidBack,
  paidBackMessage,
} from '../orders/fulfilment/packing.queries.ts'
import { lockParcels } from '../orders/merging/parcel-mates.queries.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { outcomeOf } from '../orders/order-states.ts'
import { isDoneWithMate, shipOrder, undoOrder } from '../runs/actions/orders.ts'
import { type CheckedLine, faultyLine, type ImportSource, type ReadLine } from './import-source.ts'

const columns = [
  { key: 'order_id', word: '訂單編號' },
  { key: 'carrier', word: '物流公司' },
  { key: 'tracking_number', word: '貨運單號' },
]

type Order = Awaited<ReturnType<typeof findOrders>>[number]

/** Contents of an order's parcels. */
const shipped = sql<string | null>`(
  select string_agg(content.line_id || ':' || content.qty, ',' order by content.line_id, parcel.id)
  from parcel_lines as content join parcels as parcel on parcel.id = content.parcel_id
  where parcel.order_id = orders.id)`

/** Detects a change of an order before its line is applied. */
function versionOf({ state, userAddress, shipped }: Order): string {
  return sha256(JSON.stringify([state, userAddress, shipped]))
}

/** Orders of these ids, or of these numbers as customers read them. */
function findOrders(db: Db, keys: readonly string[]) {
  const { id, number, state, deletedAt, userAddress, payment, paymentMethod, balanceDue } = orders
  return db
    .select({
      ...{ id, number, state, deletedAt, isPaidBack, userAddress, shipped },
      ...{ payment, paymentMethod, balanceDue },
    })
    .from(orders)
    .where(or(inArray(id, [...keys]), inArray(number, [...keys])))
}

function readCarrier(text: string): Carrier {
  const word = text.normalize('NFKC').trim()
  const carrier = carriers.find((known) => known === word || carrierLabels[known] === word)
  if (carrier) return carrier
  const known = Object.values(carrierLabels).join('、')
  throw new CellError(word === '' ? '請填寫物流公司' : `「${shorten(word, 40)}」請填 ${known}`)
}

function readTrackingNumber(text: string): string {
  const number = readCodeCell(text.normalize('NFKC'))
  if (number.length <= 40 && /^[A-Za-z0-9-]*$/.test(number)) return number
  throw new CellError(`「${shorten(number, 40)}」只能有英數字與連字號，最多 40 字`)
}

function readOrder(text: string, known: ReadonlyMap<string, Order>): Order {
  const key = readCodeCell(text)
  const order = known.get(key)
  if (key === '') throw new CellError('請填寫訂單編號')
  if (!order || order.deletedAt) throw new CellError(`找不到「${shorten(key, 40)}」`)
  const outcome = outcomeOf(order, 'ship_rest')
  if (outcome === 'refused' || outcome === 'same')
    throw new CellError(`訂單 ${order.number} 目前為「${orderStateLabels[order.state]}」，無法出貨`)
  if (order.isPaidBack) throw new CellError(`訂單 ${order.number} ${paidBackMessage}，無法出貨`)
  if (order.balanceDue > 0) throw new CellError(`訂單 ${order.number} ${balanceDueMessage}`)
  return order
}

function checkLine(line: ReadLine, known: ReadonlyMap<string, Order>): CheckedLine {
  const errors: CheckedLine['errors'] = []
  function read<T>(key: string, parse: (text: string) => T): T | undefined {
    try {
      return parse(line.cells.get(key) ?? '')
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      const column = columns.find((one) => one.key === key)?.word ?? key
      errors.push({ column, reason: error.message })
      return undefined
    }
  }
  const order = read('order_id', (text) => readOrder(text, known))
  const carrier = read('carrier', readCarrier)
  const number = read('tracking_number', readTrackingNumber)
  const title = order?.number ?? shorten(line.cells.get('order_id') ?? '', 40)
  const about = { subjectId: order?.id ?? null, title }
  if (!order || !carrier || number === undefined) return faultyLine(line, about, errors)
  const changes = [
    { column: '訂單狀態', before: orderStateLabels[order.state], after: orderStateLabels.shipped },
    { column: '物流公司', before: '', after: carrierLabels[carrier] },
    ...(number === '' ? [] : [{ column: '貨運單號', before: '', after: number }]),
  ]
  const plan = { input: { carrier, tracking_number: number }, seen: versionOf(order) }
  return { ...about, line: line.line, outcome: 'changed', changes, errors, plan }
}

/** Marks orders as shipped with their numbers, as the run of the order list does. */
export function shipmentImport(subscribers: readonly OrderSubscriber[]): ImportSource {
  return {
    permission: 'order.ship',
    columns,
    required: ['carrier'],
    passedOver: [],
    async examples(db) {
      const rows = await db
        .select({ id: orders.id })
        .from(orders)
        .where(and(isInHand, isNull(orders.deletedAt)))
        .orderBy(asc(orders.id))
        .limit(2)
      return rows.map(({ id }, n) => [id, carrierLabels.tcat, `90000000000${n + 1}`])
    },
    async check(db, lines) {
      const keys = lines.flatMap(({ cells }) => cells.get('order_id')?.trim() || [])
      const found = keys.length === 0 ? [] : await findOrders(db, keys)
      const known = new Map(
        found.flatMap((order) => [
          [order.number, order],
          [order.id, order],
        ]),
      )
      return lines.map((line) => checkLine(line, known))
    },
    async apply({ tx, actor, run, entry }, { input, seen }) {
      const id = entry.subjectId ?? ''
      await lockParcels(tx, [id])
      const order = await lockOrder(tx, id)
      const asked = { tracking_numbers: { [id]: input.tracking_number } }
      const isDone =
        order &&
        (await isDoneWithMate(tx, order, {
          ...{ event: 'ship_rest', run: { id: run.id, input: asked } },
        }))
      if (isDone) return { undo: { isAlong: true } }
      const [known] = order ? await findOrders(tx, [order.id]) : []
      if (!order || !known || versionOf(known) !== seen) throw new ShopError('IMPORT_CHANGED')
      const { carrier, tracking_number: number } = input
      const done = await shipOrder({ db: tx, actor, subscribers }, order, {
        carrier,
        tracking_numbers: { [order.id]: number },
      })
      return done ?? {}
    },
    undo: (change) => undoOrder(change, subscribers),
  }
}
