import type { Config } from '../../config.ts'
import { type LineLoginChannel, lineUrls } from '../../config-line.ts'
import { createLineLogin, type LineLogin } from '../../line/line-login.ts'
import type { Connections } from '../../settings/connections.ts'

type LineConfigs = Pick<Config, 'line' | 'identity'>

/** The channel of LINE Login: of the environment, else of the settings; undefined: sign-in is off. */
export function lineChannel(
  { line, identity }: LineConfigs,
  { lineLogin }: Connections,
): LineLoginChannel | undefined {
  // A Firebase project has sign-in methods of its own.
  if (identity.provider !== 'own') return undefined
  if (line.login) return line.login
  const { is_on: isOn, channel_id: channelId, liff_id: liffId } = lineLogin.values
  const channelSecret = lineLogin.secrets?.channelSecret
  if (!isOn || channelId === '' || !channelSecret) return undefined
  return { channelId, channelSecret, ...(liffId && { liffId }) }
}

/** Gives LINE as the settings of now have it: the same object until they change. */
export function createLineAccess(
  config: LineConfigs,
  connections: () => Connections,
): () => LineLogin | undefined {
  let built: { of: Connections; login: LineLogin | undefined } | undefined
  return () => {
    const of = connections()
    if (built?.of !== of) {
      const channel = lineChannel(config, of)
      built = { of, login: channel && createLineLogin(channel, lineUrls(config.line)) }
    }
    return built.login
  }
}
