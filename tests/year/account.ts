import type { CreditKind } from '../../src/contract/credit-kinds.ts'

/** A day of Taipei, `YYYY-MM-DD`: such texts sort as their days do. */
export type Day = string

const dayMs = 86_400_000
const taipeiMs = 8 * 60 * 60 * 1_000

export function dayOf(at: Date): Day {
  return new Date(at.getTime() + taipeiMs).toISOString().slice(0, 10)
}

export function daysAfter(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

export interface Lot {
  kind: CreditKind
  amount: number
  left: number
  /** Its last day; absent: it has no end. */
  end?: Day | undefined
  /** Ended, and taken back by the shop. */
  expired: number
  takenBack: number
}

interface Use {
  lot: Lot
  used: number
}

/** The account of a member by the harness' own reckoning: lots, and how much of which each order has used. */
export class Account {
  readonly lots: Lot[] = []
  readonly #uses = new Map<string, Use[]>()

  balance(kind: CreditKind): number {
    return this.lots.reduce((sum, lot) => sum + (lot.kind === kind ? lot.left : 0), 0)
  }

  give(kind: CreditKind, amount: number, end?: Day): Lot {
    const lot: Lot = { kind, amount, left: amount, end, expired: 0, takenBack: 0 }
    if (amount > 0) this.lots.push(lot)
    return lot
  }

  /** Ends what ended before this day; gives what that was. */
  passTo(today: Day): Lot[] {
    const ended = this.lots.filter(({ left, end }) => left > 0 && end !== undefined && end < today)
    for (const lot of ended) {
      lot.expired += lot.left
      lot.left = 0
    }
    return ended
  }

  use(orderId: string, kind: CreditKind, amount: number): void {
    const uses = this.#uses.get(orderId) ?? []
    this.#uses.set(orderId, uses)
    for (const [lot, used] of this.#take(kind, amount)) uses.push({ lot, used })
  }

  used(orderId: string, kind?: CreditKind): number {
    const uses = this.#uses.get(orderId) ?? []
    const ofKind = uses.filter(({ lot }) => kind === undefined || lot.kind === kind)
    return ofKind.reduce((sum, { used }) => sum + used, 0)
  }

  /** The lots that end last first; one that has ended lasts 30 days once more. */
  returnUse(orderId: string, kind: CreditKind, amount: number, today: Day): void {
    let open = amount
    const uses = (this.#uses.get(orderId) ?? []).filter(({ lot }) => lot.kind === kind)
    for (const use of uses.toSorted((one, other) => this.#compare(other.lot, one.lot))) {
      const part = Math.min(open, use.used)
      if (part === 0) continue
      open -= part
      use.used -= part
      use.lot.left += part
      if (use.lot.end !== undefined && use.lot.end < today) use.lot.end = daysAfter(today, 30)
    }
  }

  returnUses(orderId: string, today: Day): void {
    for (const kind of ['credit', 'points'] as const) {
      this.returnUse(orderId, kind, this.used(orderId, kind), today)
    }
  }

  /** The lot itself first, then the others of its kind as far as they go. */
  takeBack(lot: Lot, amount: number): void {
    const own = Math.min(lot.left, amount)
    lot.left -= own
    let taken = own
    for (const [, part] of this.#take(lot.kind, amount - own)) taken += part
    lot.takenBack += taken
  }

  #take(kind: CreditKind, amount: number): [Lot, number][] {
    let open = amount
    const live = this.lots.filter((lot) => lot.kind === kind && lot.left > 0)
    return live
      .toSorted((one, other) => this.#compare(one, other))
      .flatMap((lot) => {
        const part = Math.min(open, lot.left)
        open -= part
        lot.left -= part
        return part > 0 ? [[lot, part] as [Lot, number]] : []
      })
  }

  /** By their ends, and those of one day by their age. */
  #compare(one: Lot, other: Lot): number {
    const [a, b] = [one.end ?? '9999', other.end ?? '9999']
    if (a !== b) return a < b ? -1 : 1
    return this.lots.indexOf(one) - this.lots.indexOf(other)
  }
}
