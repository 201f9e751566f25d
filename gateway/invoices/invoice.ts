import { randomInt } from 'node:crypto'
import type { Fault } from '../faults.ts'
import type { Notice } from '../notice.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { isLater, type Period, periodOf, toPeriod, trackOf } from './period.ts'

/** The decrypted data of a call. */
export type Data = Record<string, unknown>

export interface Item {
  ItemSeq: number
  ItemName: string
  ItemCount: number
  ItemWord: string
  ItemPrice: number
  ItemTaxType: string
  ItemAmount: number
}

export interface Invoice {
  /** The shop's number; in upper case, since case does not tell numbers apart. */
  relateNumber: string
  /** Two letters and eight digits. */
  number: string
  randomNumber: string
  issuedAt: Date
  amount: number
  items: Item[]
  /** The data as the shop sent it. */
  form: Data
  voidedAt?: Date
  voidReason?: string
  allowances: Allowance[]
  fault: Fault
  holdsNotices: boolean
  /** Callbacks about allowances that the buyer agreed to. */
  notices: Notice[]
}

/** `asked`: the buyer has not agreed yet. `expired`, `cancelled`: and will not any more. */
export type AllowanceState = 'asked' | 'made' | 'void' | 'expired' | 'cancelled'

export interface Allowance {
  /** 16 digits. */
  number: string
  state: AllowanceState
  amount: number
  items: Item[]
  form: Data
  /** When it was made, or asked for. */
  at: Date
  /** Until when the buyer can agree. */
  expiresAt?: Date
  voidedAt?: Date
}

/** All invoices. A number of the shop is never free again. */
export interface InvoiceBook {
  /** Gives the next number of the period; undefined when it has none left. */
  add(invoice: NewInvoice, at: Date, count: number): Invoice | undefined
  find(relateNumber: string): Invoice | undefined
  findByNumber(number: string): Invoice | undefined
  findAllowance(number: string): { invoice: Invoice; allowance: Allowance } | undefined
  addAllowance(invoice: Invoice, allowance: Omit<Allowance, 'number'>): Allowance
  /** How many numbers of a period are taken. */
  usedOf(period: Period): number
  /** The newest first. */
  list(): Invoice[]
}

type NewInvoice = Pick<Invoice, 'relateNumber' | 'amount' | 'items' | 'form'>

/** Numbers of a period, when nothing else is set: twenty books of fifty. */
const usualNumbers = 1_000
const firstNumber = 10_000_000

/** The book of invoices, with those of an earlier run, the oldest first. */
export function createInvoiceBook(known: Invoice[]): InvoiceBook {
  const invoices = new Map(known.map((invoice) => [invoice.relateNumber, invoice]))
  const byNumber = new Map(known.map((invoice) => [invoice.number, invoice]))
  const used = new Map<string, number>()
  for (const { issuedAt } of known) count(periodOf(issuedAt))

  function count({ id }: Period): void {
    used.set(id, (used.get(id) ?? 0) + 1)
  }

  function findAllowance(number: string) {
    for (const invoice of invoices.values()) {
      const allowance = invoice.allowances.find((one) => one.number === number)
      if (allowance) return { invoice, allowance }
    }
    return undefined
  }

  return {
    add(given, at, numbers) {
      const period = periodOf(at)
      const taken = used.get(period.id) ?? 0
      if (taken >= numbers) return undefined
      count(period)
      const invoice: Invoice = {
        ...given,
        relateNumber: given.relateNumber.toUpperCase(),
        number: `${trackOf(period)}${firstNumber + taken}`,
        randomNumber: randomDigits(4),
        issuedAt: at,
        allowances: [],
        fault: 'none',
        holdsNotices: false,
        notices: [],
      }
      invoices.set(invoice.relateNumber, invoice)
      byNumber.set(invoice.number, invoice)
      return invoice
    },
    find: (relateNumber) => invoices.get(relateNumber.toUpperCase()),
    findByNumber: (number) => byNumber.get(number),
    findAllowance,
    addAllowance(invoice, given) {
      let number: string
      do {
        const time = toTaipeiTime(given.at).replaceAll(/\D/g, '').slice(0, 12)
        number = `${time}${randomDigits(4)}`
      } while (findAllowance(number))
      const allowance = { ...given, number }
      invoice.allowances.push(allowance)
      return allowance
    },
    usedOf: ({ id }) => used.get(id) ?? 0,
    list: () => [...invoices.values()].reverse(),
  }
}

export function numbersOf(settings: { invoiceNumbers: Record<string, number> }, { id }: Period) {
  return settings.invoiceNumbers[id] ?? usualNumbers
}

/** The numbers of a period as `GetInvoiceWordSetting` tells them. */
export interface NumberRange extends Period {
  track: string
  start: number
  end: number
  used: number
  left: number
  /** 1: not begun, 2: in use, 3: over. */
  useStatus: 1 | 2 | 3
}

export function rangesOf(
  { invoices, settings }: { invoices: InvoiceBook; settings: Parameters<typeof numbersOf>[0] },
  { year, now }: { year: number; now: Date },
): NumberRange[] {
  const current = periodOf(now)
  return [1, 2, 3, 4, 5, 6].map((term) => {
    const period = toPeriod(year, term)
    const all = numbersOf(settings, period)
    const used = invoices.usedOf(period)
    return {
      ...period,
      track: trackOf(period),
      start: firstNumber,
      end: firstNumber + all - 1,
      used,
      left: Math.max(0, all - used),
      useStatus: isLater(period, current) ? 1 : isLater(current, period) ? 3 : 2,
    }
  })
}

/** Amount that can still be given back; what the buyer was asked for counts until it is over. */
export function remainingOf({ amount, allowances }: Invoice): number {
  const taken = allowances.filter(isOpenOrMade)
  return taken.reduce((left, allowance) => left - allowance.amount, amount)
}

export function isOpenOrMade({ state }: Allowance): boolean {
  return state === 'asked' || state === 'made'
}

/** Tax in the amount of an invoice with a 統一編號; those of persons show none. */
export function taxOf({ amount, form, items }: Invoice): number {
  if (!form.CustomerIdentifier) return 0
  const taxed =
    form.TaxType === '9'
      ? items
          .filter(({ ItemTaxType }) => ItemTaxType === '1')
          .reduce((sum, { ItemAmount }) => sum + ItemAmount, 0)
      : form.TaxType === '1'
        ? amount
        : 0
  return Math.round(taxed) - Math.round(taxed / 1.05)
}

function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}
