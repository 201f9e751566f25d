import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type LineLoginValues } from '#contract/connections.ts'
import { lineSignInApi } from '#contract/line-sign-in.ts'
import type { Config } from '../../config.ts'
import { isLiffOf } from '../../config-line.ts'
import { transaction } from '../../db/transaction.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { type Connections, readConnections, writeConnection } from '../../settings/connections.ts'
import type { Settings } from '../../settings/settings.ts'
import { lineChannel } from './line-access.ts'

interface LineLoginDeps {
  config: Config
  db: NodePgDatabase
  settings: Settings
  secretBox: SecretBox
}

/** The channel of LINE Login: read without its secret, and changed. */
export function lineLoginRoutes(mount: Mount, deps: LineLoginDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toWire(config, await readConnections(db, secretBox))

  mount(connectionsApi.readLineLogin, schema.readLineLogin, async () => ({
    line_login: await read(),
  }))

  mount(connectionsApi.updateLineLogin, schema.updateLineLogin, async ({ data }, { actor }) => {
    const [variable] = fixedBy(config)
    if (variable !== undefined) {
      const message = `此設定由主機的環境變數 ${variable} 決定，無法在這裡變更`
      throw new ShopError('SETTING_FIXED', { message })
    }
    const { version } = data
    await transaction(db, async (tx) => {
      const { lineLogin } = await readConnections(tx, secretBox)
      const values = { ...lineLogin.values, ...data.values }
      requireOwnLiff(values)
      const secrets = secretsOf({ values, typed: data.channel_secret ?? '' }, lineLogin)
      await writeConnection(tx, actor, secretBox, {
        group: 'lineLogin',
        version,
        values,
        ...(secrets !== undefined && { secrets }),
      })
    })
    await settings.refresh()
    return { message: '已更新設定', line_login: await read() }
  })
}

/** A Firebase project has sign-in methods of its own. */
function fixedBy({ identity, line }: Config): string[] {
  if (identity.provider !== 'own') return ['FIREBASE_PROJECT_ID']
  return line.login ? ['LINE_LOGIN_CHANNEL_ID'] : []
}

function toWire(config: Config, connections: Connections) {
  const { version, values, secrets, isUnreadable } = connections.lineLogin
  const fixed = fixedBy(config)
  const own = config.line.login
  const secret = fixed.length === 0 ? secrets?.channelSecret : undefined
  return {
    version,
    values: own
      ? {
          is_on: true,
          channel_id: own.channelId,
          ...(own.liffId !== undefined && { liff_id: own.liffId }),
        }
      : values,
    fixed,
    channel_secret: secret ? secret.slice(-4) : null,
    is_unreadable: fixed.length === 0 && isUnreadable,
    is_working: lineChannel(config, connections) !== undefined,
    callback_url: configuredBaseUrl(config) + lineSignInApi.comeBack.path,
    endpoint_url: `${configuredBaseUrl(config)}/`,
  }
}

function requireOwnLiff({ channel_id: channelId, liff_id: liffId = '' }: LineLoginValues): void {
  if (liffId === '' || isLiffOf(liffId, channelId)) return
  const message = 'LIFF ID 必須屬於這個 LINE Login 頻道，以它的 Channel ID 開頭'
  throw fieldError('liff_id', message)
}

/** A secret is that of the channel that it was typed for. Undefined: the stored one stays. */
function secretsOf(
  { values, typed }: { values: LineLoginValues; typed: string },
  known: Connections['lineLogin'],
): { channelSecret: string } | null | undefined {
  const { is_on: isOn, channel_id: channelId } = values
  if (isOn && channelId === '') throw fieldError('channel_id', '請填寫 Channel ID')
  if (channelId === '') return null
  if (typed !== '') return { channelSecret: typed }
  if (channelId === known.values.channel_id && known.secrets) return undefined
  if (!isOn) return null
  const message = known.isUnreadable ? '密鑰無法讀取，請重新輸入' : '請輸入 Channel secret'
  throw fieldError('channel_secret', message)
}
