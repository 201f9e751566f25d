import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import * as schema from '#contract/line-messages.schema.ts'
import { lineMessagesSettingsApi } from '#contract/line-messages.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { LineMessagingChannel } from '../config-line.ts'
import { transaction } from '../db/transaction.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { consumeOrThrow, type RateLimit } from '../limits/rate-limit.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { type Connections, readConnections, writeConnection } from '../settings/connections.ts'
import type { Settings } from '../settings/settings.ts'
import { messagingOf } from './line-account.ts'
import { readQuota, writeQuota } from './quota.ts'
import { countReceivers } from './receivers.queries.ts'

interface LineSettingDeps {
  config: Config
  db: NodePgDatabase
  settings: Settings
  secretBox: SecretBox
}

type Typed = Static<typeof schema.testLineMessages.data>
type Stored = Connections['lineMessages']

const tests: RateLimit = { name: 'admin.line-tests', max: 30, windowSeconds: 3600 }

/** The official account: read without its secrets, changed, and tried by asking whose the token is. */
export function lineMessagesSettingRoutes(mount: Mount, deps: LineSettingDeps): void {
  const { config, db, settings, secretBox } = deps
  const readStored = async () => (await readConnections(db, secretBox)).lineMessages
  const read = async () => toWire(deps, await readStored())

  mount(lineMessagesSettingsApi.read, schema.readLineMessages, async () => ({
    line_messages: await read(),
  }))

  mount(lineMessagesSettingsApi.update, schema.updateLineMessages, async ({ data }, { actor }) => {
    if (config.line.messaging) {
      const message = '此設定由主機的環境變數 LINE_MESSAGING_ACCESS_TOKEN 決定，無法在這裡變更'
      throw new ShopError('SETTING_FIXED', { message })
    }
    const { version, values } = data
    await transaction(db, async (tx) => {
      const known = (await readConnections(tx, secretBox)).lineMessages
      const secrets = values.is_on ? secretsOf(data, known) : undefined
      await writeConnection(tx, actor, secretBox, {
        group: 'lineMessages',
        version,
        values,
        ...(secrets && { secrets }),
      })
    })
    await settings.refresh()
    return { message: '已更新設定', line_messages: await read() }
  })

  mount(lineMessagesSettingsApi.test, schema.testLineMessages, async ({ data }, { actor }) => {
    if (actor.kind !== 'admin') throw new ShopError('ADMIN_REQUIRED')
    await consumeOrThrow(db, tests, actor.id)
    const client = messagingOf(config, secretsOf(data, await readStored()))
    await recordAudit(db, actor, {
      action: 'setting.test_line_messages',
      subject: { kind: 'setting', id: 'lineMessages', title: 'lineMessages' },
    })
    const [account, quota] = await Promise.all([client.info(), client.quota()])
    if (account.type === 'refused') {
      throw failed('LINE 不接受這個 Channel access token，請重新產生一個')
    }
    if (account.type !== 'account' || quota.type !== 'quota') {
      throw failed('無法連線到 LINE，請稍後再試')
    }
    await writeQuota(db, quota)
    return { message: `已連上官方帳號「${account.name}」（${account.basicId}）` }
  })
}

async function toWire({ config, db }: LineSettingDeps, stored: Stored) {
  const { version, values, secrets, isUnreadable } = stored
  const isFixed = config.line.messaging !== null
  const [quota, receivers] = await Promise.all([readQuota(db), countReceivers(db)])
  return {
    version,
    values: isFixed ? { ...values, is_on: true } : values,
    fixed: isFixed ? ['LINE_MESSAGING_ACCESS_TOKEN'] : [],
    secrets: {
      channel_secret: isFixed ? null : endOf(secrets?.channelSecret),
      access_token: isFixed ? null : endOf(secrets?.accessToken),
    },
    is_unreadable: isUnreadable,
    webhook_url: `${configuredBaseUrl(config)}/v2/line/webhook`,
    receivers,
    ...(quota && {
      quota: {
        ...(quota.limit !== null && { limit: quota.limit }),
        used: quota.used,
        read_at: toEpochSeconds(quota.readAt),
      },
    }),
  }
}

const endOf = (secret: string | undefined) => (secret ? secret.slice(-4) : null)

/** Typed secrets, or the stored ones. */
function secretsOf(
  { channel_secret, access_token }: Typed,
  { secrets }: Stored,
): LineMessagingChannel {
  const channelSecret = channel_secret || secrets?.channelSecret
  if (!channelSecret) throw fieldError('channel_secret', '請輸入 Channel secret')
  const accessToken = access_token || secrets?.accessToken
  if (!accessToken) throw fieldError('access_token', '請輸入 Channel access token')
  return { channelSecret, accessToken }
}

const failed = (message: string) => new ShopError('LINE_TEST_FAILED', { message })
