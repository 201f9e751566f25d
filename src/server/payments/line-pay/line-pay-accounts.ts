import type { Config } from '../../config.ts'
import { type LinePayChannel, linePayUrl } from '../../config-line.ts'
import type { Connections } from '../../settings/connections.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { createLinePayProvider, linePayMerchant } from './line-pay-provider.ts'

export interface LinePayAccounts {
  /** Of the environment and the settings, each with its keys; superseded keys after their successor. */
  accounts: readonly PaymentProvider[]
  /** It takes new payments; undefined: LINE Pay is off, or its keys do not open. */
  current: PaymentProvider | undefined
  isOn: boolean
}

/** The environment wins; the accounts of the settings stay known for what they have begun. */
export function readLinePayAccounts(
  { line }: Pick<Config, 'line'>,
  { values, secrets }: Connections['linePay'],
  publicUrl: string,
): LinePayAccounts {
  const create = (account: LinePayChannel) =>
    createLinePayProvider({ ...account, url: linePayUrl(line, account), publicUrl })
  const own = line.pay && create(line.pay)
  const stored = (secrets?.accounts ?? []).map(create)
  const accounts = own ? [own, ...stored] : stored
  if (own) return { accounts, current: own, isOn: true }
  if (!values.is_on) return { accounts, current: undefined, isOn: false }
  const merchant = linePayMerchant({ channelId: values.channel_id, isTrial: values.is_trial })
  const current = stored.find((one) => one.merchant === merchant)
  return { accounts, current, isOn: true }
}
