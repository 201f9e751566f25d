import { arrivalRun } from '#contract/arrival-rules.ts'
import { judgeAwaitedGoods } from '../campaigns/supply/awaited-goods.ts'
import type { EntryChange, NewEntry, RunAction } from '../runs/run-action.ts'
import { type LessenedLine, lessenOrder, restoreOrder } from './lessen-order.ts'
import { moveHolds, type WantedHold } from './move-holds.ts'
import { isReduced, type PlannedPlace, unshippedOf } from './plan-arrival.ts'
import { type ArrivalRunDeps, settleRun } from './settle-run.ts'

/** Input of an entry: of the first one holds, of the others the lines of an order. */
interface EntryInput {
  holds?: WantedHold[]
  lines?: LessenedLine[]
  /** Of the order, before the run. */
  awaitsGoods?: boolean
}

/**
 * The entries of a run, the holds of all first: in one transaction, so that no piece is free to a
 * stranger while it passes from one order to another.
 */
export function entriesOf(
  campaign: { id: string; title: string },
  places: readonly PlannedPlace[],
): NewEntry[] {
  const holds = places.flatMap((place) =>
    [...unshippedOf(place)].map(([variantId, qty]) => ({ orderId: place.orderId, variantId, qty })),
  )
  return [
    { subjectId: campaign.id, title: campaign.title, input: { holds } },
    ...places.filter(isReduced).map(({ orderId, number, lines, awaitsGoods }) => ({
      subjectId: orderId,
      title: number,
      input: {
        lines: lines.map(({ lineId, ordered, given }) => ({ lineId, ordered, given })),
        awaitsGoods,
      },
    })),
  ]
}

/**
 * Gives out what came for a campaign. Until it cannot be undone any more its refunds are held back,
 * and orders that get nothing are as they were.
 */
export function arrivalRunAction(deps: ArrivalRunDeps): RunAction {
  return {
    kind: arrivalRun.kind,
    name: arrivalRun.action,
    permission: 'refund.write',
    // The holds come first.
    parallel: 1,
    async apply(change) {
      const { holds, lines } = inputOf(change)
      if (lines) return { undo: { ...(await lessenOrder(deps, change, lines)) } }
      const campaignId = change.entry.subjectId ?? ''
      const moved = await moveHolds(change, { campaignId, wanted: holds ?? [] })
      await judgeAwaitedGoods(change.tx, campaignId)
      return { undo: { moved } }
    },
    async undo(change) {
      const { lines, awaitsGoods = false } = inputOf(change)
      if (lines) return restoreOrder(change, awaitsGoods)
      const campaignId = change.entry.subjectId ?? ''
      // Written by `apply`.
      const { moved = [] } = (change.entry.undo ?? {}) as { moved?: WantedHold[] }
      const back = moved.map(({ qty, ...of }) => ({ ...of, qty: -qty }))
      await moveHolds(change, { campaignId, changes: back })
      // Of the orders that stay as they are; each of the others says it with its own entry.
      await judgeAwaitedGoods(change.tx, campaignId)
      return true
    },
    settle: (run) => settleRun(deps, run.id),
  }
}

/** Written by `entriesOf`. */
const inputOf = ({ entry }: EntryChange) => (entry.input ?? {}) as EntryInput
