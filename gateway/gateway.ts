import { type Account, testAccount } from './account.ts'
import { closeDay, closingTime } from './card-trade.ts'
import { type Clock, createClock } from './clock.ts'
import type { Fault } from './faults.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { nextTaipeiTime } from './taipei-time.ts'
import { createTradeBook, type Trade, type TradeBook } from './trade.ts'

/** A call of the shop's server. */
export interface Call {
  at: Date
  path: string
  fields: Record<string, string>
  fault: Fault
}

/** Everything that the gateway knows, in memory. */
export interface Gateway {
  account: Account
  clock: Clock
  settings: Settings
  trades: TradeBook
  /** The calls of the shop's server, the oldest first. */
  calls: Call[]
  notifier: Notifier
  close(): Promise<void>
}

export function createGateway(now?: Date): Gateway {
  const account = testAccount
  const clock = createClock(now)
  const settings = { ...defaultSettings }
  const trades = createTradeBook()
  const notifier = createNotifier(account, clock, settings)

  function scheduleClosing(): void {
    const at = nextTaipeiTime(clock.now(), closingTime)
    clock.schedule(at, () => {
      for (const { card } of trades.list()) if (card) closeDay(card, at, settings.autoCapture)
      scheduleClosing()
    })
  }
  scheduleClosing()

  return {
    account,
    clock,
    settings,
    trades,
    calls: [],
    notifier,
    async close() {
      clock.close()
      await notifier.close()
    },
  }
}

/** The fault of a trade's own switch, else that of the gateway. */
export function faultFor({ settings }: Gateway, trade: Trade | undefined): Fault {
  return trade && trade.fault !== 'none' ? trade.fault : settings.fault
}
