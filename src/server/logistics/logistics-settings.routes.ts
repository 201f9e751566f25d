import type { Static } from 'typebox'
import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type LogisticsValues, publishedLogistics } from '#contract/connections.ts'
import { pickupNameFault, toMobileNumber } from '#contract/pickup-contact.ts'
import type { Config } from '../config.ts'
import {
  isPublishedLogistics,
  type LogisticsAccount,
  logisticsUrl,
  publishedLogisticsKeys,
} from '../config-logistics.ts'
import { isCallable } from '../config-payments.ts'
import { pauseGateway, readPause, takeQuerySlot } from '../ecpay/pace.queries.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { JobSender } from '../jobs/jobs.ts'
import {
  beginTest,
  type ConnectionDeps,
  changeConnection,
  withAccount,
} from '../settings/change-connection.ts'
import { type Connections, readConnections } from '../settings/connections.ts'
import { ecpayToWire, findEcpayAccount, typedEcpayAccount } from '../settings/ecpay-accounts.ts'
import { createEcpayLogistics } from './ecpay/logistics-client.ts'
import { explainFailure } from './logistics-provider.ts'
import { logisticsPace } from './pace.ts'
import { chainsRefusal } from './served-chains.ts'
import { renewStores } from './stores/renew-stores.ts'
import { readLists } from './stores/stores.queries.ts'

interface LogisticsSettingDeps extends ConnectionDeps {
  jobs: JobSender
}

type Typed = Static<typeof schema.testLogistics.data>
type Known = Connections['logistics']

/** The provider of parcels: read without the keys, changed, and tried by a question without effect. */
export function logisticsSettingRoutes(mount: Mount, deps: LogisticsSettingDeps): void {
  const { config, db, settings, secretBox, jobs } = deps
  const read = async () => {
    const [connections, lists] = await Promise.all([readConnections(db, secretBox), readLists(db)])
    return {
      ...toWire(config, connections.logistics),
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
    await changeConnection(deps, actor, { group: 'logistics', version }, async (known, tx) => {
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
      if (!account) return { values }
      await jobs.send(tx, renewStores, {})
      // One whose keys were replaced stays: its callbacks may be on their way.
      const same = ['merchantId', 'isTrial', 'contract', 'hashKey', 'hashIv'] as const
      return { values, secrets: { accounts: withAccount(known.secrets, account, same) } }
    })
    await settings.refresh()
    return { message: '已更新設定', logistics: await read() }
  })

  mount(connectionsApi.testLogistics, schema.testLogistics, async ({ data }, { actor }) => {
    const account = await beginTest(deps, actor, {
      group: 'logistics',
      action: 'setting.test_logistics',
      limit: 'admin.logistics-tests',
      accountOf: (known) => accountOf(data, known),
    })
    await ask(deps, account)
    return { message: account.isTrial ? '綠界測試環境接受這組金鑰' : '綠界物流接受這組金鑰' }
  })
}

/** The environment wins: its account is shown as it is used, its keys by nothing. */
function toWire(config: Config, known: Known) {
  const { account: own } = config.logistics
  const values: LogisticsValues = own
    ? {
        ...known.values,
        provider: 'ecpay',
        is_trial: own.isTrial,
        merchant_id: own.merchantId,
        contract: own.contract,
      }
    : known.values
  const fixed = own ? ['ECPAY_LOGISTICS_MERCHANT_ID'] : []
  return { ...ecpayToWire(known, { values, fixed }), is_reachable: isCallable(config) }
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

/** Typed keys, or the stored ones of the same account, or those that ECPay publishes for its stage. */
function accountOf(typed: Typed, { secrets }: Known): LogisticsAccount {
  const { merchant_id: merchantId, is_trial: isTrial, contract } = typed.values
  const isPublished = isTrial && merchantId === publishedLogistics[contract]
  const published = isPublished ? publishedLogisticsKeys[contract] : undefined
  const known = findEcpayAccount(secrets, typed.values) ?? published
  return { ...typedEcpayAccount(typed, known), contract }
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
