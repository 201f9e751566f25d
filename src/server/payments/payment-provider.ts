import type { GatewayMethod } from '#contract/payments.ts'
import type { Db } from '../db/connect.ts'
import type { IssuedNumber } from '../db/tables/payments.ts'
import type { GatewayFailure } from '../ecpay/ecpay-http.ts'

/** An attempt to pay an order, as its provider needs it. */
export interface Attempt {
  id: string
  orderId: string
  method: string
  /** In whole NT$. */
  amount: number
  /** Our number of the trade at the gateway, unique for ever. */
  tradeNo: string
  /** The account at the gateway that it was begun with; null: none is known. */
  merchant?: string | null
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
  /** The gateway's number of the trade. */
  gatewayTradeNo: string | null
  /** The gateway's number of a card's authorisation; without it the card cannot be asked for. */
  authorisation: string | null
}

export type StartResult =
  | { type: 'decided'; status: 'succeeded' | 'failed'; method: string; reference: string }
  /** The browser posts these fields to the gateway. */
  | { type: 'form'; action: string; fields: Record<string, string> }

/** Report of a gateway on an attempt, by a callback or when it is asked. */
export type PaymentNews =
  | { type: 'paid'; amount: number; gatewayTradeNo: string; authorisation?: string }
  | { type: 'refused'; message: string }
  | { type: 'number_issued'; dueAt: Date; number: IssuedNumber }
  /** A test from the gateway's back office: no money. */
  | { type: 'simulated' }

export type CallbackReading =
  | { isValid: false; reason: string }
  | {
      isValid: true
      tradeNo: string
      /** The account whose keys have signed it. */
      merchant: string
      news: PaymentNews
      /** The same for the same message, in whatever order and encoding its fields are written. */
      digest: string
    }

export type QueryResult =
  | Extract<PaymentNews, { type: 'paid' }>
  | { type: 'unpaid' }
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
  /**
   * When an unpaid order ends after an attempt with it; undefined: as before. `graceMinutes` is how
   * long it waits after the date of its number.
   */
  expiresAt(attempt: { startedAt: Date; dueAt?: Date; graceMinutes?: number }): Date | undefined
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
 * Takes payments. One that decides at once is called while the order is locked and answers from
 * this process; the others are gateways on the network and are never called under a lock.
 */
export interface PaymentProvider {
  name: string
  /** The account of new attempts; null: there is none. */
  merchant: string | null
  /** No money moves at its gateway. */
  isTrial: boolean
  /** Whether it takes callbacks, be it of an account of before. */
  hasGateway: boolean
  /** As it is at this moment: between two steps of one payment the settings may change. */
  current(): PaymentProvider
  /** Whether it is still what the settings say, as they are committed. */
  stands(db: Db): Promise<boolean>
  /** Whether it can speak of this payment, made with this account or one of before. */
  knows(payment: PaymentMerchant): boolean
  /** The method by which a payment was made, at the account that it was made with. */
  methodOf(payment: PaymentMerchant & { method: string }): PaymentMethod | undefined
  decidesAtOnce: boolean
  methods(): readonly PaymentMethod[]
  start(attempt: StartedAttempt): Promise<StartResult>
  /** Reads a callback from its raw bytes, and believes none that is not signed. */
  readCallback(raw: Buffer, kind: 'notify' | 'number'): CallbackReading
  /** The order that a browser comes back from; undefined when the gateway did not send it. */
  readReturn(raw: Buffer): string | undefined
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

/** A gateway took it: it goes back by a refund alone. */
export function isRealMoney(provider: string): boolean {
  return provider === 'ecpay'
}

/** The limits of the amounts of each method of a gateway, in whole NT$. */
export type AmountLimits = Record<GatewayMethod, { min: number; max: number }>
