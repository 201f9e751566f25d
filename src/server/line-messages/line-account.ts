import type { Config } from '../config.ts'
import { type LineMessagingChannel, lineUrls } from '../config-line.ts'
import type { Db } from '../db/connect.ts'
import { createLineMessaging, type LineMessaging } from '../line/line-messaging.ts'
import { type Connections, noConnections, readConnections } from '../settings/connections.ts'

type LineConfig = Pick<Config, 'line' | 'identity'>
type OfSettings = Pick<Connections, 'lineMessages'>

/** The official account of the shop; undefined: none, or its secrets do not open. */
export function lineAccount(
  { line, identity }: LineConfig,
  { lineMessages: { values, secrets } }: OfSettings,
): LineMessagingChannel | undefined {
  // Members of a Firebase project do not sign in by LINE here.
  if (identity.provider !== 'own') return undefined
  return line.messaging ?? (values.is_on ? secrets : undefined)
}

/** Also while its secrets do not open: its messages wait. */
export function hasLineAccount(
  { line, identity }: LineConfig,
  { lineMessages }: OfSettings,
): boolean {
  if (identity.provider !== 'own') return false
  return line.messaging !== null || lineMessages.values.is_on
}

/** The same as it is committed, for code that has no settings at hand. */
export async function readHasLineAccount(db: Db, config: LineConfig): Promise<boolean> {
  if (config.line.messaging || config.identity.provider !== 'own') {
    return hasLineAccount(config, noConnections)
  }
  return hasLineAccount(config, await readConnections(db, undefined))
}

export function messagingOf(
  { line }: Pick<Config, 'line'>,
  account: LineMessagingChannel,
): LineMessaging {
  return createLineMessaging(account, lineUrls(line))
}
