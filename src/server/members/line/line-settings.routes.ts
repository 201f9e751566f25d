import * as schema from '#contract/connections.schema.ts'
import { connectionsApi, type LineLoginValues } from '#contract/connections.ts'
import { lineSignInApi } from '#contract/line-sign-in.ts'
import type { Config } from '../../config.ts'
import { isLiffOf } from '../../config-line.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
import type { Mount } from '../../http/mount.ts'
import { fieldError } from '../../input/coerced-values.ts'
import {
  type ConnectionDeps,
  changeConnection,
  endOf,
  settingFixed,
} from '../../settings/change-connection.ts'
import { type Connections, readConnections } from '../../settings/connections.ts'
import { lineChannel } from './line-access.ts'

/** The channel of LINE Login: read without its secret, and changed. */
export function lineLoginRoutes(mount: Mount, deps: ConnectionDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toWire(config, await readConnections(db, secretBox))

  mount(connectionsApi.readLineLogin, schema.readLineLogin, async () => ({
    line_login: await read(),
  }))

  mount(connectionsApi.updateLineLogin, schema.updateLineLogin, async ({ data }, { actor }) => {
    const [variable] = fixedBy(config)
    if (variable !== undefined) throw settingFixed(variable)
    const { version } = data
    await changeConnection(deps, actor, { group: 'lineLogin', version }, (known) => {
      const values = { ...known.values, ...data.values }
      requireOwnLiff(values)
      const secrets = secretsOf({ values, typed: data.channel_secret ?? '' }, known)
      return { values, ...(secrets !== undefined && { secrets }) }
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
    channel_secret: endOf(secret),
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
