import type { CardTrade } from './card-trade.ts'
import type { Fields } from './check-mac-value.ts'
import type { Gateway } from './gateway.ts'
import type { NoticeKind } from './notice.ts'
import { noticeFields } from './notice-fields.ts'
import { addMs, dayMs, minuteMs, onTaipeiDay, toTaipeiDate, toTaipeiTime } from './taipei-time.ts'
import type { IssuedNumber, Stage, Trade } from './trade.ts'

/** Shopper's actions on the gateway's page, and in a store or at a bank afterwards. */
export const shopperActions = ['pay', 'refuse', 'leave', 'issue', 'deposit', 'credit'] as const
export type ShopperAction = (typeof shopperActions)[number]

/** A store reports a barcode to the gateway two days later. */
const barcodeMs = 2 * dayMs

interface Step {
  from: Stage[]
  isFor: 'card' | 'number'
  run(gateway: Gateway, trade: Trade): void
}

const retryable: Stage[] = ['open', 'left', 'refused']

const steps: Record<ShopperAction, Step> = {
  pay: { from: retryable, isFor: 'card', run: payByCard },
  refuse: { from: retryable, isFor: 'card', run: refuseCard },
  leave: {
    from: retryable,
    isFor: 'card',
    run: (_, trade) => {
      trade.stage = 'left'
    },
  },
  issue: { from: ['open'], isFor: 'number', run: issueNumber },
  deposit: { from: ['issued'], isFor: 'number', run: deposit },
  credit: { from: ['deposited'], isFor: 'number', run: confirmPayment },
}

/** Does it, or leaves the trade as it is where the step does not fit, as at a second press. */
export function actAsShopper(gateway: Gateway, trade: Trade, action: ShopperAction): boolean {
  const { from, isFor, run } = steps[action]
  const isCard = trade.method === 'Credit'
  if (isCard !== (isFor === 'card') || !from.includes(trade.stage)) return false
  if (action === 'deposit' && isExpired(gateway, trade)) return false
  run(gateway, trade)
  gateway.books.keep(trade)
  return true
}

/** Tells the shop about a payment. */
export function notifyOfTrade(
  { account, clock, notifier }: Gateway,
  trade: Trade,
  kind: NoticeKind,
): void {
  const url = kind === 'number' ? trade.form.PaymentInfoURL : trade.form.ReturnURL
  notifier.notify(trade, { kind, url, fields: noticeFields(trade, kind, clock.now(), account) })
}

export function isExpired({ clock }: Gateway, { number }: Trade): boolean {
  return number !== undefined && clock.now() > number.expiresAt
}

function payByCard(gateway: Gateway, trade: Trade): void {
  trade.card = authorise(trade, gateway.clock.now())
  confirmPayment(gateway, trade)
}

function authorise({ amount, tradeNo }: Trade, at: Date): CardTrade {
  return {
    gwsr: `1${tradeNo.slice(-8)}`,
    authCode: tradeNo.slice(-6),
    authorisedAt: at,
    amount,
    state: '已授權',
    isCapturedAutomatically: false,
    closeEntries: [],
    ledger: [],
  }
}

function refuseCard(gateway: Gateway, trade: Trade): void {
  trade.stage = 'refused'
  notifyOfTrade(gateway, trade, 'refused')
}

function issueNumber(gateway: Gateway, trade: Trade): void {
  trade.number = createNumber(trade, gateway.clock.now())
  trade.stage = 'issued'
  notifyOfTrade(gateway, trade, 'number')
}

function createNumber({ method, form, tradeNo }: Trade, at: Date): IssuedNumber {
  if (method === 'ATM') {
    const expiresAt = endOfDay(at, Number(form.ExpireDate ?? 3))
    const fields = { BankCode: '812', vAccount: `9103522${tradeNo.slice(-9)}` }
    return { expiresAt, fields: { ...fields, ExpireDate: toTaipeiDate(expiresAt) } }
  }
  const expiresAt =
    method === 'CVS'
      ? addMs(at, Number(form.StoreExpireDate ?? 10_080) * minuteMs)
      : endOfDay(at, Number(form.StoreExpireDate ?? 7))
  const fields: Fields =
    method === 'CVS'
      ? { PaymentNo: `LLL${tradeNo.slice(-11)}` }
      : {
          Barcode1: `${tradeNo.slice(0, 6)}CY1`,
          Barcode2: tradeNo.slice(-16),
          Barcode3: tradeNo.slice(-15),
        }
  return { expiresAt, fields: { ...fields, ExpireDate: toTaipeiTime(expiresAt) } }
}

function endOfDay(at: Date, days: number): Date {
  return onTaipeiDay(addMs(at, days * dayMs), '23:59:59')
}

function deposit(gateway: Gateway, trade: Trade): void {
  if (trade.method !== 'BARCODE') {
    confirmPayment(gateway, trade)
    return
  }
  trade.stage = 'deposited'
  trade.creditedAt = addMs(gateway.clock.now(), barcodeMs)
  scheduleCredit(gateway, trade)
}

/** A payment in a store counts when the store reports it. */
export function scheduleCredit(gateway: Gateway, trade: Trade): void {
  const { stage, creditedAt } = trade
  if (stage !== 'deposited' || !creditedAt) return
  gateway.clock.schedule(creditedAt, () => void actAsShopper(gateway, trade, 'credit'))
}

function confirmPayment(gateway: Gateway, trade: Trade): void {
  trade.stage = 'paid'
  trade.paidAt = gateway.clock.now()
  notifyOfTrade(gateway, trade, 'paid')
}
