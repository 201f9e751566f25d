import type { Static } from 'typebox'
import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type GatewayValues } from '#contract/connections.ts'
import type { Config } from '../config.ts'
import { isCallable, publishedAccount, publishedMerchantIds } from '../config-payments.ts'
import { readPause, takeQuerySlot } from '../ecpay/pace.queries.ts'
import { createTradeNumber } from '../ecpay/trade-number.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import {
  beginTest,
  type ConnectionDeps,
  changeConnection,
  endOf,
  settingFixed,
  withAccount,
} from '../settings/change-connection.ts'
import { type Connections, type GatewayAccount, readConnections } from '../settings/connections.ts'
import {
  ecpayToWire,
  findEcpayAccount,
  hasTypedKeys,
  typedEcpayAccount,
} from '../settings/ecpay-accounts.ts'
import { createEcpayClient } from './ecpay/ecpay-client.ts'
import { toGateway } from './payment-providers.ts'

type Typed = Static<typeof schema.testGateway.data>
type Known = Connections['gateway']

/** The taker of payments: read without the keys, changed, and tried by a question that has no effect. */
export function gatewaySettingRoutes(mount: Mount, deps: ConnectionDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toWire(config, (await readConnections(db, secretBox)).gateway)

  mount(connectionsApi.readGateway, schema.readGateway, async () => ({ gateway: await read() }))

  mount(connectionsApi.updateGateway, schema.updateGateway, async ({ data }, { actor }) => {
    if (config.payments !== 'settings') throw settingFixed('PAYMENTS')
    const { version, values } = data
    await changeConnection(deps, actor, { group: 'gateway', version }, (known) => {
      if (values.provider !== 'ecpay') return { values }
      const account = accountOf(data, known)
      assertMayCharge(account, config)
      // One whose keys were replaced stays: its callbacks may be on their way.
      const same = ['merchantId', 'isTrial', 'hashKey', 'hashIv'] as const
      return { values, secrets: { accounts: withAccount(known.secrets, account, same) } }
    })
    await settings.refresh()
    return { message: '已更新設定', gateway: await read() }
  })

  mount(connectionsApi.testGateway, schema.testGateway, async ({ data }, { actor }) => {
    const account = await beginTest(deps, actor, {
      group: 'gateway',
      action: 'setting.test_gateway',
      limit: 'admin.gateway-tests',
      accountOf: (known) => accountOf(data, known),
    })
    await ask(deps, account)
    return { message: account.isTrial ? '綠界測試環境接受這組金鑰' : '綠界接受這組金鑰' }
  })
}

/** The environment wins: its account is shown as it is used, its keys by nothing. */
function toWire(config: Config, known: Known) {
  const { payments, gateway: own } = config
  const isFixed = payments !== 'settings'
  const values: GatewayValues = !isFixed
    ? known.values
    : {
        provider: own ? 'ecpay' : 'demonstration',
        is_trial: own?.isTrial ?? true,
        merchant_id: own?.merchantId ?? '',
        captures_automatically: own?.capturesAutomatically ?? true,
      }
  const wire = ecpayToWire(known, { values, fixed: isFixed ? ['PAYMENTS'] : [] })
  const account = isFixed ? undefined : findEcpayAccount(known.secrets, values)
  return {
    ...wire,
    keys: { ...wire.keys, credit_check_code: endOf(account?.creditCheckCode) },
    is_reachable: isCallable(config),
  }
}

/** Typed keys, or the stored ones of the same account, or those that ECPay publishes for its stage. */
function accountOf(typed: Typed, { secrets }: Known): GatewayAccount {
  const { values, credit_check_code: typedCode } = typed
  const isPublished = values.is_trial && values.merchant_id === published.merchantId
  const known = findEcpayAccount(secrets, values) ?? (isPublished ? published : undefined)
  const knownCode = hasTypedKeys(typed) ? undefined : known?.creditCheckCode
  return {
    ...typedEcpayAccount(typed, known),
    capturesAutomatically: values.captures_automatically,
    creditCheckCode: typedCode || knownCode || null,
  }
}

const published = {
  merchantId: publishedAccount.ECPAY_MERCHANT_ID,
  hashKey: publishedAccount.ECPAY_HASH_KEY,
  hashIv: publishedAccount.ECPAY_HASH_IV,
  creditCheckCode: publishedAccount.ECPAY_CREDIT_CHECK_CODE,
}

function assertMayCharge({ merchantId, isTrial }: GatewayAccount, config: Config): void {
  if (isTrial) return
  if (publishedMerchantIds.includes(merchantId)) {
    throw fieldError('merchant_id', '這是綠界公開的測試帳號，正式收款請填寫自己的特店編號')
  }
  if (!isCallable(config) && config.settingsGateway.url === null) {
    const message =
      '正式收款需要 https 的公開網址（環境變數 PUBLIC_URL，不含連接埠），綠界才能通知付款結果'
    throw fieldError('is_trial', message)
  }
}

/** A trade that does not exist: an answer that these keys sign proves them. */
async function ask({ config, db }: ConnectionDeps, account: GatewayAccount): Promise<void> {
  const paused = await readPause(db, 'ecpay')
  if (paused > 0) throw failed(`綠界暫停了查詢，請 ${Math.ceil(paused / 60)} 分鐘後再試`)
  if (!(await takeQuerySlot(db, 'ecpay'))) {
    throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 1 })
  }
  const client = createEcpayClient(toGateway(config, account))
  const answer = await client.queryTrade({ tradeNo: createTradeNumber(), amount: 1 })
  if (answer.type === 'unpaid') return
  if (answer.type === 'stopped') throw failed('綠界暫停了查詢，請半小時後再試')
  if (answer.type === 'unreachable') throw failed(`無法連線到綠界（${answer.reason}）`)
  throw failed('綠界不接受這組金鑰，請檢查特店編號、HashKey、HashIV，以及測試或正式環境')
}

const failed = (message: string) => new ShopError('GATEWAY_TEST_FAILED', { message })
