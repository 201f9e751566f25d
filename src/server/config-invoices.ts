import type { PaymentProviderName } from './config-payments.ts'

/** The account of invoices at ECPay: another one than that of payments. */
export interface InvoiceAccount {
  merchantId: string
  hashKey: string
  hashIv: string
  /** Nothing is told to the ministry. */
  isTrial: boolean
}

export interface InvoicesConfig {
  /** Null: the shop issues no invoices. */
  account: InvoiceAccount | null
  /** Where invoices are issued; null: ECPay's own addresses. */
  url: string | null
  /** A demonstration issues nothing, so no setting names an account. */
  isOff: boolean
}

/** Reader of environment values that collects faults. */
interface EnvValues {
  faults: string[]
  optional(name: string): string | null
}

const production = 'https://einvoice.ecpay.com.tw'
const stage = 'https://einvoice-stage.ecpay.com.tw'

/** Published by ECPay for its stage; the try-out server knows it, too. */
export const publishedInvoices = {
  ECPAY_INVOICE_MERCHANT_ID: '2000132',
  ECPAY_INVOICE_HASH_KEY: 'ejCk326UnaZWKisg',
  ECPAY_INVOICE_HASH_IV: 'q9jcZX8Ib9LM8wYk',
}

/** Signs of a key of AES-128. */
export const keyLength = 16

/** `gatewayUrl`: of the try-out server, which issues invoices beside payments. */
export function readInvoices(
  read: EnvValues,
  { payments, gatewayUrl }: { payments: PaymentProviderName | null; gatewayUrl: string | null },
): InvoicesConfig {
  const isSandbox = payments === 'sandbox'
  const url = readUrl(read) ?? (isSandbox ? gatewayUrl : null)
  if (!isSandbox && read.optional('ECPAY_INVOICE_MERCHANT_ID') === null) {
    return { account: null, url, isOff: url === null && payments === 'demonstration' }
  }
  const isTrial = isSandbox || read.optional('ECPAY_STAGE') === '1'
  const required = (name: keyof typeof publishedInvoices): string => {
    const value = read.optional(name) ?? (isTrial ? publishedInvoices[name] : null)
    if (value === null) read.faults.push(`${name} must be set with ECPAY_INVOICE_MERCHANT_ID`)
    return value ?? ''
  }
  const key = (name: 'ECPAY_INVOICE_HASH_KEY' | 'ECPAY_INVOICE_HASH_IV'): string => {
    const value = required(name)
    if (value !== '' && Buffer.byteLength(value) !== keyLength) {
      read.faults.push(`${name} must have ${keyLength} characters`)
    }
    return value
  }
  const account = {
    merchantId: required('ECPAY_INVOICE_MERCHANT_ID'),
    hashKey: key('ECPAY_INVOICE_HASH_KEY'),
    hashIv: key('ECPAY_INVOICE_HASH_IV'),
    isTrial,
  }
  return { account, url, isOff: false }
}

function readUrl(read: EnvValues): string | null {
  const value = read.optional('ECPAY_INVOICE_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) {
    return url.origin
  }
  read.faults.push('ECPAY_INVOICE_URL must be an address such as https://einvoice.ecpay.com.tw')
  return null
}

/** Where the calls of an account go. */
export function invoicesUrl(
  { url }: Pick<InvoicesConfig, 'url'>,
  { isTrial }: Pick<InvoiceAccount, 'isTrial'>,
): string {
  return url ?? (isTrial ? stage : production)
}

/** Trial settings of invoices that a shop for real customers must not have. */
export function productionInvoiceFaults(
  { account, url }: Pick<InvoicesConfig, 'account' | 'url'>,
  payments: PaymentProviderName | null,
): string[] {
  // Told by itself.
  if (payments === 'sandbox') return []
  const faults: string[] = []
  if (account && !account.isTrial && isPublished(account)) {
    faults.push(
      'ECPAY_INVOICE_MERCHANT_ID must be your own in production: everybody knows the keys of the published account; ECPAY_STAGE=1 allows it',
    )
  }
  if (url !== null && ![production, stage].includes(url)) {
    faults.push("ECPAY_INVOICE_URL must be ECPay's own in production")
  }
  return faults
}

export function isPublished({ merchantId }: Pick<InvoiceAccount, 'merchantId'>): boolean {
  return merchantId === publishedInvoices.ECPAY_INVOICE_MERCHANT_ID
}
