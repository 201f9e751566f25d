import type { Static } from 'typebox'
import * as schema from '#contract/line-messages.schema.ts'
import { lineMessagesSettingsApi } from '#contract/line-messages.ts'
import type { LineMessagingChannel } from '../config-line.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import {
  beginTest,
  type ConnectionDeps,
  changeConnection,
  endOf,
  settingFixed,
} from '../settings/change-connection.ts'
import { type Connections, readConnections } from '../settings/connections.ts'
import { messagingOf } from './line-account.ts'
import { readQuota, writeQuota } from './quota.ts'
import { countReceivers } from './receivers.queries.ts'

type Typed = Static<typeof schema.testLineMessages.data>
type Stored = Connections['lineMessages']

/** The official account: read without its secrets, changed, and tried by asking whose the token is. */
export function lineMessagesSettingRoutes(mount: Mount, deps: ConnectionDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toWire(deps, (await readConnections(db, secretBox)).lineMessages)

  mount(lineMessagesSettingsApi.read, schema.readLineMessages, async () => ({
    line_messages: await read(),
  }))

  mount(lineMessagesSettingsApi.update, schema.updateLineMessages, async ({ data }, { actor }) => {
    if (config.line.messaging) throw settingFixed('LINE_MESSAGING_ACCESS_TOKEN')
    const { version, values } = data
    await changeConnection(deps, actor, { group: 'lineMessages', version }, (known) => ({
      values,
      ...(values.is_on && { secrets: secretsOf(data, known) }),
    }))
    await settings.refresh()
    return { message: '已更新設定', line_messages: await read() }
  })

  mount(lineMessagesSettingsApi.test, schema.testLineMessages, async ({ data }, { actor }) => {
    const secrets = await beginTest(deps, actor, {
      group: 'lineMessages',
      action: 'setting.test_line_messages',
      limit: 'admin.line-tests',
      accountOf: (known) => secretsOf(data, known),
    })
    const client = messagingOf(config, secrets)
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

async function toWire({ config, db }: ConnectionDeps, stored: Stored) {
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
