import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { Invoice } from './invoices/invoice.ts'
import type { Parcel } from './logistics/parcel.ts'
import type { Settings } from './settings.ts'
import { kindOf, numberOf, type Subject } from './subject.ts'
import type { Trade } from './trade.ts'

/** Records of the gateway's trades, parcels, invoices and switches: in memory, or all in a file. */
export interface Books {
  /** Those of an earlier run, the oldest first. */
  trades: Trade[]
  parcels: Parcel[]
  invoices: Invoice[]
  /** Writes a record down as it is now; to be called before its change is answered. */
  keep(subject: Subject): void
  settings: Partial<Settings>
  keepSettings(settings: Settings): void
  close(): void
}

/** A line of the file. The last one of a record holds; its form, which never changes, is in the first. */
interface Line {
  trade?: Trade
  parcel?: Parcel
  invoice?: Invoice
  settings?: Settings
}

/**
 * Opens the books in a file that is only appended to, each line on the disk before its change is
 * answered, so that a gateway that is killed goes on from there. Without a file they are in memory.
 * Recorded calls and the clock's offset are in memory only.
 */
export function openBooks(file: string | undefined): Books {
  if (file === undefined) {
    const none = { trades: [], parcels: [], invoices: [], settings: {} }
    return { ...none, keep() {}, keepSettings() {}, close() {} }
  }
  const { trades, parcels, invoices, settings } = readBooks(file)
  const known = {
    trade: new Set(trades.keys()),
    parcel: new Set(parcels.keys()),
    invoice: new Set(invoices.keys()),
  }
  const descriptor = openSync(file, 'as')
  const write = (line: object) => void writeSync(descriptor, `${JSON.stringify(line)}\n`)
  return {
    trades: [...trades.values()],
    parcels: [...parcels.values()],
    invoices: [...invoices.values()],
    settings,
    keep(subject) {
      const kind = kindOf(subject)
      const number = numberOf(subject)
      const isKnown = known[kind].has(number)
      known[kind].add(number)
      write({ [kind]: isKnown ? { ...subject, form: undefined } : subject })
    },
    keepSettings: (settings) => write({ settings }),
    close: () => closeSync(descriptor),
  }
}

function readBooks(file: string) {
  const trades = new Map<string, Trade>()
  const parcels = new Map<string, Parcel>()
  const invoices = new Map<string, Invoice>()
  const settings: Partial<Settings> = {}
  if (!existsSync(file)) return { trades, parcels, invoices, settings }
  const bytes = readFileSync(file)
  // A kill can leave half a line, of a change that nobody was told of.
  const end = bytes.lastIndexOf('\n') + 1
  truncateSync(file, end)
  for (const text of bytes.toString('utf8', 0, end).split('\n')) {
    if (text === '') continue
    const { trade, parcel, invoice, settings: set }: Line = JSON.parse(text, revive)
    if (trade) update(trades, trade)
    if (parcel) update(parcels, parcel)
    if (invoice) update(invoices, invoice)
    Object.assign(settings, set)
  }
  return { trades, parcels, invoices, settings }
}

function update<S extends Subject>(known: Map<string, S>, subject: S): void {
  const number = numberOf(subject)
  known.set(number, { ...known.get(number), ...subject })
}

const instants = new Set([
  'at',
  'authorisedAt',
  'closedAt',
  'createdAt',
  'creditedAt',
  'expiresAt',
  'issuedAt',
  'paidAt',
  'voidedAt',
])

function revive(key: string, value: unknown): unknown {
  return instants.has(key) && typeof value === 'string' ? new Date(value) : value
}
