import { type LineCommand, lineCommands } from '#contract/line-messages.ts'
import type { lineEvents } from '../db/tables/line.ts'
import type { LineEvent } from '../line/line-webhook.ts'
import { plusOnePrefix, plusOneWords } from './plus-one-reply.ts'

export type WorkedEvent = Omit<typeof lineEvents.$inferInsert, 'receivedAt'>

/**
 * Those that the shop acts on. What else people write is for the owner to read in LINE, and is not
 * kept here.
 */
export function toWorkedEvents(events: readonly LineEvent[]): WorkedEvent[] {
  return events.flatMap((event): WorkedEvent[] => {
    const { id, at, userId: subject, replyToken } = event
    if (event.groupId !== undefined) return ofGroupChat(event)
    if (!subject) return []
    const common = { id, at, subject, ...(replyToken !== undefined && { replyToken }) }
    if (event.type === 'follow' || event.type === 'unfollow') {
      return [{ ...common, kind: event.type }]
    }
    const command = commandOf(event)
    return command ? [{ ...common, kind: 'command', command }] : []
  })
}

/**
 * Words that may be an order, and nothing else: people who write to each other are none of our
 * business. Nor is it kept who has written them.
 */
function ofGroupChat(event: LineEvent): WorkedEvent[] {
  const words = event.type === 'text' ? plusOneWords(event.text) : undefined
  const { id, at, replyToken } = event
  if (words === undefined || !replyToken) return []
  return [{ id, at, replyToken, subject: '', kind: 'command', command: plusOnePrefix + words }]
}

/** Of a button, or of its words typed. */
function commandOf(event: LineEvent): LineCommand | undefined {
  const names = Object.keys(lineCommands) as LineCommand[]
  if (event.type === 'postback') return names.find((name) => name === event.data)
  if (event.type === 'text') return names.find((name) => lineCommands[name] === event.text.trim())
  return undefined
}
