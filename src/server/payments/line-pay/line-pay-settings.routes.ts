import type { Static } from 'typebox'
import type { LinePayValues } from '#contract/connections.ts'
import * as schema from '#contract/line-pay-settings.schema.ts'
import { linePaySettingsApi } from '#contract/line-pay-settings.ts'
import type { Config } from '../../config.ts'
import { type LinePayChannel, linePayUrl } from '../../config-line.ts'
import { createTradeNumber } from '../../ecpay/trade-number.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import {
  beginTest,
  type ConnectionDeps,
  changeConnection,
  endOf,
  settingFixed,
  withAccount,
} from '../../settings/change-connection.ts'
import { type Connections, readConnections } from '../../settings/connections.ts'
import { createLinePayClient } from './line-pay-client.ts'

type Typed = Static<typeof schema.testLinePay.data>
type Stored = Connections['linePay']

/** The account of LINE Pay: read without its secret, changed, and tried by a question without effect. */
export function linePaySettingRoutes(mount: Mount, deps: ConnectionDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toWire(config, (await readConnections(db, secretBox)).linePay)

  mount(linePaySettingsApi.read, schema.readLinePay, async () => ({ line_pay: await read() }))

  mount(linePaySettingsApi.update, schema.updateLinePay, async ({ data }, { actor }) => {
    const [variable] = fixedBy(config)
    if (variable) throw settingFixed(variable)
    const { version, values } = data
    await changeConnection(deps, actor, { group: 'linePay', version }, (known) => {
      if (!values.is_on) return { values }
      const account = accountOf(data, known)
      const accounts = withAccount(known.secrets, account, ['channelId', 'isTrial'])
      return { values, secrets: { accounts } }
    })
    await settings.refresh()
    return { message: '已更新設定', line_pay: await read() }
  })

  mount(linePaySettingsApi.test, schema.testLinePay, async ({ data }, { actor }) => {
    const account = await beginTest(deps, actor, {
      group: 'linePay',
      action: 'setting.test_line_pay',
      limit: 'admin.line-pay-tests',
      accountOf: (known) => accountOf(data, known),
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
    secret_end: endOf(account?.channelSecret),
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
