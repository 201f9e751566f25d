import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayMethod } from '#contract/payments.ts'
import type { IssuedNumber } from '../db/tables/payments.ts'
import type { GatewayFailure } from '../ecpay/ecpay-http.ts'

/** An attempt to pay an order, as its provider needs it. */
export interface Attempt {
  id: string
  orderId: string
  /** One of the provider's methods, by its own name. */
  method: string
  /** In whole NT$. */
  amount: number
  /** Our number of the trade at the gateway, unique for ever. */
  tradeNo: string
  /** The gateway's number of the trade; null: it has told none yet. */
  gatewayTradeNo?: string | null
}

export interface StartedAttempt extends Attempt {
  /** By the clock of the database. */
  startedAt: Date
  /** When a place in a group ends unless it is paid; undefined: an order with no such time. */
  payBy?: Date
  /** The last date of its number, when no number moves the end of its order any more. */
  dueBy?: Date
  items: readonly { title: string; qty: number }[]
}

export interface PaidAttempt extends Attempt {
  gatewayTradeNo: string | null
  /** The gateway's number of a card's authorisation; without it the card cannot be asked for. */
  authorisation: string | null
}

export type StartResult =
  | { type: 'decided'; status: 'succeeded' | 'failed'; method: string; reference: string }
  /** The browser posts these fields to the gateway. */
  | { type: 'form'; action: string; fields: Record<string, string> }
  /** The browser goes there. */
  | { type: 'address'; url: string; gatewayTradeNo?: string }
  /** A phone opens the application by its link, any other device the address. */
  | { type: 'app'; link: string; url: string; gatewayTradeNo?: string }
  | { type: 'refused'; reason: string }
  | GatewayFailure

/** Report of a gateway on an attempt, by a callback or when it is asked. */
export type PaymentNews =
  | { type: 'paid'; amount: number; gatewayTradeNo: string; authorisation?: string }
  | { type: 'refused'; message: string }
  | { type: 'number_issued'; dueAt: Date; number: IssuedNumber }
  /** A test from the gateway's back office: no money. */
  | { type: 'simulated' }

/** A call to an address of ours, by a gateway or by the browser that it sends back. */
export interface GatewayMessage {
  kind: 'notify' | 'number' | 'return'
  headers: IncomingHttpHeaders
  query: URLSearchParams
  /** As it came; empty for a GET. */
  body: Buffer
}

export type CallbackReading =
  | { type: 'refused'; reason: string }
  | {
      /** Signed by the gateway. */
      type: 'believed'
      tradeNo: string
      news: PaymentNews
      /** The same for the same message, in whatever order and encoding its fields are written. */
      digest: string
    }
  /** It names a trade and proves nothing: the gateway is asked for it. */
  | { type: 'asked_for'; tradeNo: string }

/** The answer to a callback, so that the gateway sends it again or not. */
export interface Acknowledgement {
  /** Without it 200. */
  status?: number
  /** Without it `text/plain`. */
  type?: string
  body: string
}

export interface BrowserReturn {
  orderId: string
  /** The trade that the gateway is asked for now, since it waits for us or tells nobody else. */
  tradeNo?: string
}

export type QueryResult =
  | Extract<PaymentNews, { type: 'paid' }>
  /** `refused`: why this trade can never be paid any more. */
  | { type: 'unpaid'; refused?: string }
  | GatewayFailure

export type ActionResult = { type: 'done' } | { type: 'refused'; reason: string } | GatewayFailure

export type RefundResult =
  | ActionResult
  /** The gateway does not do it before this instant; nothing was sent. */
  | { type: 'put_off'; until: Date; reason: string }
  /** An earlier call is known to have done nothing. */
  | { type: 'not_happened' }

export interface RefundOrder {
  payment: PaidAttempt
  /** In whole NT$. */
  amount: number
  /** Sum of the other refunds of this payment. */
  refundedBefore: number
  /** Part of this payment is refunded by hand, so the gateway's total proves nothing. */
  isPartByHand: boolean
  /** By the clock of the database. */
  now: Date
}

export interface PaymentMethod {
  /** `card`, `atm`, `cvs`, `barcode` or `wallet`: how a shopper pays decides the words and what follows. */
  method: string
  /** The limits of an amount, in whole NT$. */
  min: number
  max: number
  /** Whether it can be authorised first and captured later. */
  authorises: boolean
  /** For how many days an authorisation can be captured; only of methods that authorise. */
  authorisationDays?: number
  /** Whether the provider gives money back itself. */
  refunds: boolean
  /** It does so only of a payment whose authorisation it has told. */
  refundsByAuthorisation?: true
  /**
   * When an unpaid order ends after an attempt with it; undefined: as before. `graceMinutes` is how
   * long it waits after the date of its number.
   */
  expiresAt(attempt: { startedAt: Date; dueAt?: Date; graceMinutes?: number }): Date | undefined
  /** How many minutes after its start it is asked for; undefined: as a card. Never of a number. */
  asksAfterMinutes?: readonly number[]
  /** Only of methods that are paid by a number. */
  numbers?: NumberTimes
}

export interface NumberTimes {
  /** The last date that is believed of a number; the gateway may have issued it after its start. */
  latest(attempt: { startedAt: Date; payBy?: Date }): Date
  /** The last date of a number whose order ends then. */
  dueBy(endsAt: Date, graceMinutes: number): Date
  /** Whether a number that is asked for now can have a date until then. */
  fits(startedAt: Date, dueBy: Date): boolean
}

/**
 * Takes payments, with one account. One that decides at once is called while the order is locked and
 * answers from this process; the others are gateways on the network and are never called under a lock.
 * No call throws because of what a gateway or a stranger sends.
 */
export interface PaymentProvider {
  /** In the books and in the addresses of its callbacks: small letters and digits. */
  name: string
  /** The account of its attempts; null: there is none. */
  merchant: string | null
  /** No money moves at its gateway. */
  isTrial: boolean
  decidesAtOnce: boolean
  /** The same list at each call. */
  methods(): readonly PaymentMethod[]
  start(attempt: StartedAttempt): Promise<StartResult>
  /** Reads a callback as it came, and believes none that is not signed. */
  readCallback(message: GatewayMessage): Promise<CallbackReading>
  /** Answers a callback that was believed, or was not and why. */
  acknowledge(refusal?: string): Acknowledgement
  /** The order that a browser comes back from; undefined when the gateway did not send it. */
  readReturn(message: GatewayMessage): BrowserReturn | undefined
  /** Asks how far an attempt is; may complete what the shopper has agreed to. */
  query(attempt: Attempt): Promise<QueryResult>
  /**
   * Gives money back. `beforeSending` is called when all that comes before it is known, and marks
   * the refund as sent; the call to the gateway follows only when it gives true.
   */
  refund(refund: RefundOrder, beforeSending: () => Promise<boolean>): Promise<RefundResult>
  /** Whether a refund whose answer was lost has happened. */
  queryRefund(refund: RefundOrder): Promise<RefundResult>
  /** Charges the whole of an authorised amount; `done` also when that had happened before. */
  capture(payment: PaidAttempt): Promise<ActionResult>
  /** Releases an authorisation, or gives all of it back if it was captured. */
  void(payment: PaidAttempt, now: Date): Promise<RefundResult>
}

/** With whom a payment was made. */
export interface PaymentMerchant {
  provider: string
  merchant: string | null
}

const withoutGateway: ReadonlySet<string> = new Set(['demonstration', 'manual', 'free'])

/** A gateway took it: it goes back by a refund alone. */
export function isRealMoney(provider: string): boolean {
  return !withoutGateway.has(provider)
}

/** The limits of the amounts of each method of a gateway, in whole NT$. */
export type AmountLimits = Record<GatewayMethod, { min: number; max: number }>
