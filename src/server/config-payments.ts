import { publishedMerchantId } from '#contract/connections.ts'
import { type GatewayMethod, gatewayMethods } from '#contract/payments.ts'

/** The account at ECPay, where ECPay is, and what the contract with it says. */
export interface GatewaySettings {
  url: string
  merchantId: string
  hashKey: string
  hashIv: string
  /** 商家檢查碼; null: cards are refunded in ECPay's back office. */
  creditCheckCode: string | null
  /** No money moves, and every payment page says so. */
  isTrial: boolean
  limits: Record<GatewayMethod, { min: number; max: number }>
  capturesAutomatically: boolean
}

/** `settings`: the owner decides in the back office. */
export const paymentProviders = ['settings', 'demonstration', 'ecpay', 'sandbox'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

/** Reader of environment values that collects faults. */
interface EnvValues {
  faults: string[]
  optional(name: string): string | null
  text(name: string, fallback: string): string
  flag(name: string, fallback: boolean): boolean
}

/** Published by ECPay for trying; it works on its stage alone. */
export const publishedAccount = {
  ECPAY_MERCHANT_ID: publishedMerchantId,
  ECPAY_HASH_KEY: 'pwFHCqoQZGmho4w6',
  ECPAY_HASH_IV: 'EkRm7iFT261dpevs',
  ECPAY_CREDIT_CHECK_CODE: '59997889',
}
export const publishedMerchantIds = [publishedAccount.ECPAY_MERCHANT_ID, '2000132']

export const production = 'https://payment.ecpay.com.tw'
export const stage = 'https://payment-stage.ecpay.com.tw'
/** Where `npm run gateway` listens. */
const trialGateway = 'http://localhost:3100'

/** The tariff of a personal account. */
const tariff: GatewaySettings['limits'] = {
  card: { min: 5, max: 199_999 },
  atm: { min: 11, max: 49_999 },
  cvs: { min: 33, max: 6_000 },
  barcode: { min: 17, max: 20_000 },
}

export function readPaymentProvider(
  read: EnvValues,
  isProduction: boolean,
): PaymentProviderName | null {
  const named = read.optional('PAYMENTS')
  if (named === null) return isProduction ? null : 'settings'
  const known = paymentProviders.find((name) => name === named)
  if (known) return known
  read.faults.push('PAYMENTS must be "settings", "demonstration", "ecpay" or "sandbox"')
  return 'demonstration'
}

/** No fault repeats the value of a key. */
export function readGateway(
  read: EnvValues,
  payments: PaymentProviderName | null,
): GatewaySettings | null {
  // Beside the settings, the account of before serves the payments that it began.
  const isEarlier = payments === 'settings' && read.optional('ECPAY_HASH_KEY') !== null
  if (payments !== 'ecpay' && payments !== 'sandbox' && !isEarlier) return null
  const isStage = read.flag('ECPAY_STAGE', false)
  const isTrial = isStage || payments === 'sandbox'
  const required = (name: keyof typeof publishedAccount): string => {
    const value = read.optional(name) ?? (isTrial ? publishedAccount[name] : null)
    if (value === null) read.faults.push(`${name} must be set with PAYMENTS=${payments}`)
    return value ?? ''
  }
  const fallbackUrl = payments === 'sandbox' ? trialGateway : isStage ? stage : production
  const merchantId = required('ECPAY_MERCHANT_ID')
  return {
    url: readUrl(read, fallbackUrl),
    merchantId,
    hashKey: required('ECPAY_HASH_KEY'),
    hashIv: required('ECPAY_HASH_IV'),
    creditCheckCode:
      read.optional('ECPAY_CREDIT_CHECK_CODE') ??
      (isTrial && publishedMerchantIds.includes(merchantId)
        ? publishedAccount.ECPAY_CREDIT_CHECK_CODE
        : null),
    isTrial,
    limits: readLimits(read),
    capturesAutomatically: read.flag('ECPAY_AUTO_CAPTURE', true),
  }
}

function readUrl(read: EnvValues, fallback: string): string {
  const value = read.text('ECPAY_URL', fallback)
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) {
    return url.origin
  }
  read.faults.push('ECPAY_URL must be an address such as https://payment.ecpay.com.tw')
  return fallback
}

/** `cvs=33-20000,card=5-500000`; a method that is not named keeps the tariff's. */
function readLimits(read: EnvValues): GatewaySettings['limits'] {
  const limits = { ...tariff }
  for (const entry of read.text('ECPAY_LIMITS', '').split(',')) {
    if (entry.trim() === '') continue
    const [, name, min, max] = /^([a-z]+)=(\d{1,9})-(\d{1,9})$/.exec(entry.trim()) ?? []
    const method = gatewayMethods.find((one) => one === name)
    if (method && Number(min) >= 1 && Number(min) <= Number(max)) {
      limits[method] = { min: Number(min), max: Number(max) }
    } else {
      read.faults.push(`ECPAY_LIMITS holds "${entry.trim()}", which is no method with its amounts`)
    }
  }
  return limits
}

/** Trial payment settings that a shop for real customers must not have. */
export function productionPaymentFaults(config: {
  payments: PaymentProviderName | null
  gateway: GatewaySettings | null
  /** As it was given: a parsed one has its host in ASCII. */
  publicUrlText: string | null
}): string[] {
  const { payments, gateway, publicUrlText } = config
  const faults: string[] = []
  if (payments === 'sandbox') {
    faults.push('PAYMENTS must not be "sandbox" in production: its gateway moves no money')
  }
  if (payments !== 'ecpay' || !gateway) return faults
  if (!gateway.isTrial && publishedMerchantIds.includes(gateway.merchantId)) {
    faults.push(
      'ECPAY_MERCHANT_ID must be your own in production: everybody knows the keys of the published account; ECPAY_STAGE=1 allows it',
    )
  }
  if (![production, stage].includes(gateway.url)) {
    faults.push("ECPAY_URL must be ECPay's own in production")
  }
  if (publicUrlText !== null && !isReachable(publicUrlText)) {
    faults.push(
      'PUBLIC_URL must have no port and an ASCII host with PAYMENTS=ecpay: ECPay calls no other',
    )
  }
  return faults
}

/** An invalid URL has a fault of its own. */
function isReachable(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return true
  return new URL(publicUrl).port === '' && /^\p{ASCII}*$/u.test(publicUrl)
}

/** Whether ECPay's servers can call the shop. */
export function isCallable({ publicUrl }: { publicUrl: string | null }): boolean {
  return publicUrl?.startsWith('https:') === true && isReachable(publicUrl)
}

/** Where accounts of the settings find ECPay, and the amounts of their contract. */
export interface SettingsGateway {
  /** Null: ECPay's own addresses. */
  url: string | null
  limits: GatewaySettings['limits']
}

export function readSettingsGateway(
  read: EnvValues,
  gateway: GatewaySettings | null,
): SettingsGateway {
  const isElsewhere = read.optional('ECPAY_URL') !== null
  // Read again, an address that is wrong would be reported twice.
  if (gateway) return { url: isElsewhere ? gateway.url : null, limits: gateway.limits }
  const url = isElsewhere ? readUrl(read, production) : null
  return { url, limits: readLimits(read) }
}

/** Where forms of our pages are posted to: with settings always ECPay, so that no policy changes. */
export function gatewayFormActions(
  gateway: GatewaySettings | null,
  payments: PaymentProviderName | null,
  { url }: SettingsGateway,
): string[] {
  if (payments === 'settings') return [url ?? 'https://*.ecpay.com.tw']
  if (!gateway) return []
  return /\.ecpay\.com\.tw$/.test(new URL(gateway.url).hostname)
    ? ['https://*.ecpay.com.tw']
    : [gateway.url]
}
