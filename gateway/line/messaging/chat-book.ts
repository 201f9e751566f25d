import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { addMs, dayMs, minuteMs, toTaipeiDay } from '../../taipei-time.ts'

/** A message as the interface has it. */
export type Message = Record<string, unknown> & { type: string }

/** Messages that one side has sent at one time. */
export interface ChatEntry {
  id: string
  at: Date
  by: 'shop' | 'person' | 'friend'
  /** The friend who has shared it, or who wrote in the group. */
  from?: string
  /** How it was sent, of the shop. */
  way?: 'push' | 'multicast' | 'reply'
  messages: Message[]
}

interface Accepted {
  requestId: string
  at: Date
  sentIds: string[]
}

export interface ChatBook {
  of(personId: string): readonly ChatEntry[]
  add(personId: string, entry: Pick<ChatEntry, 'by' | 'way' | 'from' | 'messages'>): ChatEntry
  /** Messages that count in this month, one a receiver. */
  used(): number
  count(receivers: number): void
  /** For a test: as if so many had been sent. */
  setUsed(count: number): void
  issueReplyToken(personId: string): string
  /** The person whom a token answers, once and within a minute. */
  takeReplyToken(token: string): string | undefined
  /** The request that was accepted with this retry key in the last day. */
  accepted(retryKey: string): Accepted | undefined
  accept(retryKey: string, accepted: Omit<Accepted, 'at'>): void
}

const replyLifeMs = minuteMs

export function createChatBook(clock: Clock): ChatBook {
  const chats = new Map<string, ChatEntry[]>()
  const sent = new Map<string, number>()
  const replies = new Map<string, { personId: string; expiresAt: Date }>()
  const retryKeys = new Map<string, Accepted>()
  let lastId = 500_000_000_000_000_000n
  const month = () => toTaipeiDay(clock.now()).slice(0, 7)

  return {
    of: (personId) => chats.get(personId) ?? [],
    add(personId, entry) {
      lastId += 1n
      const whole: ChatEntry = { id: String(lastId), at: clock.now(), ...entry }
      chats.set(personId, [...(chats.get(personId) ?? []), whole])
      return whole
    },
    used: () => sent.get(month()) ?? 0,
    count: (receivers) => void sent.set(month(), (sent.get(month()) ?? 0) + receivers),
    setUsed: (count) => void sent.set(month(), count),
    issueReplyToken(personId) {
      const token = randomBytes(16).toString('hex')
      replies.set(token, { personId, expiresAt: addMs(clock.now(), replyLifeMs) })
      return token
    },
    takeReplyToken(token) {
      const known = replies.get(token)
      replies.delete(token)
      return known && known.expiresAt > clock.now() ? known.personId : undefined
    },
    accepted(retryKey) {
      const known = retryKeys.get(retryKey)
      return known && addMs(known.at, dayMs) > clock.now() ? known : undefined
    },
    accept: (retryKey, accepted) => void retryKeys.set(retryKey, { ...accepted, at: clock.now() }),
  }
}
