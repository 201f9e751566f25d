import type { Clock } from '../clock.ts'
import { createLiffBook, type LiffBook } from './liff/liff-book.ts'
import { createLoginBook, type LoginBook } from './login/login-book.ts'
import { type ChatBook, createChatBook } from './messaging/chat-book.ts'
import { createWebhooks, type Webhooks } from './messaging/webhooks.ts'
import { createPayBook, type PayBook } from './pay/pay-book.ts'
import { createPeople, groupChat, type Person } from './people.ts'
import { defaultSwitches, type LineFault, type LineService, type LineSwitches } from './switches.ts'

/** A call of the shop's server. */
export interface LineCall {
  at: Date
  service: LineService
  method: string
  path: string
  body: string
  fault: LineFault
  status: number
}

/** LINE as far as a shop knows it: sign-in, messages, payments, and the phones of a few people. */
export interface Line {
  clock: Clock
  people: Person[]
  switches: LineSwitches
  login: LoginBook
  liff: LiffBook
  chats: ChatBook
  webhooks: Webhooks
  pay: PayBook
  calls: LineCall[]
  close(): Promise<void>
}

export function createLine(clock: Clock): Line {
  const switches = { ...defaultSwitches }
  const webhooks = createWebhooks(clock, switches)
  return {
    clock,
    people: createPeople(),
    switches,
    login: createLoginBook(clock),
    liff: createLiffBook(),
    chats: createChatBook(clock),
    webhooks,
    pay: createPayBook(clock),
    calls: [],
    close: webhooks.close,
  }
}

/** A person or the group chat, by the key of its messages. */
export function isChat(line: Line, id: string | undefined): boolean {
  return id === groupChat.id || findPerson(line, id) !== undefined
}

export function findPerson({ people }: Line, id: string | undefined): Person | undefined {
  return people.find((person) => person.id === id)
}
