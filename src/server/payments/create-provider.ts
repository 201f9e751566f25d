import type { Config } from '../config.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { createEcpayProvider } from './ecpay/ecpay-provider.ts'
import { demonstrationProvider } from './immediate-providers.ts'
import type { PaymentProvider } from './payment-provider.ts'

export function createPaymentProvider(config: Config): PaymentProvider {
  if (!config.gateway) return demonstrationProvider
  return createEcpayProvider({ ...config.gateway, publicUrl: configuredBaseUrl(config) })
}
