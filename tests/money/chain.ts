import type { Step } from '../../gateway/logistics/states.ts'
import { pick } from '../race/scenario.ts'
import type { GatewayParcel, GatewayProcess } from './gateway-process.ts'

/** A parcel that the chain has, or that runs out. */
interface Moving {
  orderId: string
  /** Those that are still to come; one that the carrier does not have is left out. */
  steps: Step[]
  /** Whether its callbacks are held back. */
  isHeld: boolean
}

const there: Step[] = ['handedIn', 'atCentre', 'atStore']
const back: Step[] = ['notPickedUp', 'backAtCentre', 'backAtStore', 'takenBack']

/** Chains and shoppers, who move the parcels that were handed in, each by a fate of its own. */
export class Chain {
  readonly #server: GatewayProcess
  readonly #random: () => number
  readonly #seen = new Set<string>()
  readonly #moving = new Map<string, Moving>()
  /** The orders whose goods are with the seller again, until somebody has taken note. */
  readonly takenBack: string[] = []

  constructor(server: GatewayProcess, random: () => number) {
    this.#server = server
    this.#random = random
  }

  has(tradeNo: string): boolean {
    return this.#seen.has(tradeNo)
  }

  /** Takes a parcel at the counter. */
  handIn({ merchantTradeNo }: GatewayParcel, orderId: string): void {
    this.#take(merchantTradeNo, orderId, this.#fate())
  }

  /** Nobody hands this one in. */
  leave({ merchantTradeNo }: GatewayParcel, orderId: string): void {
    this.#take(merchantTradeNo, orderId, ['expired'])
  }

  #take(tradeNo: string, orderId: string, steps: Step[]): void {
    this.#seen.add(tradeNo)
    this.#moving.set(tradeNo, { orderId, steps, isHeld: false })
  }

  #fate(): Step[] {
    const fate = this.#random()
    if (fate < 0.5) return [...there, 'pickedUp']
    if (fate < 0.6) return [...there, 'notPickedUp', 'redelivered', 'atStore', 'pickedUp']
    if (fate < 0.8) return [...there, ...back]
    if (fate < 0.85) return ['handedIn', 'lost']
    if (fate < 0.9) return ['handedIn', 'atCentre', 'refused']
    return there.slice(0, 1 + Math.floor(this.#random() * there.length))
  }

  /** Moves most of them by a step; with `isLast` all of them, and nothing is held back. */
  async round({ isLast = false } = {}): Promise<void> {
    for (const [tradeNo, moving] of this.#moving) {
      const mayHold = !isLast && this.#random() < 0.15
      if (mayHold) await this.#hold(tradeNo, moving, true)
      if (isLast || this.#random() < 0.7) await this.#step(tradeNo, moving)
      if (moving.isHeld && (isLast || this.#random() < 0.3)) {
        await this.#hold(tradeNo, moving, false)
        await this.#send(tradeNo)
      } else if (this.#random() < 0.1) await this.#send(tradeNo)
      if (moving.steps.length === 0 && !moving.isHeld) this.#moving.delete(tradeNo)
    }
  }

  /** Whether every parcel has come to the end of its fate. */
  get isQuiet(): boolean {
    return this.#moving.size === 0
  }

  async #step(tradeNo: string, moving: Moving): Promise<void> {
    const [next] = moving.steps
    if (!next) return
    const step = await this.#server.move(tradeNo, next)
    // It goes on once the shop has told another store; a shopper may not answer.
    if (step === 'storeClosed' && this.#random() < 0.9) return
    if (step === 'storeClosed') moving.steps = [...back]
    else moving.steps.shift()
    if (step === 'takenBack') this.takenBack.push(moving.orderId)
  }

  async #hold(tradeNo: string, moving: Moving, holdsNotices: boolean): Promise<void> {
    moving.isHeld = holdsNotices
    await this.#server.post(`/parcels/${tradeNo}/settings`, { holdsNotices })
  }

  /** All callbacks, the newest first: late, again, forged, and of a code that nobody knows. */
  async #send(tradeNo: string): Promise<void> {
    const { notices } = await this.#server.parcel(tradeNo)
    await Promise.all(
      notices.toReversed().map(async ({ id }) => {
        const path = `/parcels/${tradeNo}/notices/${id}`
        if (this.#random() < 0.3) {
          const variant = pick(this.#random, ['wrong-mac', 'unknown-code'])
          await this.#server.post(path, { variant })
        }
        await this.#server.post(path, { times: 1 + Math.floor(this.#random() * 3) })
      }),
    )
  }
}
