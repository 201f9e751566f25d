import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'

/**
 * The identity, the intentions and the acknowledged replies of a shopper. A key names one intended
 * order.
 */
export type LedgerEntry =
  | { kind: 'shopper'; cookie: string; email: string }
  | { kind: 'intent'; key: string; total: number }
  /** A call with an unknown outcome: no answer, or 503. */
  | { kind: 'unknown'; key: string; call: 'order' | 'payment'; status: number }
  | { kind: 'ordered'; key: string; orderId: string; total: number }
  | { kind: 'paid'; key: string; orderId: string }
  /** A definite refusal, or another order than the first answer named. */
  | { kind: 'violation'; key: string; what: string }

/** One shopper's own record, append-only, outside of everything that is killed. */
export class Ledger {
  readonly #file: number

  constructor(path: string) {
    const isBroken = existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'))
    this.#file = openSync(path, 'a')
    if (isBroken) writeSync(this.#file, '\n')
  }

  write(entry: LedgerEntry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Every entry; a line that was cut off when the harness itself ended is left out. */
  static read(path: string): LedgerEntry[] {
    if (!existsSync(path)) return []
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as LedgerEntry]
        } catch {
          return []
        }
      })
  }
}
