import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type { LinePayValues } from '#contract/connections.ts'
import * as schema from '#contract/line-pay-settings.schema.ts'
import { linePaySettingsApi } from '#contract/line-pay-settings.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config.ts'
import { type LinePayChannel, linePayUrl } from '../../config-line.ts'
import { transaction } from '../../db/transaction.ts'
import { createTradeNumber } from '../../ecpay/trade-number.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import { consumeOrThrow, type RateLimit } from '../../limits/rate-limit.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { type Connections, readConnections, writeConnection } from '../../settings/connections.ts'
import type { Settings } from '../../settings/settings.ts'
import { createLinePayClient } from './line-pay-client.ts'

interface LinePaySettingDeps {
  config: Config
  db: NodePgDatabase
  settings: Settings
  secretBox: SecretBox
}

type Typed = Static<typeof schema.testLinePay.data>
type Stored = Connections['linePay']

const tests: RateLimit = { name: 'admin.line-pay-tests', max: 30, windowSeconds: 3600 }

/** The account of LINE Pay: read without its secret, changed, and tried by a question without effect. */
export function linePaySettingRoutes(mount: Mount, deps: LinePaySettingDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toWire(config, (await readConnections(db, secretBox)).linePay)

  mount(linePaySettingsApi.read, schema.readLinePay, async () => ({ line_pay: await read() }))

  mount(linePaySettingsApi.update, schema.updateLinePay, async ({ data }, { actor }) => {
    const [variable] = fixedBy(config)
    if (variable) {
      const message = `此設定由主機的環境變數 ${variable} 決定，無法在這裡變更`
      throw new ShopError('SETTING_FIXED', { message })
    }
    const { version, values } = data
    await transaction(db, async (tx) => {
      const { linePay: known } = await readConnections(tx, secretBox)
      const account = values.is_on ? accountOf(data, known) : undefined
      await writeConnection(tx, actor, secretBox, {
        group: 'linePay',
        version,
        values,
        ...(account && { secrets: { accounts: withAccount(known, account) } }),
      })
    })
    await settings.refresh()
    return { message: '已更新設定', line_pay: await read() }
  })

  mount(linePaySettingsApi.test, schema.testLinePay, async ({ data }, { actor }) => {
    if (actor.kind !== 'admin') throw new ShopError('ADMIN_REQUIRED')
    await consumeOrThrow(db, tests, actor.id)
    const account = accountOf(data, (await readConnections(db, secretBox)).linePay)
    await recordAudit(db, actor, {
      action: 'setting.test_line_pay',
      subject: { kind: 'setting', id: 'linePay', title: 'linePay' },
    })
    await ask(config, account)
    return { message: account.isTrial ? 'LINE Pay 測試環境接受這組金鑰' : 'LINE Pay 接受這組金鑰' }
  })
}

/** The variables of the environment that decide instead. */
function fixedBy({ line, payments }: Config): string[] {
  if (line.pay) return ['LINE_PAY_CHANNEL_ID']
  return payments === 'demonstration' ? ['PAYMENTS'] : []
}

/** The environment wins: its account is shown as it is used, its secret by nothing. */
function toWire(config: Config, { version, values, secrets, isUnreadable }: Stored) {
  const { pay } = config.line
  const shown: LinePayValues = pay
    ? {
        is_on: true,
        is_trial: pay.isTrial,
        channel_id: pay.channelId,
        captures_automatically: pay.capturesAutomatically,
      }
    : values
  const account = pay ? undefined : findAccount(secrets, values)
  const accounts = secrets?.accounts ?? []
  return {
    version,
    values: shown,
    fixed: fixedBy(config),
    secret_end: account ? account.channelSecret.slice(-4) : null,
    is_unreadable: isUnreadable,
    earlier: accounts
      .filter((one) => !isOf(one, shown))
      .map(({ channelId, isTrial }) => ({ channel_id: channelId, is_trial: isTrial })),
  }
}

function isOf({ channelId, isTrial }: LinePayChannel, values: LinePayValues): boolean {
  return channelId === values.channel_id && isTrial === values.is_trial
}

function findAccount(secrets: Stored['secrets'], values: LinePayValues) {
  return secrets?.accounts.find((one) => isOf(one, values))
}

/** The typed secret, or the stored one of the same account. */
function accountOf({ values, channel_secret = '' }: Typed, { secrets }: Stored): LinePayChannel {
  const { channel_id: channelId, is_trial: isTrial } = values
  if (channelId === '') throw fieldError('channel_id', '請填寫 Channel ID')
  const channelSecret = channel_secret || findAccount(secrets, values)?.channelSecret
  if (!channelSecret) throw fieldError('channel_secret', '請輸入 Channel Secret Key')
  const { captures_automatically: capturesAutomatically } = values
  return { channelId, channelSecret, isTrial, capturesAutomatically }
}

/** The account of now first. */
function withAccount({ secrets }: Stored, account: LinePayChannel): LinePayChannel[] {
  const isSame = (one: LinePayChannel) =>
    one.channelId === account.channelId && one.isTrial === account.isTrial
  return [account, ...(secrets?.accounts ?? []).filter((one) => !isSame(one))]
}

/** A payment that does not exist: an answer proves channel and secret. */
async function ask({ line }: Config, account: LinePayChannel): Promise<void> {
  const client = createLinePayClient(account, linePayUrl(line, account))
  const answer = await client.find(createTradeNumber())
  if (answer.type === 'found') return
  if (answer.type === 'stopped') throw failed('LINE Pay 暫時不接受查詢，請稍後再試')
  if (answer.type !== 'refused') throw failed(`無法連線到 LINE Pay（${answer.reason}）`)
  throw failed(
    `LINE Pay 不接受這組金鑰（${answer.code}），請檢查 Channel ID、Channel Secret Key、測試或正式環境，以及在 LINE Pay 後台登記的主機 IP`,
  )
}

const failed = (message: string) => new ShopError('GATEWAY_TEST_FAILED', { message })
