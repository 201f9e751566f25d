import { randomBytes } from 'node:crypto'
import type { Message } from '../messaging/chat-book.ts'

/** A picker that a shop has opened, by its one-time token. */
interface Share {
  liffId: string
  /** Undefined while somebody still chooses. */
  result?: 'SUCCESS' | 'CANCEL'
  messages?: Message[]
}

export interface LiffBook {
  open(liffId: string): string
  find(ott: string): Share | undefined
}

export function createLiffBook(): LiffBook {
  const shares = new Map<string, Share>()
  return {
    open(liffId) {
      const ott = randomBytes(12).toString('base64url')
      shares.set(ott, { liffId })
      return ott
    },
    find: (ott) => shares.get(ott),
  }
}
