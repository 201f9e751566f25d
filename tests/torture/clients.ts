import { join } from 'node:path'
import { randomFrom } from '../harness/random.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'
import { Monitor } from './monitor.ts'
import { Shopper } from './shopper.ts'

interface ClientsOptions {
  folder: string
  /** The nodes of the shop. */
  addresses: string[]
  shoppers: number
  /** How many guests come with each member; the hash of a password is expensive. */
  guestsPerMember?: number
  seed: number
}

/** Many shoppers, guests and members, each with a ledger of its own in the folder. */
export class Clients {
  readonly monitor = new Monitor()
  readonly shoppers: Shopper[]
  readonly #ledgers: string[]
  #isOver = false
  #shopping: Promise<unknown> = Promise.resolve()

  constructor({ folder, addresses, shoppers, guestsPerMember = 1, seed }: ClientsOptions) {
    const numbers = Array.from({ length: shoppers }, (_, number) => number)
    this.#ledgers = numbers.map((number) => join(folder, `ledger-${number}.jsonl`))
    this.shoppers = numbers.map(
      (number) =>
        new Shopper({
          addresses,
          ledgerPath: join(folder, `ledger-${number}.jsonl`),
          name: `shopper-${number}`,
          isMember: number % (guestsPerMember + 1) === 1,
          random: randomFrom(seed * 1000 + number),
          monitor: this.monitor,
        }),
    )
  }

  async arrive(): Promise<void> {
    await Promise.all(this.shoppers.map((shopper) => shopper.arrive()))
  }

  /** Starts to shop; the promise rejects when a shopper meets a fatal error, and never resolves. */
  shop(): Promise<never> {
    const shopping = this.shoppers.map((shopper) => shopper.shop(() => this.#isOver))
    this.#shopping = Promise.all(shopping)
    return new Promise((_, reject) => {
      this.#shopping.catch(reject)
    })
  }

  /** Waits until every shopper has brought its order to an end. */
  async finish(): Promise<void> {
    this.#isOver = true
    await this.#shopping
  }

  leave(): void {
    this.#isOver = true
    for (const shopper of this.shoppers) shopper.leave()
  }

  get ledger(): LedgerEntry[] {
    return this.#ledgers.flatMap((path) => Ledger.read(path))
  }
}
