import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type GatewayValues } from '#contract/connections.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { isReachable, publishedAccount, publishedMerchantIds } from '../config-payments.ts'
import { transaction } from '../db/transaction.ts'
import { readPause, takeQuerySlot } from '../ecpay/pace.queries.ts'
import { createTradeNumber } from '../ecpay/trade-number.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { consumeOrThrow, type RateLimit } from '../limits/rate-limit.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import {
  type Connections,
  type GatewayAccount,
  readConnections,
  writeConnection,
} from '../settings/connections.ts'
import type { Settings } from '../settings/settings.ts'
import { createEcpayClient } from './ecpay/ecpay-client.ts'
import { toGateway } from './payment-providers.ts'

interface GatewaySettingDeps {
  config: Config
  db: NodePgDatabase
  settings: Settings
  secretBox: SecretBox
}

type Typed = Static<typeof schema.testGateway.data>

const tests: RateLimit = { name: 'admin.gateway-tests', max: 30, windowSeconds: 3600 }

/** The taker of payments: read without the keys, changed, and tried by a question that has no effect. */
export function gatewaySettingRoutes(mount: Mount, deps: GatewaySettingDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toGatewayWire(config, await readConnections(db, secretBox))

  mount(connectionsApi.readGateway, schema.readGateway, async () => ({ gateway: await read() }))

  mount(connectionsApi.updateGateway, schema.updateGateway, async ({ data }, { actor }) => {
    if (config.payments !== 'settings') {
      const message = '此設定由主機的環境變數 PAYMENTS 決定，無法在這裡變更'
      throw new ShopError('SETTING_FIXED', { message })
    }
    const { version, values } = data
    await transaction(db, async (tx) => {
      const { gateway } = await readConnections(tx, secretBox)
      const account = values.provider === 'ecpay' ? accountOf(data, gateway) : undefined
      if (account) assertMayCharge(account, config)
      await writeConnection(tx, actor, secretBox, {
        group: 'gateway',
        version,
        values,
        ...(account && { secrets: { accounts: withAccount(gateway, account) } }),
      })
    })
    await settings.refresh()
    return { message: '已更新設定', gateway: await read() }
  })

  mount(connectionsApi.testGateway, schema.testGateway, async ({ data }, { actor }) => {
    if (actor.kind !== 'admin') throw new ShopError('ADMIN_REQUIRED')
    await consumeOrThrow(db, tests, actor.id)
    const account = accountOf(data, (await readConnections(db, secretBox)).gateway)
    await recordAudit(db, actor, {
      action: 'setting.test_gateway',
      subject: { kind: 'setting', id: 'gateway', title: 'gateway' },
    })
    await ask(deps, account)
    return { message: account.isTrial ? '綠界測試環境接受這組金鑰' : '綠界接受這組金鑰' }
  })
}

/** The environment wins: its account is shown as it is used, its keys by nothing. */
function toGatewayWire(config: Config, { gateway }: Connections) {
  const { payments, gateway: own } = config
  const isFixed = payments !== 'settings'
  const accounts = gateway.secrets?.accounts ?? []
  const account = isFixed ? undefined : findAccount(gateway, gateway.values)
  const values: GatewayValues = !isFixed
    ? gateway.values
    : {
        provider: own ? 'ecpay' : 'demonstration',
        is_trial: own?.isTrial ?? true,
        merchant_id: own?.merchantId ?? '',
        captures_automatically: own?.capturesAutomatically ?? true,
      }
  return {
    version: gateway.version,
    values,
    fixed: isFixed ? ['PAYMENTS'] : [],
    keys: {
      hash_key: endOf(account?.hashKey),
      hash_iv: endOf(account?.hashIv),
      credit_check_code: endOf(account?.creditCheckCode),
    },
    is_unreadable: gateway.isUnreadable,
    is_reachable: isCallable(config),
    earlier: accounts
      .filter(
        (one) =>
          values.provider !== 'ecpay' ||
          one.merchantId !== values.merchant_id ||
          one.isTrial !== values.is_trial,
      )
      .map(({ merchantId, isTrial }) => ({ merchant_id: merchantId, is_trial: isTrial })),
  }
}

const endOf = (key: string | null | undefined) => (key ? key.slice(-4) : null)

function isCallable({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return Boolean(publicUrl?.startsWith('https:')) && isReachable(publicUrl ?? '')
}

function findAccount(
  { secrets }: Connections['gateway'],
  { merchant_id, is_trial }: GatewayValues,
): GatewayAccount | undefined {
  return secrets?.accounts.find((one) => one.merchantId === merchant_id && one.isTrial === is_trial)
}

/** Typed keys, or the stored ones of the same account, or those that ECPay publishes for its stage. */
function accountOf(typed: Typed, known: Connections['gateway']): GatewayAccount {
  const { values, hash_key = '', hash_iv = '', credit_check_code = '' } = typed
  const { merchant_id: merchantId, is_trial: isTrial } = values
  if (merchantId === '') throw fieldError('merchant_id', '請填寫特店編號')
  const stored = findAccount(known, values)
  const published =
    isTrial && merchantId === publishedAccount.ECPAY_MERCHANT_ID
      ? {
          hashKey: publishedAccount.ECPAY_HASH_KEY,
          hashIv: publishedAccount.ECPAY_HASH_IV,
          creditCheckCode: publishedAccount.ECPAY_CREDIT_CHECK_CODE,
        }
      : undefined
  const found = hash_key === '' && hash_iv === '' ? (stored ?? published) : undefined
  const hashKey = hash_key || found?.hashKey
  const hashIv = hash_iv || found?.hashIv
  if (!hashKey) throw fieldError('hash_key', '請輸入 HashKey')
  if (!hashIv) throw fieldError('hash_iv', '請輸入 HashIV')
  const creditCheckCode = credit_check_code || found?.creditCheckCode || null
  const capturesAutomatically = values.captures_automatically
  return { merchantId, isTrial, capturesAutomatically, hashKey, hashIv, creditCheckCode }
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

/** The account of now first. One whose keys were replaced stays: its callbacks may be on their way. */
function withAccount(
  { secrets }: Connections['gateway'],
  account: GatewayAccount,
): GatewayAccount[] {
  const isSame = (one: GatewayAccount) =>
    (['merchantId', 'isTrial', 'hashKey', 'hashIv'] as const).every(
      (name) => one[name] === account[name],
    )
  return [account, ...(secrets?.accounts ?? []).filter((one) => !isSame(one))]
}

/** A trade that does not exist: an answer that these keys sign proves them. */
async function ask({ config, db }: GatewaySettingDeps, account: GatewayAccount): Promise<void> {
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
