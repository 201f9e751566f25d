import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import type { InvoiceLine } from '#contract/invoice-lines.ts'
import type { GatewayFailure } from '../../ecpay/ecpay-http.ts'

/** It was understood and is not done; in the words of the provider. */
export interface Refusal {
  type: 'refused'
  cause: RefusalCause
  reason: string
}

/**
 * - `used`: an invoice has our number already: ask for it by `find`.
 * - `clock`: our clock, or theirs, is wrong. `account`: the keys, or the contract. Both hold for all
 *   calls, and the same call may be sent again once they are right.
 * - `data`: everything else, such as a rule of invoices or a range without numbers.
 */
export type RefusalCause = 'used' | 'clock' | 'account' | 'data'

/** The receiver of the invoice, as far as it is not in the choice. */
export interface InvoiceBuyer {
  /** Where a printed invoice of a company goes. */
  address: string
  email: string
  /** Needed without `email`. */
  phone: string
}

/** For lines of zero rate: which of the grounds of the law (71 to 79), and whether by customs. */
export interface ZeroRate {
  ground: string
  byCustoms: boolean
}

/** An invoice that the provider is asked for. */
export interface NewInvoice {
  /** Ours: 1 to 30 letters and digits, unique for ever, the same for each try of one invoice. */
  number: string
  choice: InvoiceChoice
  buyer: InvoiceBuyer
  /** Sum of the lines, in whole NT$, more than 0. */
  amount: number
  lines: readonly InvoiceLine[]
  zeroRate?: ZeroRate
}

/** An invoice as later calls name it. */
export interface KnownInvoice {
  /** 發票號碼: two letters and eight digits. */
  invoiceNumber: string
  issuedAt: Date
}

export interface IssuedInvoice extends KnownInvoice {
  /** 隨機碼: four digits. */
  randomNumber: string
}

export interface FoundInvoice extends IssuedInvoice {
  amount: number
  isVoid: boolean
  /** Left for allowances, in whole NT$. */
  remaining: number
}

/** An allowance (折讓) that the provider is asked for. */
export interface NewAllowance {
  invoice: KnownInvoice
  /** Sum of the lines, in whole NT$, more than 0. */
  amount: number
  lines: readonly InvoiceLine[]
  /** Whom the provider tells. */
  email: string
}

export interface FoundAllowance {
  /** The provider's. */
  number: string
  amount: number
  at: Date
  isVoid: boolean
}

export type IssueResult = { type: 'issued'; invoice: IssuedInvoice } | Refusal | GatewayFailure

export type FindResult =
  | { type: 'found'; invoice: FoundInvoice }
  /** The provider has no such invoice, in its own words. */
  | { type: 'none'; reason: string }
  | Refusal
  | GatewayFailure

export type AllowResult =
  | { type: 'allowed'; number: string; at: Date; remaining: number }
  | Refusal
  | GatewayFailure

export type AllowancesResult =
  | { type: 'allowances'; allowances: readonly FoundAllowance[] }
  | Refusal
  | GatewayFailure

export type DoneResult = { type: 'done' } | Refusal | GatewayFailure

export type NumbersResult =
  | { type: 'numbers'; left: number; all: number }
  | Refusal
  | GatewayFailure

/** Only help for who types: whatever is neither `exists` nor `missing` says nothing. */
export type CheckResult = { type: 'exists' } | { type: 'missing' } | Refusal | GatewayFailure

export type CompanyResult =
  | { type: 'company'; name: string }
  | { type: 'missing' }
  | Refusal
  | GatewayFailure

/**
 * Issues invoices with one account. Never called under a lock or in a transaction. No call throws
 * because of what came from outside, and each has an end. `unreachable` says that nothing was sent,
 * `unknown` that it may have arrived: then `find`, or `listAllowances`, tells what has happened, before
 * the call is sent again.
 */
export interface InvoiceProvider {
  name: string
  /** The account as invoices name it. */
  merchant: string
  /** Nothing is told to the ministry. */
  isTrial: boolean
  /** False: the shop issues no invoices, and each call is refused. */
  issues: boolean
  issue(invoice: NewInvoice): Promise<IssueResult>
  /** Asks by our number; another amount than that which was asked for is not believed. */
  find(invoice: Pick<NewInvoice, 'number' | 'amount'>): Promise<FindResult>
  /** Makes an invoice void (作廢); one that is void already is done. `reason` has at most 20 signs. */
  void(invoice: KnownInvoice, reason: string): Promise<DoneResult>
  /** Has no number of ours: after a lost answer `listAllowances` has one that was not there before. */
  allow(allowance: NewAllowance): Promise<AllowResult>
  /** Those that are void, too. */
  listAllowances(invoice: KnownInvoice): Promise<AllowancesResult>
  voidAllowance(
    allowance: { invoiceNumber: string; number: string },
    reason: string,
  ): Promise<DoneResult>
  /** Numbers of the two months that `now` is in. */
  numbersLeft(now: Date): Promise<NumbersResult>
  checkMobileBarcode(barcode: string): Promise<CheckResult>
  checkLoveCode(code: string): Promise<CheckResult>
  findCompany(taxId: string): Promise<CompanyResult>
}
