import { fieldError } from '../input/coerced-values.ts'
import { endOf } from './change-connection.ts'
import type { Connection } from './connections.ts'

interface EcpayKeys {
  hashKey: string
  hashIv: string
}

interface EcpayAccount extends EcpayKeys {
  merchantId: string
  isTrial: boolean
}

interface EcpayValues {
  provider: string
  merchant_id: string
  is_trial: boolean
}

interface Typed {
  values: EcpayValues
  hash_key?: string
  hash_iv?: string
}

const isOf = (account: EcpayAccount, values: EcpayValues) =>
  account.merchantId === values.merchant_id && account.isTrial === values.is_trial

/** The stored account that the values name. */
export function findEcpayAccount<Account extends EcpayAccount>(
  stored: { accounts: readonly Account[] } | undefined,
  values: EcpayValues,
): Account | undefined {
  return stored?.accounts.find((one) => isOf(one, values))
}

/** With one of them typed, neither of the stored ones is used. */
export const hasTypedKeys = ({ hash_key = '', hash_iv = '' }: Typed) =>
  hash_key !== '' || hash_iv !== ''

/** The account that is typed, with the known keys of it unless others are typed. */
export function typedEcpayAccount(
  typed: Typed,
  known: EcpayKeys | undefined,
  keyLength?: number,
): EcpayAccount {
  const { merchant_id: merchantId, is_trial: isTrial } = typed.values
  if (merchantId === '') throw fieldError('merchant_id', '請填寫特店編號')
  const kept = hasTypedKeys(typed) ? undefined : known
  const read = (field: 'hash_key' | 'hash_iv', name: string, key: string | undefined) => {
    const value = typed[field] || key
    if (!value) throw fieldError(field, `請輸入 ${name}`)
    if (keyLength !== undefined && value.length !== keyLength) {
      throw fieldError(field, `${name} 是 ${keyLength} 個字元`)
    }
    return value
  }
  return {
    merchantId,
    isTrial,
    hashKey: read('hash_key', 'HashKey', kept?.hashKey),
    hashIv: read('hash_iv', 'HashIV', kept?.hashIv),
  }
}

/** The account on the wire; the keys of one that the environment has fixed are shown by nothing. */
export function ecpayToWire<Values extends EcpayValues>(
  {
    version,
    secrets,
    isUnreadable,
  }: Pick<
    Connection<'gateway' | 'logistics' | 'invoice_account'>,
    'version' | 'secrets' | 'isUnreadable'
  >,
  { values, fixed }: { values: Values; fixed: string[] },
) {
  const accounts: readonly EcpayAccount[] = secrets?.accounts ?? []
  const account = fixed.length === 0 ? accounts.find((one) => isOf(one, values)) : undefined
  const isUsed = (one: EcpayAccount) => values.provider === 'ecpay' && isOf(one, values)
  return {
    version,
    values,
    fixed,
    keys: { hash_key: endOf(account?.hashKey), hash_iv: endOf(account?.hashIv) },
    is_unreadable: isUnreadable,
    earlier: accounts
      .filter((one) => !isUsed(one))
      .map(({ merchantId, isTrial }) => ({ merchant_id: merchantId, is_trial: isTrial })),
  }
}
