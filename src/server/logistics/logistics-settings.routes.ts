import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type LogisticsValues, publishedLogistics } from '#contract/connections.ts'
import { pickupNameFault, toMobileNumber } from '#contract/pickup-contact.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import {
  isPublishedLogistics,
  type LogisticsAccount,
  logisticsUrl,
  publishedLogisticsKeys,
} from '../config-logistics.ts'
import { isReachable } from '../config-payments.ts'
import { transaction } from '../db/transaction.ts'
import { pauseGateway, readPause, takeQuerySlot } from '../ecpay/pace.queries.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { consumeOrThrow, type RateLimit } from '../limits/rate-limit.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type Connections, readConnections, writeConnection } from '../settings/connections.ts'
import type { Settings } from '../settings/settings.ts'
import { createEcpayLogistics } from './ecpay/logistics-client.ts'
import { explainFailure } from './logistics-provider.ts'
import { logisticsPace } from './pace.ts'
import { chainsRefusal } from './served-chains.ts'
import { renewStores } from './stores/renew-stores.ts'
import { readLists } from './stores/stores.queries.ts'

interface LogisticsSettingDeps {
  config: Config
  db: NodePgDatabase
  settings: Settings
  secretBox: SecretBox
  jobs: JobSender
}

type Typed = Static<typeof schema.testLogistics.data>

const tests: RateLimit = { name: 'admin.logistics-tests', max: 30, windowSeconds: 3600 }

/** The provider of parcels: read without the keys, changed, and tried by a question without effect. */
export function logisticsSettingRoutes(mount: Mount, deps: LogisticsSettingDeps): void {
  const { config, db, settings, secretBox, jobs } = deps
  const read = async () => {
    const [connections, lists] = await Promise.all([readConnections(db, secretBox), readLists(db)])
    return {
      ...toWire(config, connections),
      stores: lists.map(({ chain, count, renewedAt, fault }) => ({
        chain,
        count,
        ...(renewedAt && { renewed_at: toEpochSeconds(renewedAt) }),
        ...(fault && { fault }),
      })),
    }
  }

  mount(connectionsApi.readLogistics, schema.readLogistics, async () => ({
    logistics: await read(),
  }))

  mount(connectionsApi.updateLogistics, schema.updateLogistics, async ({ data }, { actor }) => {
    const { version } = data
    await transaction(db, async (tx) => {
      const { logistics: known } = await readConnections(tx, secretBox)
      const isFixed = config.logistics.account !== null
      if (config.logistics.isOff && data.values.provider !== 'none') {
        const message = '主機以展示付款執行（環境變數 PAYMENTS），沒有超商物流'
        throw new ShopError('SETTING_FIXED', { message })
      }
      const typed = { ...data.values, ...senderOf(data.values) }
      const values: LogisticsValues = isFixed
        ? { ...known.values, sender_name: typed.sender_name, sender_phone: typed.sender_phone }
        : typed
      const account = !isFixed && values.provider === 'ecpay' ? accountOf(data, known) : undefined
      if (account) assertMaySend(account, config)
      if (!isFixed) assertServesMethods(deps, account)
      await writeConnection(tx, actor, secretBox, {
        group: 'logistics',
        version,
        values,
        ...(account && { secrets: { accounts: withAccount(known, account) } }),
      })
      if (account) await jobs.send(tx, renewStores, {})
    })
    await settings.refresh()
    return { message: '已更新設定', logistics: await read() }
  })

  mount(connectionsApi.testLogistics, schema.testLogistics, async ({ data }, { actor }) => {
    if (actor.kind !== 'admin') throw new ShopError('ADMIN_REQUIRED')
    await consumeOrThrow(db, tests, actor.id)
    const account = accountOf(data, (await readConnections(db, secretBox)).logistics)
    await recordAudit(db, actor, {
      action: 'setting.test_logistics',
      subject: { kind: 'setting', id: 'logistics', title: 'logistics' },
    })
    await ask(deps, account)
    return { message: account.isTrial ? '綠界測試環境接受這組金鑰' : '綠界物流接受這組金鑰' }
  })
}

/** The environment wins: its account is shown as it is used, its keys by nothing. */
function toWire(config: Config, { logistics }: Connections) {
  const { account: own } = config.logistics
  const accounts = logistics.secrets?.accounts ?? []
  const account = own ? undefined : findAccount(logistics, logistics.values)
  const values: LogisticsValues = own
    ? {
        ...logistics.values,
        provider: 'ecpay',
        is_trial: own.isTrial,
        merchant_id: own.merchantId,
        contract: own.contract,
      }
    : logistics.values
  const isUsed = ({ merchantId, isTrial }: LogisticsAccount) =>
    values.provider === 'ecpay' && merchantId === values.merchant_id && isTrial === values.is_trial
  return {
    version: logistics.version,
    values,
    fixed: own ? ['ECPAY_LOGISTICS_MERCHANT_ID'] : [],
    keys: { hash_key: endOf(account?.hashKey), hash_iv: endOf(account?.hashIv) },
    is_unreadable: logistics.isUnreadable,
    is_reachable: isCallable(config),
    earlier: accounts
      .filter((one) => !isUsed(one))
      .map(({ merchantId, isTrial }) => ({ merchant_id: merchantId, is_trial: isTrial })),
  }
}

const endOf = (key: string | undefined) => (key ? key.slice(-4) : null)

function isCallable({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return Boolean(publicUrl?.startsWith('https:')) && isReachable(publicUrl ?? '')
}

/** Empty while nothing is sent; a chain hands back what nobody picked up to this person. */
function senderOf(values: LogisticsValues): Pick<LogisticsValues, 'sender_name' | 'sender_phone'> {
  const name = values.sender_name.trim()
  const phone = values.sender_phone.trim()
  if (values.provider === 'none' && name === '' && phone === '') {
    return { sender_name: '', sender_phone: '' }
  }
  const fault = pickupNameFault(name)?.replaceAll('取件人', '寄件人').replace('取件證件', '證件')
  if (fault) throw fieldError('sender_name', fault)
  const mobile = toMobileNumber(phone)
  if (!mobile) throw fieldError('sender_phone', '寄件人手機須為 09 開頭的 10 碼號碼')
  return { sender_name: name, sender_phone: mobile }
}

function findAccount(
  { secrets }: Connections['logistics'],
  { merchant_id, is_trial }: LogisticsValues,
): LogisticsAccount | undefined {
  return secrets?.accounts.find((one) => one.merchantId === merchant_id && one.isTrial === is_trial)
}

/** Typed keys, or the stored ones of the same account, or those that ECPay publishes for its stage. */
function accountOf(typed: Typed, known: Connections['logistics']): LogisticsAccount {
  const { values, hash_key = '', hash_iv = '' } = typed
  const { merchant_id: merchantId, is_trial: isTrial, contract } = values
  if (merchantId === '') throw fieldError('merchant_id', '請填寫特店編號')
  const stored = findAccount(known, values)
  const published =
    isTrial && merchantId === publishedLogistics[contract]
      ? publishedLogisticsKeys[contract]
      : undefined
  const found = hash_key === '' && hash_iv === '' ? (stored ?? published) : undefined
  const hashKey = hash_key || found?.hashKey
  const hashIv = hash_iv || found?.hashIv
  if (!hashKey) throw fieldError('hash_key', '請輸入 HashKey')
  if (!hashIv) throw fieldError('hash_iv', '請輸入 HashIV')
  return { merchantId, isTrial, contract, hashKey, hashIv }
}

function assertMaySend({ merchantId, isTrial }: LogisticsAccount, config: Config): void {
  if (isTrial) return
  if (isPublishedLogistics(merchantId)) {
    throw fieldError('merchant_id', '這是綠界公開的測試帳號，正式寄件請填寫自己的特店編號')
  }
  if (!isCallable(config) && config.logistics.url === null) {
    const message =
      '正式寄件需要 https 的公開網址（環境變數 PUBLIC_URL，不含連接埠），綠界才能通知包裹狀態'
    throw fieldError('is_trial', message)
  }
}

/** Shoppers would go on choosing stores that nothing can be sent to. */
function assertServesMethods(
  { config, settings }: LogisticsSettingDeps,
  account: LogisticsAccount | undefined,
): void {
  const served = account && providerOf(config, account).chains
  for (const method of settings.get().methods) {
    const refusal = method.is_on ? chainsRefusal(method, served) : undefined
    if (refusal === undefined) continue
    const message = `配送方式「${method.name}」還開著，而${refusal}，請先關閉或修改`
    throw new ShopError('SHIPPING_STORES_OFF', { message })
  }
}

function providerOf(config: Config, account: LogisticsAccount) {
  const url = logisticsUrl(config.logistics, account)
  return createEcpayLogistics({ ...account, url, publicUrl: configuredBaseUrl(config) })
}

/** The account of now first. One whose keys were replaced stays: its callbacks may be on their way. */
function withAccount(
  { secrets }: Connections['logistics'],
  account: LogisticsAccount,
): LogisticsAccount[] {
  const isSame = (one: LogisticsAccount) =>
    (['merchantId', 'isTrial', 'contract', 'hashKey', 'hashIv'] as const).every(
      (name) => one[name] === account[name],
    )
  return [account, ...(secrets?.accounts ?? []).filter((one) => !isSame(one))]
}

/** The list of a small chain: an answer proves the keys. */
async function ask({ config, db }: LogisticsSettingDeps, account: LogisticsAccount): Promise<void> {
  const paused = await readPause(db, logisticsPace)
  if (paused > 0) throw failed(`綠界物流暫停了服務，請 ${Math.ceil(paused / 60)} 分鐘後再試`)
  if (!(await takeQuerySlot(db, logisticsPace))) {
    throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 1 })
  }
  const answer = await providerOf(config, account).listStores('HILIFE')
  if (answer.type === 'stores') return
  if (answer.type === 'stopped') await pauseGateway(db, logisticsPace)
  if (answer.type === 'refused') {
    throw failed(
      `綠界不接受這組金鑰，請檢查特店編號、HashKey、HashIV，以及測試或正式環境（${answer.reason}）`,
    )
  }
  throw failed(explainFailure(answer))
}

const failed = (message: string) => new ShopError('LOGISTICS_TEST_FAILED', { message })
