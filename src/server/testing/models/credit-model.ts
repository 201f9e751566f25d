import type { CreditKind } from '#contract/credit-kinds.ts'

const modelKinds = ['credit', 'points'] as const

/** An act on the account of one member; days and amounts are small, so that they meet. */
export type CreditAct =
  | { kind: 'give'; of: CreditKind; amount: number; lasts: number | null }
  | { kind: 'take'; of: CreditKind; amount: number }
  | { kind: 'use'; credit: number; points: number }
  | { kind: 'give_back'; order: number; part: number }
  | { kind: 'wait'; days: number }

interface ModelLot {
  of: CreditKind
  left: number
  /** The last day; infinity: it has no end. */
  end: number
}

interface ModelUse {
  lot: ModelLot
  used: number
}

/** An account in memory, in the plainest way: every lot by itself, and what each order took of which. */
export class CreditModel {
  today = 0
  readonly lots: ModelLot[] = []
  readonly orders: ModelUse[][] = []

  balance(of: CreditKind): number {
    return this.#live(of).reduce((sum, { left }) => sum + left, 0)
  }

  used(order: number, of: CreditKind): number {
    const uses = this.orders[order] ?? []
    return uses.reduce((sum, { lot, used }) => sum + (lot.of === of ? used : 0), 0)
  }

  /** Gives whether the act is possible. */
  act(act: CreditAct): boolean {
    switch (act.kind) {
      case 'give':
        this.lots.push({
          of: act.of,
          left: act.amount,
          end: act.lasts === null ? Number.POSITIVE_INFINITY : this.today + act.lasts,
        })
        return true
      case 'take':
        if (this.balance(act.of) < act.amount) return false
        this.#take(act.of, act.amount)
        return true
      case 'use': {
        if (modelKinds.some((of) => this.balance(of) < act[of])) return false
        this.orders.push(modelKinds.flatMap((of) => this.#take(of, act[of])))
        return true
      }
      case 'give_back':
        for (const of of modelKinds) this.#comeBack(act.order, of, act.part)
        return true
      case 'wait':
        this.today += act.days
        for (const lot of this.lots) if (lot.end < this.today) lot.left = 0
        return true
    }
  }

  /** The first to end first; of the same day the older one. */
  #live(of: CreditKind): ModelLot[] {
    return this.lots
      .filter((lot) => lot.of === of && lot.left > 0 && lot.end >= this.today)
      .toSorted((one, other) => (one.end === other.end ? 0 : one.end - other.end))
  }

  #take(of: CreditKind, amount: number): ModelUse[] {
    let open = amount
    return this.#live(of).flatMap((lot) => {
      const used = Math.min(open, lot.left)
      open -= used
      lot.left -= used
      return used > 0 ? [{ lot, used }] : []
    })
  }

  /** The lots that end last first; what has ended lasts 30 days more. */
  #comeBack(order: number, of: CreditKind, amount: number): void {
    let open = amount
    const uses = (this.orders[order] ?? []).filter(({ lot }) => lot.of === of)
    const inOrder = uses.toSorted((one, other) => {
      const [a, b] = [one.lot, other.lot]
      if (a.end !== b.end) return a.end > b.end ? -1 : 1
      return this.lots.indexOf(b) - this.lots.indexOf(a)
    })
    // All of one call is judged by the ends of before.
    const plan = inOrder.map((use) => {
      const part = Math.min(open, use.used)
      open -= part
      return { use, part }
    })
    for (const { use, part } of plan.filter(({ part }) => part > 0)) {
      use.used -= part
      use.lot.left += part
      if (use.lot.end < this.today) use.lot.end = this.today + 30
    }
  }
}
