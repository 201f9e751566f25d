import type { ArrivalRule } from '#contract/arrival-rules.ts'
import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { tryRepricing } from '../orders/back-office/reprice-orders.ts'
import { readLiveOrders } from '../shipments/shipments.queries.ts'
import { allot, type Demand, faultOf, leftOver, type PiecesById, type Shares } from './allot.ts'
import { listWaiting, readThere, type WaitingLine } from './arrival.queries.ts'

export interface PlannedLine {
  lineId: string
  productId: string
  variantId: string | null
  soldId: string
  title: string
  ordered: number
  shipped: number
  /** With those that were shipped before. */
  given: number
}

/** A place with all that it gets. */
export interface PlannedPlace {
  participationId: string
  orderId: string
  number: string
  name: string
  acceptsFewer: boolean
  /** As it is before. */
  awaitsGoods: boolean
  lines: PlannedLine[]
  /** In whole NT$. */
  refund: number
}

/** A place that waits for goods and keeps what it has. */
export interface LeftOut {
  number: string
  name: string
  reason: string
}

export interface ArrivalPlan {
  /** All that share, in the order of joining. */
  places: PlannedPlace[]
  leftOut: LeftOut[]
  /** In whole NT$. */
  refundTotal: number
  /** Pieces that nobody gets, by the id in stock. */
  left: Map<string, number>
}

export interface ArrivalRequest {
  rule: ArrivalRule
  /** Of the rule `manual`. */
  shares: Shares
  /** Pieces that come with it and are not booked yet. */
  arriving: PiecesById
}

/** Tells who gets how many of what came for a campaign, and how much back; writes nothing. */
export async function planArrival(
  db: Db,
  campaignId: string,
  { rule, shares: byHand, arriving }: ArrivalRequest,
): Promise<ArrivalPlan> {
  const { waiting, leftOut } = await listSharing(db, campaignId)
  const byPlace = [...Map.groupBy(waiting, ({ participationId }) => participationId).values()]
  const orderIds = byPlace.map((lines) => firstOf(lines).orderId)
  const there = await readThere(db, campaignId, { orderIds, arriving })
  let demands = byPlace.map(toDemand)
  if (rule === 'manual') refuseFault(waiting, demands, there, byHand)
  for (;;) {
    const shares = rule === 'manual' ? byHand : allot(rule, demands, there)
    const places = await toPlaces(db, byPlace, { demands, shares })
    const emptied = new Set(places.filter(isEmptied).map(({ participationId }) => participationId))
    if (emptied.size === 0) {
      const refundTotal = places.reduce((sum, { refund }) => sum + refund, 0)
      return {
        places: places.map(({ money: _, ...place }) => place),
        leftOut,
        refundTotal,
        left: leftOver(there, shares),
      }
    }
    if (rule === 'manual') throw refusalOfEmptied(places.find(isEmptied))
    // With fewer pieces nothing of its money would be left: it gets all of them, or none.
    demands = demands.map((demand) =>
      emptied.has(demand.id) ? { ...demand, acceptsFewer: false } : demand,
    )
  }
}

/** The lines of the places that share, and the places that do not and why. */
async function listSharing(
  db: Db,
  campaignId: string,
): Promise<{ waiting: WaitingLine[]; leftOut: LeftOut[] }> {
  const all = await listWaiting(db, campaignId)
  const labelled = await readLiveOrders(db, [...new Set(all.map(({ orderId }) => orderId))])
  const reasonOf = ({ orderId, isHandedOut }: WaitingLine) => {
    if (isHandedOut) return '已取貨'
    return labelled.has(orderId) ? '已有寄件單' : undefined
  }
  const leftOut = new Map<string, LeftOut>()
  const waiting = all.filter((line) => {
    const { participationId, number, name } = line
    const reason = reasonOf(line)
    if (reason) leftOut.set(participationId, { number, name, reason })
    return !reason
  })
  return { waiting, leftOut: [...leftOut.values()] }
}

function toDemand(lines: readonly WaitingLine[]): Demand {
  const wanted = new Map<string, number>()
  for (const { soldId, ordered, shipped } of lines) {
    if (ordered > shipped) wanted.set(soldId, (wanted.get(soldId) ?? 0) + ordered - shipped)
  }
  const { participationId: id, acceptsFewer } = firstOf(lines)
  return { id, acceptsFewer, wanted }
}

function firstOf(lines: readonly WaitingLine[]): WaitingLine {
  const [first] = lines
  if (!first) throw new Error('a place without lines')
  return first
}

function toPlace(lines: readonly WaitingLine[], shares: Shares) {
  const { participationId, orderId, number, name, awaitsGoods } = firstOf(lines)
  const left = new Map(shares.get(participationId))
  const planned = lines.map(
    ({ lineId, productId, variantId, soldId, title, ordered, shipped }): PlannedLine => {
      const given = Math.min(ordered - shipped, left.get(soldId) ?? 0)
      left.set(soldId, (left.get(soldId) ?? 0) - given)
      const of = { lineId, productId, variantId, soldId, title, ordered, shipped }
      return { ...of, given: shipped + given }
    },
  )
  return { participationId, orderId, number, name, awaitsGoods, lines: planned }
}

/** Gets less than it ordered. */
export function isReduced({ lines }: Pick<PlannedPlace, 'lines'>): boolean {
  return lines.some(({ ordered, given }) => given < ordered)
}

function givenOf({ lines }: Pick<PlannedPlace, 'lines'>): number {
  return lines.reduce((sum, { given }) => sum + given, 0)
}

/** With the money of its order that is not given back yet, in whole NT$. */
type PricedPlace = PlannedPlace & { money: number }

/** Fewer pieces, and all that is left of the money goes back: they could not be shipped. */
function isEmptied({ lines, money, refund }: PricedPlace): boolean {
  return (
    takesAll({ left: money, amount: refund }) && lines.some(({ given, shipped }) => given > shipped)
  )
}

/** Whether a refund leaves nothing of what an order was paid. */
export function takesAll({ left, amount }: { left: number; amount: number }): boolean {
  return left > 0 && amount >= left
}

/** An order that gets less costs as if so many had been ordered, and nothing without goods. */
async function toPlaces(
  db: Db,
  waiting: readonly (readonly WaitingLine[])[],
  { demands, shares }: { demands: readonly Demand[]; shares: Shares },
): Promise<PricedPlace[]> {
  const planned = waiting.map((lines, index) => ({
    ...toPlace(lines, shares),
    acceptsFewer: demands[index]?.acceptsFewer ?? false,
  }))
  const linesOf = new Map(waiting.map((lines) => [firstOf(lines).orderId, lines]))
  const reduced = planned.filter((place) => isReduced(place) && givenOf(place) > 0)
  const { repriced } = await tryRepricing(
    db,
    reduced.map(({ orderId, lines }) => ({
      orderId,
      prices: new Map(linesOf.get(orderId)?.map(({ soldId, price }) => [soldId, price])),
      quantities: new Map(lines.map(({ lineId, given }) => [lineId, given])),
    })),
  )
  const totals = new Map(repriced.map(({ orderId, total }) => [orderId, total]))
  return planned.map((place) => {
    const { total, left: money } = firstOf(linesOf.get(place.orderId) ?? [])
    if (!isReduced(place)) return { ...place, money, refund: 0 }
    const newTotal = givenOf(place) === 0 ? 0 : totals.get(place.orderId)
    return { ...place, money, refund: refundOf({ total, left: money }, newTotal) }
  })
}

/** Never more than is left of what was paid; all of it where nothing is given. */
export function refundOf(
  { total, left }: { total: number; left: number },
  newTotal: number | undefined,
): number {
  if (newTotal === undefined || newTotal === 0) return Math.max(0, left)
  return Math.max(0, Math.min(left, total - newTotal))
}

function refusalOfEmptied(place: PricedPlace | undefined): ShopError {
  const who = place ? `${place.name}（${place.number}）` : ''
  return fieldError('shares', `${who} 已退過款，減少後沒有剩餘的款項，請給全部或 0`)
}

/** Throws INVALID_INPUT with what is wrong with shares given by hand. */
function refuseFault(
  waiting: readonly WaitingLine[],
  demands: readonly Demand[],
  there: PiecesById,
  shares: Shares,
): void {
  const fault = faultOf(demands, there, shares)
  if (!fault) return
  const titleOf = (id: string) => waiting.find(({ soldId }) => soldId === id)?.title ?? ''
  const nameOf = (id: string) => {
    const place = waiting.find(({ participationId }) => participationId === id)
    return place ? `${place.name}（${place.number}）` : ''
  }
  switch (fault.type) {
    case 'unknown':
      throw new ShopError('CAMPAIGN_CHANGED')
    case 'too_many':
      throw fieldError(
        'shares',
        `${nameOf(fault.place)} 的「${titleOf(fault.variantId)}」最多 ${fault.wanted} 件`,
      )
    case 'all_or_nothing':
      throw fieldError('shares', `${nameOf(fault.place)} 不接受較少的數量，請給全部或 0`)
    case 'not_there':
      throw fieldError('shares', `「${titleOf(fault.variantId)}」多分了 ${fault.lacking} 件`)
    case 'left_over':
      throw fieldError('shares', `「${titleOf(fault.variantId)}」還有 ${fault.left} 件沒有分完`)
  }
}

/** Pieces of a place that are not shipped yet, by the id in stock. */
export function unshippedOf({ lines }: Pick<PlannedPlace, 'lines'>): PiecesById {
  const pieces = new Map<string, number>()
  for (const { soldId, given, shipped } of lines) {
    pieces.set(soldId, (pieces.get(soldId) ?? 0) + given - shipped)
  }
  return pieces
}
