import type { LeaderSending } from '#contract/campaign-states.ts'

/** `by` is a place, `part` a share of what it owes in quarters. */
export type LeaderAct =
  | { kind: 'tick'; by: number; part: 1 | 2 | 4 }
  | { kind: 'give_back'; by: number }
  | { kind: 'correct'; by: number }
  | { kind: 'book'; pieces: number; more: number }
  | { kind: 'void' }
  | { kind: 'cancel'; by: number; isByMember: boolean }
  | { kind: 'pay_shop'; by: number }
  | { kind: 'unpay_shop'; by: number }
  | { kind: 'prepare'; by: number }

interface ModelPlace {
  total: number
  state: 'placed' | 'paid' | 'preparing' | 'cancelled'
  paidBy: 'leader' | 'shop' | undefined
  receipts: number[]
  /** When its money was whole, by the count of acts. */
  completedAt: number
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** A leader, the participants and the shop in memory, in the plainest way; each act gives its status. */
export class LeaderMoneyModel {
  readonly places: ModelPlace[]
  readonly bookings: { amount: number; isVoid: boolean }[] = []
  readonly #sending: LeaderSending
  #acts = 0

  constructor(totals: readonly number[], sending: LeaderSending) {
    this.#sending = sending
    this.places = totals.map((total) => ({
      ...{ total, state: 'placed' as const, paidBy: undefined, receipts: [], completedAt: 0 },
    }))
  }

  place(by: number): ModelPlace {
    const place = this.places[by]
    if (!place) throw new Error(`there is no place ${by}`)
    return place
  }

  received = (place: ModelPlace) => sum(place.receipts)
  settled = (place: ModelPlace) => (place.paidBy === 'leader' ? place.total : 0)
  isOwed = (place: ModelPlace) => place.paidBy === undefined && place.state !== 'cancelled'
  expected = (place: ModelPlace) => (this.isOwed(place) ? place.total : this.settled(place))
  isWhole = (place: ModelPlace) => this.isOwed(place) && this.received(place) >= place.total
  booked = () => sum(this.bookings.map(({ amount, isVoid }) => (isVoid ? 0 : amount)))
  rest = () => this.booked() - sum(this.places.map(this.settled))

  act(act: LeaderAct): number {
    this.#acts++
    const status = this.#apply(act)
    for (const place of this.places) {
      if (this.received(place) < place.total) place.completedAt = 0
      else if (place.completedAt === 0) place.completedAt = this.#acts
    }
    this.#allocate()
    return status
  }

  /** Of a tick: a share of what is open, whole NT$. */
  amountOf({ by, part }: { by: number; part: number }): number {
    const place = this.place(by)
    const open = this.expected(place) - this.received(place)
    return Math.max(1, Math.floor((open * part) / 4))
  }

  #apply(act: LeaderAct): number {
    switch (act.kind) {
      case 'tick': {
        const place = this.place(act.by)
        const amount = this.amountOf(act)
        if (this.received(place) + amount > this.expected(place)) return 409
        place.receipts.push(amount)
        return 200
      }
      case 'give_back': {
        const place = this.place(act.by)
        const amount = this.received(place)
        if (amount === 0) return 200
        if (this.settled(place) > 0) return 409
        place.receipts.push(-amount)
        return 200
      }
      case 'correct':
        return this.#correct(this.place(act.by))
      case 'book':
        this.bookings.push({ amount: act.pieces * 100 + act.more, isVoid: false })
        return 200
      case 'void':
        return this.#void()
      case 'cancel': {
        const place = this.place(act.by)
        if (act.isByMember && place.state === 'preparing') return 409
        place.state = 'cancelled'
        return 200
      }
      case 'pay_shop': {
        const place = this.place(act.by)
        if (place.paidBy) return 200
        if (place.state === 'cancelled') return 409
        place.paidBy = 'shop'
        if (place.state === 'placed') place.state = 'paid'
        return 200
      }
      case 'unpay_shop': {
        const place = this.place(act.by)
        if (place.paidBy === undefined) return 200
        if (place.paidBy === 'leader' || place.state !== 'paid') return 409
        place.paidBy = undefined
        place.state = 'placed'
        return 200
      }
      case 'prepare': {
        const place = this.place(act.by)
        if (place.state === 'preparing') return 200
        const isAhead = place.state === 'placed' && this.#isAhead(place)
        if (place.state !== 'paid' && !isAhead) return 409
        place.state = 'preparing'
        return 200
      }
    }
  }

  #isAhead(place: ModelPlace): boolean {
    if (this.#sending === 'success') return this.isOwed(place)
    return this.#sending === 'tick' && this.isWhole(place)
  }

  /** Takes the last tick back. */
  #correct(place: ModelPlace): number {
    const last = place.receipts.at(-1)
    if (last === undefined) return 200
    const after = this.received(place) - last
    if (after > this.received(place) && after > this.expected(place)) return 409
    if (after < this.settled(place) || after < 0) return 409
    place.receipts.pop()
    return 200
  }

  /** Takes the last booking back, and payments with it: the last ones that were whole. */
  #void(): number {
    const last = this.bookings.findLast(({ isVoid }) => !isVoid)
    if (!last) return 200
    let missing = last.amount - this.rest()
    const undone: ModelPlace[] = []
    const untouched = this.places
      .filter((place) => place.paidBy === 'leader' && place.state === 'paid')
      .toSorted((a, b) => b.completedAt - a.completedAt)
    for (const place of untouched) {
      if (missing <= 0) break
      undone.push(place)
      missing -= place.total
    }
    if (missing > 0) return 409
    for (const place of undone) {
      place.paidBy = undefined
      place.state = 'placed'
    }
    last.isVoid = true
    return 200
  }

  #allocate(): void {
    const whole = this.places.filter(this.isWhole).toSorted((a, b) => a.completedAt - b.completedAt)
    for (const place of whole) {
      if (place.total > this.rest()) continue
      place.paidBy = 'leader'
      if (place.state === 'placed') place.state = 'paid'
    }
  }
}
