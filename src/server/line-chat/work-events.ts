import type { LineCommand } from '#contract/line-messages.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { LineEventKind } from '../db/tables/line.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { lineAccount, messagingOf } from '../line-messages/line-account.ts'
import { type Card, toMessage } from '../line-messages/line-card.ts'
import { findMemberOfLine, setFriendship } from '../line-messages/receivers.queries.ts'
import { lineChannel } from '../members/line/line-access.ts'
import type { Settings } from '../settings/settings.ts'
import { workLineEvent } from './line-events.jobs.ts'
import { findEvent, forgetWords, isOverruled } from './line-events.queries.ts'
import { plusOnePrefix, replyToPlusOne } from './plus-one-reply.ts'
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
  const card = await answerTo(deps, event)
  const isOfGroup = event.command?.startsWith(plusOnePrefix)
  if (!card) return isOfGroup ? forgetWords(db, eventId) : undefined
  const client = messagingOf(config, account)
  const result = await client.reply(replyToken, [toMessage(card)])
  // A refused token is over, or was used by an earlier run.
  if (result.type === 'accepted' || result.type === 'refused') {
    return isOfGroup ? forgetWords(db, eventId) : undefined
  }
  throw new Error(`LINE has not taken the reply: ${result.type}`)
}

async function answerTo(
  { config, db, settings }: LineChatDeps,
  { kind, command, subject }: { kind: LineEventKind; command: string | null; subject: string },
): Promise<Card | undefined> {
  const base = configuredBaseUrl(config)
  if (command?.startsWith(plusOnePrefix)) {
    const liffId = lineChannel(config, settings.connections())?.liffId
    return replyToPlusOne(db, command.slice(plusOnePrefix.length), { base, liffId })
  }
  const of = { base, uid: await findMemberOfLine(db, subject) }
  return kind === 'follow' ? welcome(db, of) : replyTo(db, command as LineCommand, of)
}
