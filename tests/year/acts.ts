import { createHash } from 'node:crypto'

/** Ids, tokens and numbers of trades are others each time. */
const random = /-[\w-]{19}\b|[\w-]{18,}|(?<=\/group\/)\w+/g

/** The acts of a year and what came of them, without what is random. */
export class Acts {
  readonly #hash = createHash('sha256')
  readonly #write: ((line: string) => void) | undefined

  constructor(write?: (line: string) => void) {
    this.#write = write
  }

  add(at: string, ...of: unknown[]): void {
    // Seconds, since how long the work of a moment takes differs.
    const line = `${at.slice(0, 19)} ${JSON.stringify(of).replaceAll(random, '*')}`
    this.#hash.update(`${line}\n`)
    this.#write?.(line)
  }

  /** The same for two runs that did the same so far. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 12)
  }
}
