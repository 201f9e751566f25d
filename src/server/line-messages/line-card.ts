import { shorten } from '../input/shorten.ts'
import type { LineMessage } from '../line/line-messaging.ts'

export type CardAction =
  | { label: string; link: string }
  /** Comes back as a postback, and in the chat as the words of the button. */
  | { label: string; command: string }

export interface Card {
  heading: string
  /** One with a link leads there by a touch. */
  lines: readonly (string | { text: string; link: string })[]
  actions?: readonly CardAction[]
}

/** The limits of LINE, in characters. */
const most = { alternative: 400, text: 300, label: 20 }

/** A card as LINE shows it; lists and screen readers have its texts. */
export function toMessage({ heading, lines, actions = [] }: Card): LineMessage {
  const texts = lines.map((line) => (typeof line === 'string' ? line : line.text))
  const buttons = actions.map((action, index) => ({
    type: 'button',
    style: index === 0 ? 'primary' : 'secondary',
    height: 'sm',
    action: toAction(action),
  }))
  return {
    type: 'flex',
    altText: shorten([heading, ...texts].join('\n'), most.alternative),
    contents: {
      type: 'bubble',
      body: {
        type: 'box',
        layout: 'vertical',
        spacing: 'md',
        contents: [
          text(heading, { weight: 'bold', size: 'lg' }),
          ...lines.map((line) =>
            typeof line === 'string'
              ? text(line)
              : text(line.text, { action: { type: 'uri', label: '查看', uri: line.link } }),
          ),
        ],
      },
      ...(buttons.length > 0 && {
        footer: { type: 'box', layout: 'vertical', spacing: 'sm', contents: buttons },
      }),
    },
  }
}

function text(value: string, look: object = {}) {
  return { type: 'text', text: shorten(value, most.text) || '　', wrap: true, ...look }
}

function toAction(action: CardAction) {
  const label = shorten(action.label, most.label)
  return 'link' in action
    ? { type: 'uri', label, uri: action.link }
    : { type: 'postback', label, data: action.command, displayText: label }
}
