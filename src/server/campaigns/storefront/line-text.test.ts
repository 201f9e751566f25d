import { describe, expect, it } from 'vitest'
import type { CampaignFacts } from '../campaign-facts.ts'
import { type GroupFacts, type GroupRow, maskedName } from '../group-wire.ts'
import { toConsole } from '../leader/console-wire.ts'
import type { ConsolePlace } from '../leader/leader.queries.ts'

const link = 'https://shop.example/g/AAAAAAAAAAAAAAAAAAAAAA?openExternalBrowser=1'
const productIds = ['-tea', '-rice']
const titles: Record<string, string> = { '-tea': '高山茶', '-rice': '池上米' }

function factsOf(
  campaign: Partial<CampaignFacts['campaign']> = {},
  group: Partial<GroupRow> = {},
): CampaignFacts & GroupFacts {
  return {
    campaign: {
      id: '-campaign',
      kind: 'team',
      title: '秋茶團購',
      state: 'open',
      metric: 'units',
      minTarget: 8,
      pictures: [],
      reason: null,
      startsAt: new Date('2026-11-01T00:00:00Z'),
      endsAt: new Date('2026-11-30T15:59:00Z'),
      ...campaign,
    } as CampaignFacts['campaign'],
    products: productIds.map((productId) => ({
      productId,
      snapshot: { title: titles[productId] ?? '', unit: '包', picture: '', price: 120 },
    })),
    tiers: [
      { fromUnits: 1, prices: [price('-tea', 100), price('-rice', 1_200)] },
      { fromUnits: 6, prices: [price('-tea', 90), price('-rice', 1_100)] },
    ],
    extensions: [],
    group: {
      id: '-group',
      code: 'AAAAAAAAAAAAAAAAAAAAAA',
      state: 'forming',
      outcome: null,
      reason: null,
      poolOf: null,
      maxUnits: null,
      unitsTaken: 6,
      membersTaken: 2,
      unitsCounted: 6,
      membersCounted: 2,
      unitsFinal: null,
      membersFinal: null,
      finalTier: null,
      openedAt: new Date('2026-11-01T00:00:00Z'),
      expiresAt: new Date('2026-11-30T15:59:00Z'),
      pickupPlace: '',
      version: 1,
      ...group,
    } as GroupRow,
    recent: [],
    leader: null,
  }
}

function price(productId: string, unitPrice: number) {
  return { productId, unitPrice }
}

function placeOf(name: string, quantities: number[], isAnonymous = false): ConsolePlace {
  return {
    id: `-${name}`,
    name,
    tel: '0912-345-678',
    lines: quantities.flatMap((qty, index) => {
      const productId = productIds[index] ?? ''
      const line = { productId, title: titles[productId] ?? '', qty, unitPrice: 1, total: qty }
      return qty === 0 ? [] : [line]
    }),
    state: 'held',
    shownName: maskedName(name),
    isAnonymous,
    remindedAt: [],
    handedOutAt: null,
    owedToLeader: null,
    total: 300,
  }
}

const places = [placeOf('王小明', [3, 1]), placeOf('Alice', [2, 0], true)]
const consoleOf = (facts = factsOf(), of = places) =>
  toConsole({ facts, places: of }, 'https://shop.example')

describe('the text for a chat (LEADER-05)', () => {
  it('reminds by names and sums those who have not paid, whether or not they have an address (LEADER-06)', () => {
    const people: ConsolePlace[] = [
      { ...placeOf('王小明', [1]), state: 'awaiting_payment' },
      { ...placeOf('陳小姐', [1]), state: 'confirmed' },
      { ...placeOf('Alice', [1], true), owedToLeader: 1_200 },
    ]
    const told = consoleOf(factsOf(), people)
    expect(told.reminder_text?.split('\n')).toEqual([
      ...['【秋茶團購】請完成付款', '王○○ NT$300', '匿名團友 NT$1,200', link],
    ])
    expect(told.reminder_text_full).toContain('王小明 NT$300')
    expect(consoleOf()).not.toHaveProperty('reminder_text')
  })

  it('of a group that gathers has names masked, sums, price, what is missing, end and address', () => {
    expect(consoleOf().line_text.split('\n')).toEqual([
      '【秋茶團購】揪團中',
      '1. 王○○ 高山茶 × 3；池上米 × 1',
      '2. 匿名團友 高山茶 × 2',
      '合計 6 份',
      '高山茶 × 5',
      '池上米 × 1',
      '目前單價：高山茶 NT$90、池上米 NT$1,100',
      '還差 2 份成團',
      '2026/11/30 23:59 截止',
      link,
    ])
  })

  it('names a product once before its variants, with the sum (VAR-10)', () => {
    const variants = [
      { id: '-tea', title: '春茶', step: 0 },
      { id: '-autumn', title: '秋茶', step: 0 },
    ]
    const facts = factsOf()
    const [tea] = facts.products
    if (tea) Object.assign(tea.snapshot, { variants })
    const lines = variants.map(({ id, title }, index) => ({
      ...{ productId: '-tea', variantId: id, variantTitle: title, title: `高山茶（${title}）` },
      ...{ qty: index + 1, unitPrice: 1, total: 1 },
    }))
    const text = consoleOf(facts, [{ ...placeOf('王小明', [], false), lines }]).line_text
    expect(text.split('\n').slice(1, 4)).toEqual([
      '1. 王○○ 高山茶：春茶 × 1、秋茶 × 2，共 3',
      '合計 3 份',
      '高山茶：春茶 × 1、秋茶 × 2，共 3',
    ])
  })

  it('has whole names only where they are asked for', () => {
    const { line_text_full: text } = consoleOf()
    expect(text).toContain('1. 王小明 高山茶 × 3；池上米 × 1\n2. Alice 高山茶 × 2\n')
    expect(text).not.toContain('○')
  })

  it('counts people where the minimum does, and says nothing that is not missing', () => {
    const people = factsOf({ metric: 'members', minTarget: 3 })
    expect(consoleOf(people).line_text).toContain('\n還差 1 人成團\n')
    expect(consoleOf(factsOf({ minTarget: 6 })).line_text).not.toContain('還差')
  })

  it('of a group that has succeeded has its final price, and no end', () => {
    const done = { state: 'succeeded', outcome: 'succeeded', finalTier: 0, unitsFinal: 6 } as const
    expect(consoleOf(factsOf({}, done)).line_text.split('\n')).toEqual([
      '【秋茶團購】已成團',
      '1. 王○○ 高山茶 × 3；池上米 × 1',
      '2. 匿名團友 高山茶 × 2',
      '合計 6 份',
      '高山茶 × 5',
      '池上米 × 1',
      '最終單價：高山茶 NT$100、池上米 NT$1,200',
      link,
    ])
  })

  it('of a group without anybody has a sum of nothing', () => {
    expect(consoleOf(factsOf(), []).line_text).toContain('【秋茶團購】揪團中\n合計 0 份\n')
  })
})

/** The same numbers from the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

it('the totals by person and by product are the sum of the live places, in 500 random groups (LEADER-04)', () => {
  const random = randomFrom(20_261_122)
  const below = (n: number) => Math.floor(random() * n)
  for (let round = 0; round < 500; round++) {
    const of = Array.from({ length: below(30) }, (_, n) =>
      placeOf(`團友${n}`, [1 + below(20), below(3) === 0 ? 0 : below(20)]),
    )
    const { rows, by_product: byProduct, line_text: text } = consoleOf(factsOf(), of)
    const expected = new Map<string, number>()
    for (const { productId, qty } of of.flatMap(({ lines }) => lines)) {
      expected.set(productId, (expected.get(productId) ?? 0) + qty)
    }
    expect(new Map(byProduct.map(({ product_id: id, qty }) => [id, qty]))).toEqual(expected)
    const byPerson = rows.map(({ lines }) => lines.reduce((sum, { qty }) => sum + qty, 0))
    const units = [...expected.values()].reduce((sum, qty) => sum + qty, 0)
    expect(byPerson.reduce((sum, qty) => sum + qty, 0)).toBe(units)
    expect(text).toContain(`合計 ${units} 份`)
  }
})
