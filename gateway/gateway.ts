import { testAccount } from './account.ts'
import { type Books, openBooks } from './books.ts'
import { closeDay, closingTime } from './card-trade.ts'
import { type Clock, createClock } from './clock.ts'
import type { Fault } from './faults.ts'
import { createInvoiceBook, type Invoice, type InvoiceBook } from './invoices/invoice.ts'
import { createLine, type Line } from './line/line.ts'
import { createParcelBook, type ParcelBook } from './logistics/parcel.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import { defaultSettings, type Settings } from './settings.ts'
import type { Subject } from './subject.ts'
import { nextTaipeiTime } from './taipei-time.ts'
import { createTradeBook, type TradeBook } from './trade.ts'

/** A call of the shop's server, or of a browser that it sends to print. */
export interface Call {
  at: Date
  path: string
  fields: Record<string, string>
  fault: Fault
}

/** Everything that the gateway knows. */
export interface Gateway {
  account: typeof testAccount
  clock: Clock
  settings: Settings
  trades: TradeBook
  parcels: ParcelBook
  invoices: InvoiceBook
  books: Books
  line: Line
  /** The calls of the shop's server, the oldest first. */
  calls: Call[]
  notifier: Notifier
  close(): Promise<void>
}

export interface GatewayOptions {
  /** Initial time of its clock. */
  now?: Date | undefined
  /** The file of its books; without one they are gone when it ends. */
  books?: string | undefined
}

export function createGateway({ now, books: file }: GatewayOptions = {}): Gateway {
  const account = testAccount
  const clock = createClock(now)
  const books = openBooks(file)
  const settings = { ...defaultSettings, ...books.settings }
  const trades = createTradeBook(books)
  const line = createLine(clock)
  const notifier = createNotifier({ clock, settings, books })

  function scheduleClosing(): void {
    const at = nextTaipeiTime(clock.now(), closingTime)
    clock.schedule(at, () => {
      for (const trade of trades.list()) {
        if (!trade.card) continue
        closeDay(trade.card, at, settings.autoCapture)
        books.keep(trade)
      }
      scheduleClosing()
    })
  }
  scheduleClosing()

  return {
    account,
    clock,
    settings,
    trades,
    parcels: createParcelBook(books.parcels),
    invoices: createInvoiceBook(books.invoices),
    books,
    line,
    calls: [],
    notifier,
    async close() {
      clock.close()
      await notifier.close()
      await line.close()
      books.close()
    },
  }
}

/** The fault of a record's own switch, else that of the gateway. */
export function faultFor({ settings }: Gateway, subject: Subject | undefined): Fault {
  return subject && subject.fault !== 'none' ? subject.fault : settings.fault
}

/** The same for invoices, which have a switch of their own between the two. */
export function invoiceFaultFor(gateway: Gateway, invoice: Invoice | undefined): Fault {
  const { invoiceFault } = gateway.settings
  if (invoice && invoice.fault !== 'none') return invoice.fault
  return invoiceFault === 'none' ? gateway.settings.fault : invoiceFault
}
