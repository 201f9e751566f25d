import { html, type Markup } from '../../pages/html.ts'
import { hiddenFields } from '../../pages/layout.ts'
import { liffPath } from '../liff/liff-pages.ts'
import type { Message } from '../messaging/chat-book.ts'

type Value = Record<string, unknown>

/** A message as a phone shows it, simply; buttons that answer post to the phone. */
export function messageMarkup(message: Message, phone: string): Markup {
  const quick = listOf(objectOf(message.quickReply).items)
  return html`${contentOf(message, phone)}
    ${
      quick.length > 0 &&
      html`<div class="quick">${quick.map((item) => actionMarkup(item.action, phone))}</div>`
    }`
}

function contentOf(message: Message, phone: string): Markup {
  switch (message.type) {
    case 'text':
      return html`<p class="bubble">${textOf(message.text)}</p>`
    case 'flex':
      return flexMarkup(objectOf(message.contents), phone)
    case 'template': {
      const { text, title, actions } = objectOf(message.template)
      return html`<div class="bubble card">
        ${title !== undefined && html`<strong>${textOf(title)}</strong>`}
        <p>${textOf(text)}</p>
        ${listOf(actions).map((action) => actionMarkup(action, phone))}
      </div>`
    }
    default:
      return html`<p class="bubble">［${message.type === 'image' ? '圖片' : '貼圖'}］</p>`
  }
}

function flexMarkup(container: Value, phone: string): Markup {
  if (container.type === 'carousel') {
    const bubbles = listOf(container.contents)
    return html`<div class="carousel">${bubbles.map((bubble) => flexMarkup(bubble, phone))}</div>`
  }
  const blocks = [container.header, container.hero, container.body, container.footer]
  return html`<div class="bubble card">${blocks
    .filter((block) => block !== undefined)
    .map((block) => partMarkup(objectOf(block), phone))}</div>`
}

function partMarkup(part: Value, phone: string): Markup {
  switch (part.type) {
    case 'box': {
      const contents = listOf(part.contents).map((one) => partMarkup(one, phone))
      const look = part.layout === 'vertical' ? 'column' : 'row'
      return html`<div class="box ${look}" style="${styleOf(part)}">${contents}</div>`
    }
    case 'text': {
      const spans = listOf(part.contents).map(({ text }) => textOf(text))
      const text = part.text === undefined ? spans.join('') : textOf(part.text)
      return part.weight === 'bold' ? html`<strong>${text}</strong>` : html`<span>${text}</span>`
    }
    case 'button':
      return actionMarkup(part.action, phone)
    case 'image':
      return html`<span class="picture">圖片</span>`
    case 'separator':
      return html`<hr />`
    default:
      return html``
  }
}

/** Width and colour alone, so that a bar of progress is seen. */
function styleOf({ width, backgroundColor, height }: Value): string {
  const isSize = (value: unknown) => /^\d{1,3}(?:%|px)$/.test(String(value))
  return [
    isSize(width) && `width:${width}`,
    isSize(height) && `height:${height}`,
    /^#[0-9a-f]{6}$/i.test(String(backgroundColor)) && `background:${backgroundColor}`,
  ]
    .filter(Boolean)
    .join(';')
}

function actionMarkup(value: unknown, phone: string): Markup {
  const { type, label, uri, text, data, displayText } = objectOf(value)
  const name = textOf(label ?? text ?? uri)
  if (type === 'uri') {
    return /^https?:/.test(textOf(uri))
      ? html`<a class="button" href="${opened(textOf(uri), phone)}">${name}</a>`
      : html`<span class="button">${name}</span>`
  }
  const fields: Record<string, string> =
    type === 'postback'
      ? {
          data: textOf(data),
          ...(displayText !== undefined && { displayText: textOf(displayText) }),
        }
      : { text: textOf(text) }
  const path = `${phone}/${type === 'postback' ? 'postback' : 'say'}`
  return html`<form method="post" action="${path}">${hiddenFields(fields)}<button class="quiet">${name}</button></form>`
}

/** A link of LIFF opens the shop inside this LINE. */
function opened(uri: string, phone: string): string {
  const path = uri.replace(/^https:\/\/liff\.line\.me/, liffPath)
  if (path === uri) return uri
  const person = phone.split('/').at(-1)
  return person ? `${path}${path.includes('?') ? '&' : '?'}person=${person}` : path
}

function objectOf(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Value)
    : {}
}

function listOf(value: unknown): Value[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
