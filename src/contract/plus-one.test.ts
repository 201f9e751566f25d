import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlusOneGoods } from './plus-one/tokens.ts'
import { type PlusOneContext, readPlusOnes } from './plus-one.ts'

const chips: PlusOneGoods = {
  id: 'chips',
  title: '日式蝦餅',
  words: ['蝦餅'],
  unit: '包',
  variants: [
    { id: 'plain', title: '原味', words: ['A'] },
    { id: 'hot', title: '辣味', words: ['B'] },
  ],
}
const mug: PlusOneGoods = { id: 'mug', title: '馬克杯', words: ['C'], unit: '個' }
const two: PlusOneContext = { goods: [chips, mug], leader: '團主小林' }
const one: PlusOneContext = { goods: [mug] }

/** A chat as it is saved on a phone. */
const chat = (...messages: string[]) =>
  [
    '[LINE] 好吃團購的聊天記錄',
    '儲存日期：2026/11/28 10:15',
    '',
    '2026/11/27（五）',
    ...messages,
  ].join('\n')

const said = (...texts: string[]) => chat(...texts.map((text) => `上午09:46\t小美\t${text}`))

/** The pieces of a person: 「plain 2, hot 1」. */
function placeOf(text: string, context = two, who = '小美'): string {
  const place = readPlusOnes(text, context).places.find(({ name }) => name === who)
  return (place?.lines ?? []).map(({ soldId, count }) => `${soldId} ${count}`).join(', ')
}

function lastOf(text: string, context = two) {
  const entry = readPlusOnes(text, context).entries.at(-1)
  if (!entry) throw new Error('nothing read')
  return entry
}

describe('texts that nobody writes', () => {
  it.each([
    ['in a chat', chat(`上午09:46\t小美\t${'A+1'.repeat(19_000)}`)],
    ['in a list', 'A+1 '.repeat(14_000)],
    ['of each', '各+1'.repeat(15_000)],
    ['of signs that stand for many', '\ufdfa'.repeat(60_000)],
  ])('a line as long as the whole text is asked for: %s (LINE-05)', (_, text) => {
    expect(lastOf(text)).toMatchObject({ outcome: 'unsure', moves: [] })
    expect(readPlusOnes(text, two).places.flatMap(({ lines }) => lines)).toEqual([])
  })

  it('thousands of lines and known names are read one by one (LINE-05)', () => {
    const people = Array.from({ length: 2_000 }, (_, index) => `王小美${index}`)
    const text = people.map((name) => `${name} A+1`).join('\n')
    const { places } = readPlusOnes(text, { ...two, people })
    expect(places.map(({ name }) => name)).toEqual(people)
  })
})

describe('orders that are read', () => {
  it.each([
    ['A+1', 'plain 1'],
    ['a +1', 'plain 1'],
    ['Ａ＋１', 'plain 1'],
    ['A➕1️⃣', 'plain 1'],
    ['A加1', 'plain 1'],
    ['A加一', 'plain 1'],
    ['Ax2', 'plain 2'],
    ['A × 2', 'plain 2'],
    ['A*2', 'plain 2'],
    ['A2', 'plain 2'],
    ['原味2', 'plain 2'],
    ['原味兩包', 'plain 2'],
    ['兩包原味', 'plain 2'],
    ['原味 十二 包', 'plain 12'],
    ['原+1', 'plain 1'],
    ['辣的話我要兩包辣味', ''],
    ['辣味+2包', 'hot 2'],
    ['+2 辣味', 'hot 2'],
    ['+1A+2B', 'plain 1, hot 2'],
    ['A+1B+2', 'plain 1, hot 2'],
    ['A+1、B+2', 'plain 1, hot 2'],
    ['A+1 B+2，謝謝團主🙏', 'plain 1, hot 2'],
    ['原味1辣味2', 'plain 1, hot 2'],
    ['A、B各1', 'plain 1, hot 1'],
    ['A跟B各+2', 'plain 2, hot 2'],
    ['A B 各一包', 'plain 1, hot 1'],
    ['各1 A B', 'plain 1, hot 1'],
    ['蝦餅原味+1', 'plain 1'],
    ['蝦餅：原味+1、辣味+2', 'plain 1, hot 2'],
    ['+3（A2 B1）', 'plain 2, hot 1'],
    ['A2 B1 共3包', 'plain 2, hot 1'],
    ['馬克杯+1', 'mug 1'],
    ['C+1', 'mug 1'],
    ['馬克杯一個 蝦餅辣味3包', 'mug 1, hot 3'],
    ['我要A+1', 'plain 1'],
    ['麻煩幫我A+1，謝謝～', 'plain 1'],
    ['@團主小林 B+1', 'hot 1'],
    ['B+1 (moon grin)', 'hot 1'],
    ['日式蝦餅（辣味）+1', 'hot 1'],
  ])('reads 「%s」 as %j (LINE-05)', (text, expected) => {
    expect(placeOf(said(text))).toBe(expected)
    if (expected !== '') expect(lastOf(said(text)).outcome).toBe('order')
  })

  it.each([
    ['+1', 'mug 1'],
    ['＋２', 'mug 2'],
    ['加一', 'mug 1'],
    ['我+1', 'mug 1'],
    ['+1 謝謝', 'mug 1'],
    ['算我一個', 'mug 1'],
    ['兩個', 'mug 2'],
    ['再+1', 'mug 1'],
    ['先+2喔', 'mug 2'],
  ])('of one thing alone reads 「%s」 as %s (LINE-05)', (text, expected) => {
    expect(placeOf(said(text), one)).toBe(expected)
  })
})

describe('changes that are read', () => {
  it.each([
    [['A+1', 'B+1'], 'plain 1, hot 1'],
    [['A+3', 'A-1'], 'plain 2'],
    [['A+3', '-1'], 'plain 2'],
    [['A+1', '取消'], ''],
    [['A+1', '不要了 抱歉'], ''],
    [['A+1 B+2', '取消A'], 'hot 2'],
    [['A+1 B+2', 'B取消'], 'plain 1'],
    [['A+3', '取消+1'], 'plain 2'],
    [['A+1', '取消', 'B+1'], 'hot 1'],
    [['A+1', '改成2'], 'plain 2'],
    [['A+1', '改+3'], 'plain 3'],
    [['A+2', '改B'], 'hot 2'],
    [['A+2', '更正 B+1'], 'hot 1'],
    [['A+2', 'A改B'], 'hot 2'],
    [['A+2', 'A+1改B+1'], 'plain 1, hot 1'],
    [['A+1 B+1', '改A+3'], 'plain 3, hot 1'],
    [['A+1', '改成A1 B2'], 'plain 1, hot 2'],
    [['A+1', '總共3包'], 'plain 3'],
    [['A+1', '再加2包原味'], 'plain 3'],
    [['A+1', '追加 B+1'], 'plain 1, hot 1'],
  ])('%j leaves %j (LINE-05)', (texts, expected) => {
    const reading = readPlusOnes(said(...texts), two)
    expect(reading.entries.filter(({ outcome }) => outcome === 'unsure')).toEqual([])
    expect(placeOf(said(...texts))).toBe(expected)
  })
})

describe('what a person has to look at', () => {
  it.each([
    ['+1', 'which'],
    ['蝦餅+1', 'which'],
    ['A', 'quantity'],
    ['我要', 'quantity'],
    ['A B+1', 'quantity'],
    ['A+1 B', 'quantity'],
    ['A+100', 'quantity'],
    ['A+0', 'quantity'],
    ['+3 A2', 'quantity'],
    ['A2 B1 共4', 'quantity'],
    ['A+1嗎', 'question'],
    ['可以取消嗎？', 'question'],
    ['幫阿姨A+1', 'person'],
    ['@小華 A+1', 'person'],
    ['小辣+1', 'words'],
    ['好想A+1', 'words'],
    ['謝謝+1', 'words'],
    ['A半包', 'quantity'],
    ['A+1 週五才有空拿', 'words'],
    ['要的A+1 B+2', 'words'],
    ['取消', 'earlier'],
    ['-1', 'earlier'],
    ['A-1', 'earlier'],
    ['改成2', 'earlier'],
    ['同上', 'which'],
  ])('「%s」 is in doubt: %s (LINE-05)', (text, doubt) => {
    const entry = lastOf(said(text))
    expect([entry.outcome, entry.doubts]).toEqual(['unsure', expect.arrayContaining([doubt])])
    expect(placeOf(said(text))).toBe('')
  })

  it.each([
    [['A+1', 'A+1'], 'repeated'],
    [['A+1', 'A-2'], 'earlier'],
    [['A+1 B+1', '改成2'], 'earlier'],
    [['A+1 B+1', '-1'], 'earlier'],
    [['+1', 'A改B'], 'earlier'],
  ])('%j is in doubt: %s (LINE-05)', (texts, doubt) => {
    const entry = lastOf(said(...texts))
    expect([entry.outcome, entry.doubts]).toEqual(['unsure', expect.arrayContaining([doubt])])
  })

  it('counts nothing of it, and marks the place, until all is taken back (LINE-05)', () => {
    const text = said('B+1', '+1')
    expect(readPlusOnes(text, two).places).toEqual([
      { name: '小美', lines: [{ soldId: 'hot', count: 1 }], isOpen: true },
    ])
    expect(readPlusOnes(said('B+1', '+1', '取消'), two).places).toEqual([])
  })
})

it.each([
  '好期待！',
  '請問何時到貨？',
  '下午3點到',
  '電話0912345678',
  '一包100元',
  '辣味好吃',
  '還有辣味嗎',
  '11/30 收單',
  '666',
  '改天再說',
  'https://shop.example/g/ABC?n=1',
])('「%s」 is no order (LINE-05)', (text) => {
  expect(lastOf(said(text)).outcome).toBe('skipped')
})

describe('the forms of a chat', () => {
  it('reads what iOS saves: quotation marks, stickers, unsent and joined lines (LINE-05)', () => {
    const text = chat(
      '上午09:46\t小美\t"原味+1',
      '辣味+2"',
      '上午09:47\t小美\t[貼圖]',
      '上午09:48\t\t阿明加入聊天',
      '下午12:05\t阿明 Ming\tA+1',
      '下午01:10\t\t小華已收回訊息',
      '',
      '2026/11/28（六）',
      '上午12:01\t阿明 Ming\t改B',
    )
    const { entries, places } = readPlusOnes(text, two)
    expect(places).toEqual([
      {
        name: '小美',
        lines: [
          { soldId: 'plain', count: 1 },
          { soldId: 'hot', count: 2 },
        ],
        isOpen: false,
      },
      { name: '阿明 Ming', lines: [{ soldId: 'hot', count: 1 }], isOpen: false },
    ])
    const orders = entries.filter(({ outcome }) => outcome === 'order')
    expect(orders.map(({ line, at }) => [line, at])).toEqual([
      [5, '2026-11-27T09:46'],
      [9, '2026-11-27T12:05'],
      [13, '2026-11-28T00:01'],
    ])
    expect(entries.filter(({ outcome }) => outcome === 'unsure')).toEqual([])
  })

  it('reads what Android saves: 24 hours, no quotation marks, CRLF (LINE-05)', () => {
    const text = [
      '[LINE] 與小美的聊天記錄',
      '儲存日期：2026/11/28 10:15',
      '',
      '2026/11/27（週五）',
      '17:21\t小美\t原味+1',
      '辣味+2',
      '17:22\t小美\t☎ 通話時間 1:20',
      '23:05\t小美\t[照片]',
    ].join('\r\n')
    expect(placeOf(text)).toBe('plain 1, hot 2')
    expect(readPlusOnes(text, two).entries[3]).toMatchObject({ at: '2026-11-27T17:21', line: 5 })
  })

  it('reads an English chat (LINE-05)', () => {
    const text = [
      '[LINE] Chat history with Group',
      'Saved on: 11/28/2026, 10:15',
      '',
      'Fri, 11/27/2026',
      '09:46 PM\tMay Lin\tB+1',
      '09:47 PM\tMay Lin\t[Sticker]',
    ].join('\n')
    expect(placeOf(text, two, 'May Lin')).toBe('hot 1')
    expect(readPlusOnes(text, two).entries[3]).toMatchObject({ at: '2026-11-27T21:46' })
  })

  it('reads what is copied on a computer; a name with spaces is asked for, or known (LINE-05)', () => {
    const text = [
      '2026.11.27 星期五',
      '17:22 小美 A+1',
      '17:23 Tony Chou B+1',
      '17:24 阿明加入聊天',
    ].join('\n')
    expect(placeOf(text)).toBe('plain 1')
    expect(readPlusOnes(text, two).entries[2]).toMatchObject({ outcome: 'unsure', name: 'Tony' })
    const people = ['小美', 'Tony Chou']
    expect(placeOf(text, { ...two, people }, 'Tony Chou')).toBe('hot 1')
  })

  it('reads a list, with numbers or without, by the names in it (LINE-05)', () => {
    const text = [
      '蝦餅團',
      '1. 王小美 A+1',
      '2.陳大文：B+2、A+1',
      '3、Tony Chou A2',
      '4. 林阿姨',
      '小華 B+1',
      '小明C+1',
    ].join('\n')
    const { entries, places } = readPlusOnes(text, two)
    expect(
      places.map(({ name, lines }) => [name, ...lines.map((l) => `${l.soldId} ${l.count}`)]),
    ).toEqual([
      ['王小美', 'plain 1'],
      ['陳大文', 'hot 2', 'plain 1'],
      ['Tony Chou', 'plain 2'],
      ['小華', 'hot 1'],
      ['小明C'],
    ])
    expect(entries.at(-1)).toMatchObject({ outcome: 'unsure', doubts: ['person', 'which'] })
  })

  it('of a list that goes round reads the last version, and asks for what was changed (LINE-05)', () => {
    const text = chat(
      '上午09:46\t小美\t"接龍',
      '1. 小美 A+1',
      '2. 阿明 B+1"',
      '上午09:50\t小華\t"接龍',
      '1. 小美 A+1',
      '2. 阿明 B+2',
      '3. 小華 A+3"',
    )
    const { entries, places } = readPlusOnes(text, two)
    expect(places).toEqual([
      { name: '阿明', lines: [{ soldId: 'hot', count: 2 }], isOpen: true },
      { name: '小美', lines: [{ soldId: 'plain', count: 1 }], isOpen: false },
      { name: '小華', lines: [{ soldId: 'plain', count: 3 }], isOpen: false },
    ])
    expect(
      entries.filter(({ doubts }) => doubts.includes('superseded')).map(({ outcome }) => outcome),
    ).toEqual(['skipped', 'skipped', 'unsure'])
  })
})

describe('properties', () => {
  const names = fc.constantFrom('小美', '阿明', 'Tony Chou', '陳 大文', '林阿姨🌸')
  const goods = fc.constantFrom(
    ...[
      ['A', 'plain'],
      ['原味', 'plain'],
      ['B', 'hot'],
      ['辣味', 'hot'],
      ['馬克杯', 'mug'],
    ].map(([word = '', soldId = '']) => ({ word, soldId })),
  )
  const count = fc.integer({ min: 1, max: 99 })
  const joint = fc.constantFrom('+', ' +', ' + ', '＋', '➕', 'x', ' ', '加')
  const politeness = fc.constantFrom('', ' 謝謝', '，麻煩了', ' 🙏', '！', '喔')
  const order = fc.record({ name: names, goods, count, joint, politeness })
  const wide = (text: string) =>
    text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

  it('what several people order is what is read, in full width, too (LINE-05)', () => {
    fc.assert(
      fc.property(
        fc.array(order, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (orders, isWide) => {
          const texts = orders.map(
            (one) => `${one.goods.word}${one.joint}${one.count}${one.politeness}`,
          )
          const text = chat(
            ...orders.map(
              ({ name }, at) => `09:46\t${name}\t${isWide ? wide(texts[at] ?? '') : texts[at]}`,
            ),
          )
          const { entries, places } = readPlusOnes(text, two)
          const expected = new Map<string, number>()
          // The same text twice of one person is asked for.
          const last = new Map<string, string>()
          for (const [
            at,
            {
              name,
              goods: { soldId },
              count: pieces,
            },
          ] of orders.entries()) {
            const words = (texts[at] ?? '')
              .normalize('NFKC')
              .replaceAll(/[\s➕🙏]/gu, (s) => (s === '➕' ? '+' : ''))
              .toLowerCase()
            const entry = entries[at + 3]
            if (words === last.get(name))
              expect(entry).toMatchObject({ outcome: 'unsure', doubts: ['repeated'] })
            else {
              expect(entry).toMatchObject({
                outcome: 'order',
                name,
                moves: [{ soldId, by: pieces }],
              })
              const key = `${name}/${soldId}`
              expected.set(key, (expected.get(key) ?? 0) + pieces)
            }
            last.set(name, words)
          }
          const read = places.flatMap(({ name, lines }) =>
            lines.map(({ soldId, count: pieces }): [string, number] => [
              `${name}/${soldId}`,
              pieces,
            ]),
          )
          expect(new Map(read)).toEqual(expected)
        },
      ),
    )
  })

  it('whatever is pasted, places are the sum of what was certain, and never below nothing (LINE-05)', () => {
    const piece = fc.constantFrom(
      ...[
        'A',
        'B',
        '原味',
        '蝦餅',
        '+1',
        '-1',
        '2',
        '包',
        '取消',
        '改',
        '各',
        '共',
        '?',
        '、',
        '\n',
        ' ',
      ],
      ...[
        '\t',
        '1. ',
        '小美',
        '09:46\t小美\t',
        '09:47 阿明 ',
        '"',
        '總共',
        '+',
        '兩',
        '再',
        '@小美',
        '幫',
        '0',
      ],
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, (pasted) => {
        const { entries, places } = readPlusOnes(pasted, two)
        for (const { name, lines } of places) {
          const certain = entries.filter(
            (entry) => entry.name === name && entry.outcome === 'order',
          )
          const sums = Map.groupBy(
            certain.flatMap(({ moves }) => moves),
            ({ soldId }) => soldId,
          )
          for (const { soldId, count: pieces } of lines) {
            expect(pieces).toBeGreaterThan(0)
            expect(sums.get(soldId)?.reduce((sum, { by }) => sum + by, 0)).toBe(pieces)
          }
        }
        for (const { outcome, doubts } of entries)
          expect(outcome === 'unsure' || doubts.length === 0 || doubts[0] === 'superseded').toBe(
            true,
          )
      }),
    )
  })
})
