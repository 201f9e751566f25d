import { arrivalRun } from '#contract/arrival-rules.ts'
import type { EntryChange, NewEntry, RunAction } from '../runs/run-action.ts'
import { listEntries } from '../runs/runs.queries.ts'
import { type LessenedLine, lessenOrder, restoreOrder } from './lessen-order.ts'
import { holdGiven, takeBack, type WantedHold } from './move-holds.ts'
import { isReduced, type PlannedPlace, unshippedOf } from './plan-arrival.ts'
import { type ArrivalRunDeps, settleRun } from './settle-run.ts'

/** Input of an entry: of the first one holds, of the others the lines of an order. */
interface EntryInput {
  holds?: WantedHold[]
  lines?: LessenedLine[]
  /** Of the order, before the run. */
  awaitsGoods?: boolean
}

/** All that these places are to hold. */
export function holdsOf(places: readonly PlannedPlace[]): WantedHold[] {
  return places.flatMap((place) =>
    [...unshippedOf(place)].map(([variantId, qty]) => ({ orderId: place.orderId, variantId, qty })),
  )
}

/**
 * The entries of a run, the holds of all first: in one transaction, so that no piece is free to a
 * stranger while it passes from one order to another.
 */
export function entriesOf(
  campaign: { id: string; title: string },
  places: readonly PlannedPlace[],
): NewEntry[] {
  const holds = holdsOf(places)
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
    // The holds come first; when it is undone last, for the orders that are as before by then.
    parallel: 1,
    undoesBackwards: true,
    async apply(change) {
      const { holds, lines } = inputOf(change)
      if (lines) return { undo: { ...(await lessenOrder(deps, change, lines)) } }
      const campaignId = change.entry.subjectId ?? ''
      const moved = await holdGiven(change, campaignId, holds ?? [])
      return { undo: { moved } }
    },
    async undo(change) {
      const { lines, awaitsGoods = false } = inputOf(change)
      if (lines) return restoreOrder(change, awaitsGoods)
      const campaignId = change.entry.subjectId ?? ''
      // Written by `apply`.
      const { moved = [] } = (change.entry.undo ?? {}) as { moved?: WantedHold[] }
      const lessened = await listLessened(change)
      await takeBack(change, campaignId, { moved, lessened })
      return true
    },
    settle: (run) => settleRun(deps, run.id),
  }
}

/** The orders that stay as the run has lessened them. */
async function listLessened({ tx, run }: EntryChange): Promise<Set<string>> {
  const of = { runId: run.id, state: undefined }
  const { rows } = await listEntries(tx, of, { limit: run.total, offset: 0 })
  const stay = rows.filter(({ state }) => state === 'kept' || state === 'done')
  return new Set(stay.flatMap(({ subjectId }) => subjectId ?? []))
}

/** Written by `entriesOf`. */
const inputOf = ({ entry }: EntryChange) => (entry.input ?? {}) as EntryInput
