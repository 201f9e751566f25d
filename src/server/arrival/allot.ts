import type { ArrivalRule } from '#contract/arrival-rules.ts'

/** Pieces by the id in stock. */
export type PiecesById = ReadonlyMap<string, number>

/** Pieces that a place is still to get; places stand in the order of joining. */
export interface Demand {
  /** The id of the participation. */
  id: string
  acceptsFewer: boolean
  wanted: PiecesById
}

/** Pieces that each place gets, by its id. */
export type Shares = ReadonlyMap<string, PiecesById>

/**
 * Gives out what came. No place gets more than it wants, one that does not accept fewer gets all or
 * nothing, and no piece is left over while a place lacks it that could take it.
 */
export function allot(
  rule: Exclude<ArrivalRule, 'manual'>,
  demands: readonly Demand[],
  came: PiecesById,
): Shares {
  return rule === 'joined' ? allotInOrder(demands, came) : allotEvenly(demands, came)
}

function allotInOrder(demands: readonly Demand[], came: PiecesById): Shares {
  const left = new Map(came)
  return new Map(demands.map((demand) => [demand.id, take(demand, left)]))
}

/** Takes from `left` what a place can have of it. */
function take({ wanted, acceptsFewer }: Demand, left: Map<string, number>): PiecesById {
  const fits = [...wanted].every(([id, qty]) => qty <= (left.get(id) ?? 0))
  if (!fits && !acceptsFewer) return new Map()
  const share = new Map<string, number>()
  for (const [id, qty] of wanted) {
    const given = Math.min(qty, left.get(id) ?? 0)
    if (given === 0) continue
    share.set(id, given)
    left.set(id, (left.get(id) ?? 0) - given)
  }
  return share
}

/**
 * The same number for all who want as many, the rest one by one in the order of joining. Places that
 * take all or nothing and whose even share is too small stand back, the later half of them in each
 * round; what they leave goes to the others, and what nobody else wants to those whom it suffices.
 */
function allotEvenly(demands: readonly Demand[], came: PiecesById): Shares {
  let taking = [...demands]
  for (;;) {
    const shares = evenShares(taking, came)
    const unserved = taking.filter(
      (demand) => !demand.acceptsFewer && !isWhole(demand, shares.get(demand.id)),
    )
    if (unserved.length === 0) return fillUp(demands, came, shares)
    const dropped = new Set(unserved.slice(Math.floor(unserved.length / 2)))
    taking = taking.filter((demand) => !dropped.has(demand))
  }
}

function evenShares(demands: readonly Demand[], came: PiecesById): Map<string, PiecesById> {
  const shares = new Map(demands.map(({ id }) => [id, new Map<string, number>()]))
  for (const [variantId, pieces] of came) {
    const wanting = demands.flatMap(({ id, wanted }) => {
      const qty = wanted.get(variantId) ?? 0
      return qty > 0 ? [{ id, qty }] : []
    })
    const level = levelOf(
      wanting.map(({ qty }) => qty),
      pieces,
    )
    let left = pieces - wanting.reduce((sum, { qty }) => sum + Math.min(qty, level), 0)
    for (const { id, qty } of wanting) {
      const one = qty > level && left > 0 ? 1 : 0
      left -= one
      const given = Math.min(qty, level) + one
      if (given > 0) shares.get(id)?.set(variantId, given)
    }
  }
  return shares
}

/** The most that all can have alike of so many pieces. */
function levelOf(wanted: readonly number[], pieces: number): number {
  let [low, high] = [0, Math.max(0, ...wanted)]
  while (low < high) {
    const level = Math.ceil((low + high) / 2)
    const needed = wanted.reduce((sum, qty) => sum + Math.min(qty, level), 0)
    if (needed <= pieces) low = level
    else high = level - 1
  }
  return low
}

function fillUp(demands: readonly Demand[], came: PiecesById, shares: Shares): Shares {
  const left = leftOver(came, shares)
  return new Map(
    demands.map((demand) => {
      const share = shares.get(demand.id)
      return [demand.id, share ?? take(demand, left)]
    }),
  )
}

/** Pieces that came and that nobody gets. */
export function leftOver(came: PiecesById, shares: Shares): Map<string, number> {
  const left = new Map(came)
  for (const share of shares.values()) {
    for (const [id, qty] of share) left.set(id, (left.get(id) ?? 0) - qty)
  }
  return left
}

/** All that a place wants. */
export function isWhole({ wanted }: Demand, share: PiecesById | undefined): boolean {
  return [...wanted].every(([id, qty]) => share?.get(id) === qty)
}

/** Pieces of a share. */
export function piecesOf(share: PiecesById | undefined): number {
  return [...(share?.values() ?? [])].reduce((sum, qty) => sum + qty, 0)
}

/** Why shares given by hand cannot be. */
export type ShareFault =
  | { type: 'unknown'; place: string }
  | { type: 'too_many'; place: string; variantId: string; wanted: number }
  | { type: 'all_or_nothing'; place: string }
  | { type: 'not_there'; variantId: string; lacking: number }
  | { type: 'left_over'; variantId: string; left: number }

/** The first fault of shares given by hand; undefined when they keep the rules of `allot`. */
export function faultOf(
  demands: readonly Demand[],
  came: PiecesById,
  shares: Shares,
): ShareFault | undefined {
  const known = new Map(demands.map((demand) => [demand.id, demand]))
  for (const [place, share] of shares) {
    const demand = known.get(place)
    if (!demand) return { type: 'unknown', place }
    for (const [variantId, qty] of share) {
      const wanted = demand.wanted.get(variantId) ?? 0
      if (qty > wanted) return { type: 'too_many', place, variantId, wanted }
    }
    if (!demand.acceptsFewer && piecesOf(share) > 0 && !isWhole(demand, share)) {
      return { type: 'all_or_nothing', place }
    }
  }
  for (const [variantId, left] of leftOver(came, shares)) {
    if (left < 0) return { type: 'not_there', variantId, lacking: -left }
    const isWanted = demands.some(
      ({ id, acceptsFewer, wanted }) =>
        acceptsFewer && (wanted.get(variantId) ?? 0) > (shares.get(id)?.get(variantId) ?? 0),
    )
    if (left > 0 && isWanted) return { type: 'left_over', variantId, left }
  }
  return undefined
}
