/** `link` is a seller by number, 2 for a code that counts for nothing, 3 for none. */
export type SellerAct =
  | { kind: 'join'; by: number; link: 0 | 1 | 2 | 3; pieces: number }
  | { kind: 'leave'; by: number }
  | { kind: 'end'; seller: 0 | 1; isEnded: boolean }
  | { kind: 'close' }
  | { kind: 'pay'; by: number }
  | { kind: 'cancel'; by: number }
  | { kind: 'complete'; by: number }
  | { kind: 'refund'; by: number; quarters: 1 | 2 | 4 }
  | { kind: 'payout'; seller: 0 | 1; quarters: 1 | 4 | 5 }

interface ModelPlace {
  seller: number | undefined
  total: number
  refunded: number
  state: 'held' | 'waiting' | 'paid' | 'completed' | 'ended'
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Sellers, buyers and the shop in memory, in the plainest way; each act says whether it happens. */
export class SellerModel {
  /** The place of each buyer of now. */
  readonly places: (ModelPlace | undefined)[] = []
  /** Of those that were left, for good. */
  readonly #left: ModelPlace[] = []
  readonly isEnded = [false, false]
  readonly paidOut = [0, 0]
  isClosed = false
  readonly #percent: number
  readonly #price: number

  constructor({ percent, price }: { percent: number; price: number }) {
    this.#percent = percent
    this.#price = price
  }

  #all = () => [...this.#left, ...this.places].filter((place) => place !== undefined)
  kept = ({ total, refunded }: ModelPlace) => total - refunded
  #part = (place: ModelPlace) => Math.floor((this.kept(place) * this.#percent) / 100)
  earned = (seller: number) =>
    sum(
      this.#completed()
        .filter((place) => place.seller === seller)
        .map(this.#part),
    )
  balance = (seller: number) => this.earned(seller) - (this.paidOut[seller] ?? 0)
  #completed = () => this.#all().filter(({ state }) => state === 'completed')
  goods = () => sum(this.#completed().map(this.kept))

  /** Of an act that gives back or pays out, in whole NT$. */
  amountOf(act: Extract<SellerAct, { kind: 'refund' | 'payout' }>): number {
    if (act.kind === 'payout') {
      return Math.max(1, Math.floor((this.balance(act.seller) * act.quarters) / 4))
    }
    return Math.floor(((this.places[act.by]?.total ?? 0) * act.quarters) / 4)
  }

  act(act: SellerAct): boolean {
    switch (act.kind) {
      case 'join':
        return this.#join(act)
      case 'end':
        this.isEnded[act.seller] = act.isEnded
        return true
      case 'close':
        return this.#close()
      case 'payout': {
        const amount = this.amountOf(act)
        if (amount > this.balance(act.seller)) return false
        this.paidOut[act.seller] = (this.paidOut[act.seller] ?? 0) + amount
        return true
      }
      default:
        return this.#move(act)
    }
  }

  #join({ by, link, pieces }: Extract<SellerAct, { kind: 'join' }>): boolean {
    const known = this.places[by]
    if (this.isClosed || (known && known.state !== 'ended')) return false
    if (known) this.#left.push(known)
    const counts = link < 2 && !this.isEnded[link]
    const place = { total: pieces * this.#price, refunded: 0, state: 'held' } as const
    this.places[by] = { ...place, seller: counts ? link : undefined }
    return true
  }

  #close(): boolean {
    if (this.isClosed) return false
    this.isClosed = true
    for (const place of this.places) if (place?.state === 'held') place.state = 'waiting'
    return true
  }

  #move(act: Exclude<SellerAct, { kind: 'join' | 'end' | 'close' | 'payout' }>): boolean {
    const place = this.places[act.by]
    if (!place) return false
    switch (act.kind) {
      case 'leave':
        if (place.state !== 'held' && place.state !== 'waiting') return false
        place.state = 'ended'
        return true
      case 'pay':
        if (place.state !== 'waiting') return false
        place.state = 'paid'
        return true
      case 'cancel':
        if (place.state !== 'paid') return false
        place.state = 'ended'
        return true
      case 'complete':
        if (place.state !== 'paid') return false
        place.state = 'completed'
        return true
      case 'refund': {
        const amount = this.amountOf(act)
        // All of it is given back after the completion alone: before, the order is not sent.
        const left = this.kept(place)
        const isTooMuch = place.state === 'paid' ? amount >= left : amount > left
        if (isTooMuch || amount < 1) return false
        if (place.state !== 'paid' && place.state !== 'completed') return false
        place.refunded += amount
        return true
      }
    }
  }
}
