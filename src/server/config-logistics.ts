import { publishedLogistics } from '#contract/connections.ts'
import { type LogisticsContract, logisticsContracts } from '#contract/stores.ts'
import type { PaymentProviderName } from './config-payments.ts'

/** The account of logistics at ECPay: another one than that of payments. */
export interface LogisticsAccount {
  merchantId: string
  contract: LogisticsContract
  hashKey: string
  hashIv: string
  /** No parcel moves at it. */
  isTrial: boolean
}

export interface LogisticsConfig {
  /** The account of the environment; null: the settings may name one. */
  account: LogisticsAccount | null
  /** Where logistics is; null: ECPay's own addresses. */
  url: string | null
  /** A demonstration sends nothing, so no setting names an account. */
  isOff: boolean
}

/** Reader of environment values that collects faults. */
interface EnvValues {
  faults: string[]
  optional(name: string): string | null
  text(name: string, fallback: string): string
}

const production = 'https://logistics.ecpay.com.tw'
const stage = 'https://logistics-stage.ecpay.com.tw'

/** Keys that ECPay publishes for its stage; the try-out server knows them, too. */
export const publishedLogisticsKeys: Record<
  LogisticsContract,
  Pick<LogisticsAccount, 'hashKey' | 'hashIv'>
> = {
  C2C: { hashKey: 'XBERn1YOvpM9nfZc', hashIv: 'h1ONHk4P4yqbl5LK' },
  B2C: { hashKey: '5294y06JbISpM5x9', hashIv: 'v77hoKGq4kWxNNIS' },
}

/** `gatewayUrl`: of the try-out server, which speaks payments and logistics. */
export function readLogistics(
  read: EnvValues,
  { payments, gatewayUrl }: { payments: PaymentProviderName | null; gatewayUrl: string | null },
): LogisticsConfig {
  const isSandbox = payments === 'sandbox'
  const url = readUrl(read) ?? (isSandbox ? gatewayUrl : null)
  if (!isSandbox && read.optional('ECPAY_LOGISTICS_MERCHANT_ID') === null) {
    return { account: null, url, isOff: url === null && payments === 'demonstration' }
  }
  const isTrial = isSandbox || read.optional('ECPAY_STAGE') === '1'
  const contract = readContract(read)
  const published = {
    ECPAY_LOGISTICS_MERCHANT_ID: publishedLogistics[contract],
    ECPAY_LOGISTICS_HASH_KEY: publishedLogisticsKeys[contract].hashKey,
    ECPAY_LOGISTICS_HASH_IV: publishedLogisticsKeys[contract].hashIv,
  }
  const required = (name: keyof typeof published): string => {
    const value = read.optional(name) ?? (isTrial ? published[name] : null)
    if (value === null) read.faults.push(`${name} must be set with ECPAY_LOGISTICS_MERCHANT_ID`)
    return value ?? ''
  }
  const account = {
    merchantId: required('ECPAY_LOGISTICS_MERCHANT_ID'),
    contract,
    hashKey: required('ECPAY_LOGISTICS_HASH_KEY'),
    hashIv: required('ECPAY_LOGISTICS_HASH_IV'),
    isTrial,
  }
  return { account, url, isOff: false }
}

function readContract(read: EnvValues): LogisticsContract {
  const named = read.text('ECPAY_LOGISTICS_CONTRACT', 'C2C')
  const contract = logisticsContracts.find((one) => one === named)
  if (!contract) read.faults.push('ECPAY_LOGISTICS_CONTRACT must be "C2C" or "B2C"')
  return contract ?? 'C2C'
}

function readUrl(read: EnvValues): string | null {
  const value = read.optional('ECPAY_LOGISTICS_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) {
    return url.origin
  }
  read.faults.push('ECPAY_LOGISTICS_URL must be an address such as https://logistics.ecpay.com.tw')
  return null
}

/** Where the calls of an account go. */
export function logisticsUrl(
  { url }: Pick<LogisticsConfig, 'url'>,
  { isTrial }: Pick<LogisticsAccount, 'isTrial'>,
): string {
  return url ?? (isTrial ? stage : production)
}

/** Trial settings of logistics that a shop for real customers must not have. */
export function productionLogisticsFaults(
  { account, url }: Pick<LogisticsConfig, 'account' | 'url'>,
  payments: PaymentProviderName | null,
): string[] {
  // Told by itself.
  if (payments === 'sandbox') return []
  const faults: string[] = []
  if (account && !account.isTrial && isPublishedLogistics(account.merchantId)) {
    faults.push(
      'ECPAY_LOGISTICS_MERCHANT_ID must be your own in production: everybody knows the keys of the published accounts; ECPAY_STAGE=1 allows it',
    )
  }
  if (url !== null && ![production, stage].includes(url)) {
    faults.push("ECPAY_LOGISTICS_URL must be ECPay's own in production")
  }
  return faults
}

export function isPublishedLogistics(merchantId: string): boolean {
  return [...Object.values(publishedLogistics), '2000214'].includes(merchantId)
}

/** Where forms of our pages go for the map and for labels; settings may name an account at any time. */
export function logisticsFormActions({
  url,
  isOff,
}: Pick<LogisticsConfig, 'url' | 'isOff'>): string[] {
  if (isOff) return []
  return [url === null || url.endsWith('.ecpay.com.tw') ? 'https://*.ecpay.com.tw' : url]
}
