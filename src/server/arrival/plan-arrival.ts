import type { ArrivalRule } from '#contract/arrival-rules.ts'
import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { tryRepricing } from '../orders/back-office/reprice-orders.ts'
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

export interface ArrivalPlan {
  /** All that share, in the order of joining. */
  places: PlannedPlace[]
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
  const waiting = await listWaiting(db, campaignId)
  const byPlace = [...Map.groupBy(waiting, ({ participationId }) => participationId).values()]
  const demands = byPlace.map(toDemand)
  const orderIds = byPlace.flatMap(([first]) => (first ? [first.orderId] : []))
  const there = await readThere(db, campaignId, { orderIds, arriving })
  if (rule === 'manual') refuseFault(waiting, demands, there, byHand)
  const shares = rule === 'manual' ? byHand : allot(rule, demands, there)
  const planned = byPlace.map((lines) => toPlace(lines, shares))
  const places = await withRefunds(db, planned, byPlace)
  return {
    places,
    refundTotal: places.reduce((sum, { refund }) => sum + refund, 0),
    left: leftOver(there, shares),
  }
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

function toPlace(lines: readonly WaitingLine[], shares: Shares): Omit<PlannedPlace, 'refund'> {
  const { participationId, orderId, number, name, acceptsFewer, awaitsGoods } = firstOf(lines)
  const left = new Map(shares.get(participationId))
  const planned = lines.map(
    ({ lineId, productId, variantId, soldId, title, ordered, shipped }): PlannedLine => {
      const given = Math.min(ordered - shipped, left.get(soldId) ?? 0)
      left.set(soldId, (left.get(soldId) ?? 0) - given)
      const of = { lineId, productId, variantId, soldId, title, ordered, shipped }
      return { ...of, given: shipped + given }
    },
  )
  return { participationId, orderId, number, name, acceptsFewer, awaitsGoods, lines: planned }
}

/** Gets less than it ordered. */
export function isReduced({ lines }: Pick<PlannedPlace, 'lines'>): boolean {
  return lines.some(({ ordered, given }) => given < ordered)
}

function givenOf({ lines }: Pick<PlannedPlace, 'lines'>): number {
  return lines.reduce((sum, { given }) => sum + given, 0)
}

/** An order that gets less costs as if so many had been ordered, and nothing without goods. */
async function withRefunds(
  db: Db,
  planned: readonly Omit<PlannedPlace, 'refund'>[],
  waiting: readonly (readonly WaitingLine[])[],
): Promise<PlannedPlace[]> {
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
    const { total, left } = firstOf(linesOf.get(place.orderId) ?? [])
    if (!isReduced(place)) return { ...place, refund: 0 }
    const isEnded = givenOf(place) === 0
    return { ...place, refund: refundOf({ total, left }, isEnded ? 0 : totals.get(place.orderId)) }
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
