import type { Message } from './chat-book.ts'

/** A reason why messages are not taken, and where it stands. */
export interface MessageFault {
  message: string
  property: string
}

type Value = Record<string, unknown>

const kb = 1024
const required = 'May not be empty'
const invalid = 'The value is invalid'

/** One to five messages, each as the interface wants it. */
export function faultsOfMessages(messages: unknown): MessageFault[] {
  if (!Array.isArray(messages) || messages.length < 1 || messages.length > 5) {
    return [{ message: 'Size must be between 1 and 5', property: 'messages' }]
  }
  return messages.flatMap((message, index) => faultsOfMessage(message, `messages[${index}]`))
}

export function toMessages(messages: unknown): Message[] {
  return messages as Message[]
}

function faultsOfMessage(message: unknown, at: string): MessageFault[] {
  const value = objectOf(message)
  const quick = faultsOfQuickReply(value.quickReply, `${at}.quickReply`)
  switch (value.type) {
    case 'text':
      return [...textFault(value.text, `${at}.text`, 5000), ...quick]
    case 'sticker':
      return [
        ...textFault(value.packageId, `${at}.packageId`, 20),
        ...textFault(value.stickerId, `${at}.stickerId`, 20),
        ...quick,
      ]
    case 'image':
      return [
        ...addressFault(value.originalContentUrl, `${at}.originalContentUrl`),
        ...addressFault(value.previewImageUrl, `${at}.previewImageUrl`),
        ...quick,
      ]
    case 'template':
      return [
        ...textFault(value.altText, `${at}.altText`, 400),
        ...faultsOfTemplate(value.template, `${at}.template`),
        ...quick,
      ]
    case 'flex':
      return [
        ...textFault(value.altText, `${at}.altText`, 400),
        ...faultsOfFlex(value.contents, `${at}.contents`),
        ...quick,
      ]
    default:
      return [{ message: 'A message type is invalid', property: `${at}.type` }]
  }
}

function faultsOfQuickReply(value: unknown, at: string): MessageFault[] {
  if (value === undefined) return []
  const { items } = objectOf(value)
  if (!Array.isArray(items) || items.length < 1 || items.length > 13) {
    return [{ message: 'Size must be between 1 and 13', property: `${at}.items` }]
  }
  return items.flatMap((item, index) =>
    faultsOfAction(objectOf(item).action, `${at}.items[${index}].action`),
  )
}

function faultsOfTemplate(value: unknown, at: string): MessageFault[] {
  const { type, text, actions } = objectOf(value)
  if (type !== 'buttons' && type !== 'confirm')
    return [{ message: invalid, property: `${at}.type` }]
  const most = type === 'buttons' ? 4 : 2
  const least = type === 'buttons' ? 1 : 2
  const list = Array.isArray(actions) ? actions : []
  return [
    ...textFault(text, `${at}.text`, type === 'buttons' ? 160 : 240),
    ...(list.length < least || list.length > most
      ? [{ message: `Size must be between ${least} and ${most}`, property: `${at}.actions` }]
      : []),
    ...list.flatMap((action, index) => faultsOfAction(action, `${at}.actions[${index}]`)),
  ]
}

function faultsOfFlex(value: unknown, at: string): MessageFault[] {
  const container = objectOf(value)
  if (container.type === 'bubble') return faultsOfBubble(container, at)
  if (container.type !== 'carousel') return [{ message: invalid, property: `${at}.type` }]
  const bubbles = Array.isArray(container.contents) ? container.contents : []
  if (bubbles.length < 1 || bubbles.length > 12) {
    return [{ message: 'Size must be between 1 and 12', property: `${at}.contents` }]
  }
  return [
    ...tooLarge(container, 50, at),
    ...bubbles.flatMap((bubble, index) =>
      faultsOfBubble(objectOf(bubble), `${at}.contents[${index}]`),
    ),
  ]
}

function faultsOfBubble(bubble: Value, at: string): MessageFault[] {
  if (bubble.type !== 'bubble') return [{ message: invalid, property: `${at}.type` }]
  const blocks = ['header', 'hero', 'body', 'footer'].filter((block) => bubble[block] !== undefined)
  if (blocks.length === 0)
    return [{ message: 'At least one block must be specified', property: at }]
  return [
    ...tooLarge(bubble, 30, at),
    ...blocks.flatMap((block) => {
      const kinds = block === 'hero' ? ['image', 'box', 'video'] : ['box']
      return faultsOfPart(bubble[block], `${at}.${block}`, kinds)
    }),
  ]
}

const partKinds = ['box', 'text', 'button', 'image', 'separator', 'filler', 'icon', 'span']

function faultsOfPart(
  value: unknown,
  at: string,
  kinds: readonly string[] = partKinds,
): MessageFault[] {
  const part = objectOf(value)
  if (!kinds.includes(String(part.type))) return [{ message: invalid, property: `${at}.type` }]
  const action = part.action === undefined ? [] : faultsOfAction(part.action, `${at}.action`)
  switch (part.type) {
    case 'box': {
      const isLaidOut = ['vertical', 'horizontal', 'baseline'].includes(String(part.layout))
      const contents = Array.isArray(part.contents) ? part.contents : undefined
      return [
        ...(isLaidOut ? [] : [{ message: invalid, property: `${at}.layout` }]),
        ...(contents ? [] : [{ message: required, property: `${at}.contents` }]),
        ...action,
        ...(contents ?? []).flatMap((one, index) => faultsOfPart(one, `${at}.contents[${index}]`)),
      ]
    }
    case 'text':
      return [
        ...(part.contents === undefined ? textFault(part.text, `${at}.text`, 2000) : []),
        ...action,
      ]
    case 'button':
      return part.action === undefined ? [{ message: required, property: `${at}.action` }] : action
    case 'image':
    case 'icon':
      return [...addressFault(part.url, `${at}.url`), ...action]
    default:
      return action
  }
}

function faultsOfAction(value: unknown, at: string): MessageFault[] {
  const action = objectOf(value)
  const label = action.label === undefined ? [] : textFault(action.label, `${at}.label`, 20)
  switch (action.type) {
    case 'uri': {
      const isAddress = typeof action.uri === 'string' && /^(?:https?|line|tel):/.test(action.uri)
      const isGood = isAddress && String(action.uri).length <= 1000
      return [
        ...label,
        ...(isGood ? [] : [{ message: 'Invalid action URI', property: `${at}.uri` }]),
      ]
    }
    case 'message':
      return [...label, ...textFault(action.text, `${at}.text`, 300)]
    case 'postback':
      return [
        ...label,
        ...textFault(action.data, `${at}.data`, 300),
        ...(action.displayText === undefined
          ? []
          : textFault(action.displayText, `${at}.displayText`, 300)),
      ]
    default:
      return [{ message: invalid, property: `${at}.type` }]
  }
}

function textFault(value: unknown, property: string, most: number): MessageFault[] {
  if (typeof value !== 'string' || value === '') return [{ message: required, property }]
  return value.length > most ? [{ message: `Length must be between 0 and ${most}`, property }] : []
}

function addressFault(value: unknown, property: string): MessageFault[] {
  const isGood = typeof value === 'string' && value.startsWith('https://') && value.length <= 2000
  return isGood ? [] : [{ message: 'Invalid URL: it must begin with https', property }]
}

function tooLarge(value: object, most: number, property: string): MessageFault[] {
  const isTooLarge = Buffer.byteLength(JSON.stringify(value)) > most * kb
  return isTooLarge ? [{ message: `The size must not exceed ${most} kB`, property }] : []
}

function objectOf(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Value)
    : {}
}
