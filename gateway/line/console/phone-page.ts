import { html, type Markup } from '../../pages/html.ts'
import { buttonForm, layout, stateLabel } from '../../pages/layout.ts'
import { toTaipeiTime } from '../../taipei-time.ts'
import { channels } from '../channels.ts'
import type { Line } from '../line.ts'
import type { ChatEntry } from '../messaging/chat-book.ts'
import { groupChat, isReached, type Person } from '../people.ts'
import { messageMarkup } from './message-markup.ts'

export function phonePath({ id }: Person): string {
  return `/line/people/${id}`
}

export function friendName(person: Person): string {
  if (isReached(person)) return '好友'
  return person.isFriend ? '已封鎖' : '尚未加入好友'
}

/** The phone of one person: the chat with the shop, and what can be answered. */
export function phonePage({ chats }: Line, person: Person): string {
  const phone = phonePath(person)
  const entries = chats.of(person.id)
  return layout(
    `${person.name}的手機`,
    html`<div class="phone">
      <div class="top">
        <strong>${channels.messaging.name}</strong>
        ${stateLabel(friendName(person), isReached(person))}
      </div>
      <div class="chat">
        ${entries.length === 0 && html`<p class="empty">還沒有訊息。</p>`}
        ${entries.map((entry) => entryMarkup(entry, phone))}
      </div>
      ${isReached(person) ? answerForms(phone) : html`<p class="empty">加入好友後可以傳訊息。</p>`}
    </div>
    <div class="actions">
      ${
        isReached(person)
          ? buttonForm(`${phone}/block`, '封鎖')
          : buttonForm(`${phone}/befriend`, person.isFriend ? '解除封鎖' : '加入好友', {
              look: 'main',
            })
      }
    </div>
    <p class="aside"><a href="/line">LINE 手機與設定</a></p>`,
    'line',
  )
}

/** The chat of all, and a field for each of its people. */
export function groupPage({ chats, people }: Line): string {
  const entries = chats.of(groupChat.id)
  return layout(
    groupChat.name,
    html`<div class="phone">
      <div class="top"><strong>${groupChat.name}</strong></div>
      <div class="chat">
        ${entries.length === 0 && html`<p class="empty">還沒有訊息。</p>`}
        ${entries.map((entry) => entryMarkup(entry, ''))}
      </div>
      ${people.map(
        (
          person,
        ) => html`<form method="post" action="${phonePath(person)}/say-in-group" class="answer">
        <input name="text" aria-label="${person.name}的訊息" placeholder="${person.name}" required maxlength="5000" autocomplete="off" />
        <button class="main">傳送</button>
      </form>`,
      )}
    </div>
    <p class="aside"><a href="/line">LINE 手機與設定</a></p>`,
    'line',
  )
}

function entryMarkup({ by, at, way, from, messages }: ChatEntry, phone: string): Markup {
  const ways = { push: '主動推播', multicast: '群發', reply: '回覆' }
  return html`<div class="${by === 'person' ? 'entry own' : 'entry'}">
    ${messages.map((message) => messageMarkup(message, phone))}
    <small>${toTaipeiTime(at).slice(5, 16)}${way && `　${ways[way]}`}${from && `　${from}`}</small>
  </div>`
}

function answerForms(phone: string): Markup {
  return html`<form method="post" action="${phone}/say" class="answer">
      <input name="text" aria-label="訊息" placeholder="輸入訊息" required maxlength="5000" autocomplete="off" />
      <button class="main">傳送</button>
    </form>
    <form method="post" action="${phone}/postback" class="answer">
      <input name="data" aria-label="選單按鈕的資料" placeholder="選單按鈕的資料（postback）" required maxlength="300" autocomplete="off" />
      <button class="quiet">按下選單</button>
    </form>`
}
