import { type HttpLimits, httpLimits } from '../../../ecpay/ecpay-http.ts'
import { parseTaipeiTime, toTaipeiTime } from '../../../ecpay/taipei-time.ts'
import { shorten } from '../../../input/shorten.ts'
import type {
  AllowancesResult,
  AllowResult,
  CheckResult,
  DoneResult,
  FindResult,
  FoundAllowance,
  InvoiceProvider,
  IssueResult,
  KnownInvoice,
  NewInvoice,
  NumbersResult,
  Refusal,
} from '../invoice-provider.ts'
import {
  type CallResult,
  callInvoices,
  type EcpayInvoicesOptions,
  unknown,
} from './invoice-call.ts'
import { isObject } from './invoice-cipher.ts'
import { issueFields, itemFields } from './invoice-fields.ts'

const notFound = 1600003
const voidBefore = 5070453

/** An account as invoices name it; a trial has invoices of its own. */
export function merchantOf({
  merchantId,
  isTrial,
}: Pick<EcpayInvoicesOptions, 'merchantId' | 'isTrial'>): string {
  return isTrial ? `trial:${merchantId}` : merchantId
}

/** Invoices by ECPay's B2C interface (綠界電子發票). */
export function createEcpayInvoices(
  options: EcpayInvoicesOptions,
  { limits = httpLimits, now = Date.now }: { limits?: HttpLimits; now?: () => number } = {},
): InvoiceProvider {
  const call = (name: string, data: Record<string, unknown>) =>
    callInvoices(options, name, data, { limits, now })

  async function check(name: string, data: Record<string, string>): Promise<CheckResult> {
    const answer = await call(name, data)
    if (answer.type !== 'data') return failure(answer)
    const { IsExist } = answer.data
    if (IsExist === 'Y') return { type: 'exists' }
    return IsExist === 'N' ? { type: 'missing' } : unknown('no IsExist')
  }

  return {
    name: 'ecpay',
    merchant: merchantOf(options),
    isTrial: options.isTrial,
    issues: true,

    async issue(invoice) {
      const fields = issueFields(invoice)
      if ('refusal' in fields) return refused(String(fields.refusal))
      const answer = await call('Issue', fields)
      return answer.type === 'data' ? readIssued(answer.data) : failure(answer)
    },

    async find(asked) {
      const answer = await call('GetIssue', { RelateNumber: asked.number })
      if (answer.type === 'refused' && answer.code === notFound) {
        return { type: 'none', reason: answer.reason }
      }
      return answer.type === 'data' ? readFound(answer.data, asked) : failure(answer)
    },

    async void(invoice, reason) {
      const answer = await call('Invalid', { ...namesOf(invoice), Reason: shorten(reason, 20) })
      if (answer.type === 'refused' && answer.code === voidBefore) return { type: 'done' }
      return done(answer)
    },

    async allow({ invoice, amount, lines, email }) {
      const notice =
        email === '' ? { AllowanceNotify: 'N' } : { AllowanceNotify: 'E', NotifyMail: email }
      const answer = await call('Allowance', {
        ...namesOf(invoice),
        ...notice,
        AllowanceAmount: amount,
        Items: itemFields(lines),
      })
      return answer.type === 'data' ? readAllowed(answer.data, invoice) : failure(answer)
    },

    async listAllowances(invoice) {
      const { InvoiceNo, InvoiceDate } = namesOf(invoice)
      const asked = { SearchType: '1', InvoiceNo, Date: InvoiceDate }
      const answer = await call('GetAllowanceList', asked)
      if (answer.type === 'refused' && answer.code === notFound) {
        return { type: 'allowances', allowances: [] }
      }
      return answer.type === 'data' ? readAllowances(answer.data, invoice) : failure(answer)
    },

    async voidAllowance({ invoiceNumber, number }, reason) {
      const Reason = shorten(reason, 20)
      const named = { InvoiceNo: invoiceNumber, AllowanceNo: number }
      return done(await call('AllowanceInvalid', { ...named, Reason }))
    },

    async numbersLeft(at) {
      const [year = 0, month = 0] = toTaipeiTime(at).split('/').map(Number)
      const answer = await call('GetInvoiceWordSetting', {
        InvoiceYear: String(year - 1911),
        InvoiceTerm: Math.ceil(month / 2),
        // In use.
        UseStatus: 2,
        InvoiceCategory: 1,
      })
      if (answer.type === 'refused' && answer.code === notFound) {
        return { type: 'numbers', left: 0, all: 0 }
      }
      return answer.type === 'data' ? readNumbers(answer.data) : failure(answer)
    },

    checkMobileBarcode: (BarCode) => check('CheckBarcode', { BarCode }),
    checkLoveCode: (LoveCode) => check('CheckLoveCode', { LoveCode }),

    async findCompany(taxId) {
      const answer = await call('GetCompanyNameByTaxID', { UnifiedBusinessNo: taxId })
      if (answer.type === 'refused' && answer.code === notFound) return { type: 'missing' }
      if (answer.type !== 'data') return failure(answer)
      const name = String(answer.data.CompanyName ?? '').trim()
      return name === '' ? { type: 'missing' } : { type: 'company', name: shorten(name, 60) }
    },
  }
}

function readIssued(data: Record<string, unknown>): IssueResult {
  const invoice = readNumbered(data.InvoiceNo, data.InvoiceDate, data.RandomNumber)
  return invoice ? { type: 'issued', invoice } : unknown('no number of an invoice')
}

function readFound(
  data: Record<string, unknown>,
  asked: Pick<NewInvoice, 'number' | 'amount'>,
): FindResult {
  // Told in a fixed length, and in the case of the first call.
  const number = String(data.IIS_Relate_Number ?? '').trim()
  if (number.toUpperCase() !== asked.number.toUpperCase()) return unknown('another invoice')
  if (data.IIS_Sales_Amount !== asked.amount) return unknown('another amount')
  const issued = readNumbered(data.IIS_Number, data.IIS_Create_Date, data.IIS_Random_Number)
  const remaining = readAmount(data.IIS_Remain_Allowance_Amt)
  if (!issued || remaining === undefined) return unknown('no number of an invoice')
  const isVoid = data.IIS_Invalid_Status === '1' || data.IIS_Issue_Status === '0'
  return { type: 'found', invoice: { ...issued, amount: asked.amount, isVoid, remaining } }
}

function readNumbered(number: unknown, time: unknown, random: unknown) {
  const issuedAt = readTime(time)
  if (typeof number !== 'string' || !/^[A-Z]{2}\d{8}$/.test(number)) return undefined
  if (!issuedAt || !/^\d{4}$/.test(String(random))) return undefined
  return { invoiceNumber: number, issuedAt, randomNumber: String(random) }
}

function readAllowed(data: Record<string, unknown>, { invoiceNumber }: KnownInvoice): AllowResult {
  if (data.IA_Invoice_No !== invoiceNumber) return unknown('another invoice')
  const at = readTime(data.IA_Date)
  const remaining = readAmount(data.IA_Remain_Allowance_Amt)
  const number = String(data.IA_Allow_No ?? '')
  if (!at || remaining === undefined || !isAllowanceNumber(number)) {
    return unknown('no number of an allowance')
  }
  return { type: 'allowed', number, at, remaining }
}

function readAllowances(
  { AllowanceInfo: list }: Record<string, unknown>,
  { invoiceNumber }: KnownInvoice,
): AllowancesResult {
  if (!Array.isArray(list)) return unknown('no list of allowances')
  const allowances: FoundAllowance[] = []
  for (const entry of list as unknown[]) {
    if (!isObject(entry) || entry.IA_Invoice_No !== invoiceNumber) return unknown('another invoice')
    const at = readTime(entry.IA_Date)
    const amount = readAmount(entry.IA_Total_Tax_Amount)
    const number = String(entry.IA_Allow_No ?? '')
    if (!at || amount === undefined || !isAllowanceNumber(number)) {
      return unknown('no number of an allowance')
    }
    allowances.push({ number, amount, at, isVoid: entry.IA_Invalid_Status === '1' })
  }
  return { type: 'allowances', allowances }
}

function isAllowanceNumber(text: string): boolean {
  return /^\d{1,16}$/.test(text)
}

function readNumbers({ InvoiceInfo: list }: Record<string, unknown>): NumbersResult {
  if (!Array.isArray(list)) return unknown('no list of numbers')
  let [left, all] = [0, 0]
  for (const range of list as unknown[]) {
    const [start, end] = isObject(range) ? [range.InvoiceStart, range.InvoiceEnd].map(toNumber) : []
    if (!isObject(range) || start === undefined || end === undefined) {
      return unknown('no range of numbers')
    }
    // The last one that was used; empty before the first.
    const used = toNumber(range.InvoiceNo)
    all += end - start + 1
    left += end - Math.max(used ?? 0, start - 1)
  }
  return { type: 'numbers', left, all }
}

function toNumber(value: unknown): number | undefined {
  return /^\d{8}$/.test(String(value)) ? Number(value) : undefined
}

function readAmount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
}

/** `yyyy-MM-dd HH:mm:ss` of Taipei, with slashes too. */
function readTime(value: unknown): Date | undefined {
  return parseTaipeiTime(String(value ?? '').replaceAll('-', '/'))
}

function namesOf({ invoiceNumber, issuedAt }: KnownInvoice) {
  const InvoiceDate = toTaipeiTime(issuedAt).slice(0, 10).replaceAll('/', '-')
  return { InvoiceNo: invoiceNumber, InvoiceDate }
}

function refused(reason: string): Refusal {
  return { type: 'refused', cause: 'data', reason }
}

function done(answer: CallResult): DoneResult {
  return answer.type === 'data' ? { type: 'done' } : failure(answer)
}

/** Without the code, which only this provider understands. */
function failure(answer: Exclude<CallResult, { type: 'data' }>) {
  if (answer.type !== 'refused') return answer
  const { type, cause, reason } = answer
  return { type, cause, reason } as const
}
