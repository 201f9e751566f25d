import { appendFileSync, readFileSync } from 'node:fs'

/** What a shopper meant to order, under which key; and what it was told. */
export type LedgerEntry =
  | { kind: 'intent'; key: string; owner: string; total: number }
  | { kind: 'ordered'; key: string; orderId: string; total: number }
  | { kind: 'paid'; orderId: string }

/** One shopper's own record, append-only, outside of everything that is killed. */
export class Ledger {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  write(entry: LedgerEntry): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  static read(file: string): LedgerEntry[] {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as LedgerEntry)
  }
}
