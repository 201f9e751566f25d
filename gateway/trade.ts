import type { CardTrade } from './card-trade.ts'
import type { Fields } from './check-mac-value.ts'
import type { Fault } from './faults.ts'
import type { Notice } from './notice.ts'
import { toTaipeiTime } from './taipei-time.ts'

export const methods = ['Credit', 'ATM', 'CVS', 'BARCODE'] as const
export type Method = (typeof methods)[number]

/**
 * - `left`: the shopper gave up at 3-D Secure. `refused`: the card was refused.
 * - `issued`: there is a number to pay with. `deposited`: paid in a store, which reports it days later.
 */
export type Stage = 'open' | 'left' | 'refused' | 'issued' | 'deposited' | 'paid'

export interface IssuedNumber {
  /** Other fields of the callback: bank and account, code, or barcodes, and `ExpireDate`. */
  fields: Fields
  expiresAt: Date
}

export interface Trade {
  merchantTradeNo: string
  /** The gateway's own number. */
  tradeNo: string
  amount: number
  method: Method
  createdAt: Date
  /** The form as the shop sent it. */
  form: Fields
  stage: Stage
  paidAt?: Date
  /** When a store will report what was paid there. */
  creditedAt?: Date
  number?: IssuedNumber
  card?: CardTrade
  fault: Fault
  /** Whether its callbacks wait until somebody sends them. */
  holdsNotices: boolean
  notices: Notice[]
}

/** All trades. A trade number is never free again. */
export interface TradeBook {
  add(form: Fields, method: Method, at: Date): Trade
  find(merchantTradeNo: string): Trade | undefined
  findByGwsr(gwsr: string): Trade | undefined
  /** The newest first. */
  list(): Trade[]
}

/** Trades of an earlier run, the oldest first, and how to store changes. */
interface KeptTrades {
  trades: Trade[]
  keep(trade: Trade): void
}

export function createTradeBook(books: KeptTrades): TradeBook {
  const trades = new Map(books.trades.map((trade) => [trade.merchantTradeNo, trade]))
  return {
    add(form, method, at) {
      const merchantTradeNo = form.MerchantTradeNo ?? ''
      const trade: Trade = {
        merchantTradeNo,
        tradeNo: tradeNumber(at, trades.size + 1),
        amount: Number(form.TotalAmount),
        method,
        createdAt: at,
        form,
        stage: 'open',
        fault: 'none',
        holdsNotices: false,
        notices: [],
      }
      trades.set(merchantTradeNo, trade)
      books.keep(trade)
      return trade
    },
    find: (merchantTradeNo) => trades.get(merchantTradeNo),
    findByGwsr: (gwsr) => trades.values().find(({ card }) => card?.gwsr === gwsr),
    list: () => [...trades.values()].reverse(),
  }
}

/** 20 digits: the time to the second, then a count. */
function tradeNumber(at: Date, count: number): string {
  return `${toTaipeiTime(at).replaceAll(/\D/g, '').slice(2)}${String(count).padStart(8, '0')}`
}

export function methodName(method: Method): string {
  return {
    Credit: '信用卡',
    ATM: 'ATM 轉帳',
    CVS: '超商代碼繳費',
    BARCODE: '超商條碼繳費',
  }[method]
}

/** The `PaymentType` of answers and callbacks. */
export function paymentType(method: Method): string {
  return {
    Credit: 'Credit_CreditCard',
    ATM: 'ATM_TAISHIN',
    CVS: 'CVS_CVS',
    BARCODE: 'BARCODE_BARCODE',
  }[method]
}

/** Fee of a payment here, in whole NT$. Real fees are a matter of the contract. */
export function feeOf({ method, amount }: Pick<Trade, 'method' | 'amount'>): number {
  return { Credit: Math.round((amount * 275) / 10_000), ATM: 10, CVS: 28, BARCODE: 15 }[method]
}
