import type { LineCommand } from '#contract/line-messages.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { lineAccount, messagingOf } from '../line-messages/line-account.ts'
import { toMessage } from '../line-messages/line-card.ts'
import { findMemberOfLine, setFriendship } from '../line-messages/receivers.queries.ts'
import type { Settings } from '../settings/settings.ts'
import { workLineEvent } from './line-events.jobs.ts'
import { findEvent, isOverruled } from './line-events.queries.ts'
import { replyTo, welcome } from './replies.ts'

export interface LineChatDeps {
  config: Pick<Config, 'line' | 'identity' | 'publicUrl' | 'host' | 'port'>
  db: Database['db']
  settings: Pick<Settings, 'connections'>
}

export function registerLineEvents(jobs: Jobs, deps: LineChatDeps): void {
  jobs.register(workLineEvent, ({ eventId }) => workEvent(deps, eventId))
}

/** Keeps the friendship, and answers. A second run replies by a token that is used up, to nobody. */
export async function workEvent(deps: LineChatDeps, eventId: string): Promise<void> {
  const { config, db, settings } = deps
  const event = await findEvent(db, eventId)
  if (!event) return
  const { kind, subject, at, replyToken } = event
  if (kind !== 'command') {
    await setFriendship(db, { subject, isFriend: kind === 'follow', at })
  }
  if (await isOverruled(db, event)) return
  const account = lineAccount(config, settings.connections())
  if (!account || !replyToken || kind === 'unfollow') return
  const of = {
    base: configuredBaseUrl(config),
    uid: await findMemberOfLine(db, subject),
  }
  const card =
    kind === 'follow' ? await welcome(db, of) : await replyTo(db, event.command as LineCommand, of)
  const client = messagingOf(config, account)
  const result = await client.reply(replyToken, [toMessage(card)])
  // A refused token is over, or was used by an earlier run.
  if (result.type === 'accepted' || result.type === 'refused') return
  throw new Error(`LINE has not taken the reply: ${result.type}`)
}
