import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { Settings } from './settings.ts'
import type { KeptTrades, Trade } from './trade.ts'

/** Records of the gateway's trades and switches: in memory, or all in a file. */
export interface Books extends KeptTrades {
  settings: Partial<Settings>
  keepSettings(settings: Settings): void
  close(): void
}

/** A line of the file. The last one of a trade holds; its form, which never changes, is in the first. */
interface Line {
  trade?: Trade
  settings?: Settings
}

/**
 * Opens the books in a file that is only appended to, each line on the disk before its change is
 * answered, so that a gateway that is killed goes on from there. Without a file they are in memory.
 * Recorded calls and the clock's offset are in memory only.
 */
export function openBooks(file: string | undefined): Books {
  if (file === undefined) {
    return { trades: [], settings: {}, keep() {}, keepSettings() {}, close() {} }
  }
  const { trades, settings } = readBooks(file)
  const known = new Set(trades.keys())
  const descriptor = openSync(file, 'as')
  const write = (line: object) => void writeSync(descriptor, `${JSON.stringify(line)}\n`)
  return {
    trades: [...trades.values()],
    settings,
    keep(trade) {
      const isKnown = known.has(trade.merchantTradeNo)
      known.add(trade.merchantTradeNo)
      write({ trade: isKnown ? { ...trade, form: undefined } : trade })
    },
    keepSettings: (settings) => write({ settings }),
    close: () => closeSync(descriptor),
  }
}

function readBooks(file: string): { trades: Map<string, Trade>; settings: Partial<Settings> } {
  const trades = new Map<string, Trade>()
  const settings: Partial<Settings> = {}
  if (!existsSync(file)) return { trades, settings }
  const bytes = readFileSync(file)
  // A kill can leave half a line, of a change that nobody was told of.
  const end = bytes.lastIndexOf('\n') + 1
  truncateSync(file, end)
  for (const text of bytes.toString('utf8', 0, end).split('\n')) {
    if (text === '') continue
    const { trade, settings: set }: Line = JSON.parse(text, revive)
    if (trade) {
      const { merchantTradeNo } = trade
      trades.set(merchantTradeNo, { ...trades.get(merchantTradeNo), ...trade })
    }
    Object.assign(settings, set)
  }
  return { trades, settings }
}

const instants = new Set([
  'at',
  'authorisedAt',
  'closedAt',
  'createdAt',
  'creditedAt',
  'expiresAt',
  'paidAt',
])

function revive(key: string, value: unknown): unknown {
  return instants.has(key) && typeof value === 'string' ? new Date(value) : value
}
