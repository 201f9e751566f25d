import { expect, it } from 'vitest'
import { readPlusOnes } from '../plus-one.ts'
import { type ChatFixture, chats, goodsOfChats } from './chats.fixture.ts'

interface Said {
  name: string
  text: string
  /** Undefined: it has to be asked for. */
  meant: string | undefined
}

function saidOf({ text }: ChatFixture): Said[] {
  return text.split('\n').map((line) => {
    const [name = '', said = '', meant = ''] = line.split('|').map((part) => part.trim())
    const moves = meant === '-' ? '' : meant.split(' ').toSorted().join(' ')
    return { name, text: said.replaceAll('⏎', '\n'), meant: meant === '?' ? undefined : moves }
  })
}

/** The chat as LINE saves it, or as it is copied. */
function toPasted(form: ChatFixture['form'], said: readonly Said[]): string {
  if (form === 'list')
    return said.map(({ name, text }, n) => `${n + 1}. ${name} ${text}`).join('\n')
  if (form === 'computer') {
    return [
      '2026.11.27 星期五',
      ...said.map(({ name, text }, n) => `17:${n + 10} ${name} ${text}`),
    ].join('\n')
  }
  const head = ['[LINE] 好吃團購的聊天記錄', '儲存日期：2026/11/28 10:15', '']
  const quoted = (text: string) => (text.includes('\n') ? `"${text.replaceAll('"', '""')}"` : text)
  const messages = said.map(({ name, text }, n) =>
    form === 'ios'
      ? `上午09:${n + 10}\t${name}\t${quoted(text)}`
      : `09:${n + 10}\t${name}\t${text}`,
  )
  return [...head, form === 'ios' ? '2026/11/27（五）' : '2026/11/27（週五）', ...messages].join(
    '\n',
  )
}

it('of sixty chats at least 99 of 100 lines are read rightly or asked for, and few are asked for (LINE-05)', () => {
  expect(chats.length).toBeGreaterThanOrEqual(60)
  const tally = { read: 0, orders: 0, asked: 0 }
  const wrong: string[] = []
  for (const [index, chat] of chats.entries()) {
    const said = saidOf(chat)
    const { entries } = readPlusOnes(toPasted(chat.form, said), {
      ...{ goods: goodsOfChats[chat.goods], leader: '團主小林' },
    })
    const messages = entries.slice(-said.length)
    for (const [at, { name, text, meant }] of said.entries()) {
      const { outcome = 'skipped', moves = [], name: reader } = messages[at] ?? {}
      const isOrder = meant !== undefined && meant !== ''
      if (isOrder) tally.orders++
      if (outcome === 'unsure') {
        if (isOrder) tally.asked++
        continue
      }
      tally.read++
      const found = moves
        .filter(() => outcome === 'order')
        .map(({ soldId, by }) => `${soldId}${by > 0 ? '+' : ''}${by}`)
        .toSorted()
        .join(' ')
      // Of what has to be asked for, an order that is taken or passed over is a silent guess.
      const isRight = found === meant && (outcome === 'skipped' || reader === name)
      if (!isRight) {
        wrong.push(
          `chat ${index + 1}, ${name}: 「${text}」 is ${meant ?? 'open'}, read as ${outcome} ${found}`,
        )
      }
    }
  }
  expect(wrong.length / tally.read, wrong.join('\n')).toBeLessThan(0.01)
  expect(tally.asked / tally.orders).toBeLessThan(0.1)
})
