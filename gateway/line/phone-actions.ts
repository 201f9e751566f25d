import type { Line } from './line.ts'
import { groupChat, isReached, type Person } from './people.ts'

// Actions of a person on the phone; each sends its webhook event to the shop.

export function befriend(line: Line, person: Person): void {
  const isUnblocked = person.isFriend
  Object.assign(person, { isFriend: true, isBlocked: false })
  const replyToken = line.chats.issueReplyToken(person.id)
  line.webhooks.tell(person.id, { type: 'follow', replyToken, follow: { isUnblocked } })
}

export function block(line: Line, person: Person): void {
  person.isBlocked = true
  line.webhooks.tell(person.id, { type: 'unfollow' })
}

/** False: nobody writes to an account that is blocked or was never added. */
export function say(line: Line, person: Person, text: string): boolean {
  if (!isReached(person)) return false
  const { id } = line.chats.add(person.id, { by: 'person', messages: [{ type: 'text', text }] })
  const message = { type: 'text', id, quoteToken: `q${id}`, text }
  line.webhooks.tell(person.id, {
    type: 'message',
    replyToken: line.chats.issueReplyToken(person.id),
    message,
  })
  return true
}

/** In the chat of all, which the official account has been invited to. */
export function sayInGroup(line: Line, person: Person, text: string): void {
  const messages = [{ type: 'text', text }]
  const { id } = line.chats.add(groupChat.id, { by: 'friend', from: person.name, messages })
  line.webhooks.tell(
    person.id,
    {
      type: 'message',
      replyToken: line.chats.issueReplyToken(groupChat.id),
      message: { type: 'text', id, quoteToken: `q${id}`, text },
    },
    groupChat.id,
  )
}

/** A button with data; `displayText` is what the chat shows of it. */
export function postBack(
  line: Line,
  person: Person,
  { data, displayText }: { data: string; displayText?: string },
): boolean {
  if (!isReached(person)) return false
  if (displayText) {
    line.chats.add(person.id, { by: 'person', messages: [{ type: 'text', text: displayText }] })
  }
  const replyToken = line.chats.issueReplyToken(person.id)
  line.webhooks.tell(person.id, { type: 'postback', replyToken, postback: { data } })
  return true
}
