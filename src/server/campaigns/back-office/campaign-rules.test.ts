import { describe, expect, it } from 'vitest'
import { emptyDraft } from './campaign-draft.ts'
import {
  type CampaignDraft,
  draftFaults,
  extensionFault,
  type RuleContext,
  tiersFault,
} from './campaign-rules.ts'

const products = new Map([
  ['a', { title: '甲', price: 100 }],
  ['b', { title: '乙', price: 200 }],
])

function faultOf(...tiers: (readonly [fromUnits: number, a?: number, b?: number])[]) {
  return tiersFault(
    {
      products: ['a', 'b'],
      tiers: tiers.map(([fromUnits, a, b]) => ({
        fromUnits,
        prices: [
          ...(a === undefined ? [] : [{ productId: 'a', unitPrice: a }]),
          ...(b === undefined ? [] : [{ productId: 'b', unitPrice: b }]),
        ],
      })),
    },
    { products },
  )
}

describe('the tiers', () => {
  it('rise strictly in units and fall strictly in prices, from 1 unit, 1 to 6 of them (CAMP-04)', () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => [n, 100 - n, 200 - n] as const)
    expect(faultOf([1, 100, 200])).toBeUndefined()
    expect(faultOf(...six)).toBeUndefined()
    expect(faultOf(...six, [7, 1, 1])).toBe('第 7 級超過上限，最多 6 級')
    expect(faultOf([2, 100, 200])).toBe('第 1 級須從 1 份開始')
    expect(faultOf([1, 100, 200], [1, 90, 190])).toBe('第 2 級的份數須大於前一級')
    expect(faultOf([1, 100, 200], [5, 90, 190], [4, 80, 180])).toBe('第 3 級的份數須大於前一級')
    expect(faultOf([1, 100, 200], [5, 100, 190])).toBe('第 2 級「甲」的價格須低於前一級')
    expect(faultOf([1, 100, 200], [5, 90, 190], [9, 80, 191])).toBe(
      '第 3 級「乙」的價格須低於前一級',
    )
  })

  it('have prices from NT$1 to the own price, of the products of the campaign alone (CAMP-04)', () => {
    expect(faultOf([1, 0, 200])).toBe('第 1 級「甲」的價格須為 NT$1 至 NT$100')
    expect(faultOf([1, 100, 201])).toBe('第 1 級「乙」的價格須為 NT$1 至 NT$200')
    const stranger = { fromUnits: 1, prices: [{ productId: 'c', unitPrice: 1 }] }
    expect(tiersFault({ products: ['a'], tiers: [stranger] }, { products })).toBe(
      '第 1 級有不屬於此團購的商品',
    )
  })
})

describe('the hand-out by the leader', () => {
  it('needs a leader (LEADER-08)', () => {
    const context = { products, authorisationDays: null }
    const ofKind = (kind: 'pool' | 'team') =>
      draftFaults({ ...emptyDraft, title: '秋茶', kind, delivery: 'leader' }, context)
    expect(ofKind('pool')).toEqual({ delivery: '「一起湊」沒有團主，請選擇寄給每個人' })
    expect(ofKind('team')).toEqual({})
  })
})

describe('成團才扣款', () => {
  const day = 86_400
  const start = new Date('2026-12-01T00:00:00Z')
  const endingAfter = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
  const context: RuleContext = { products, authorisationDays: 21 }
  const draft = (changes: Partial<CampaignDraft>): CampaignDraft => ({
    ...emptyDraft,
    title: '團',
    money: 'authorise_capture',
    graceMinutes: 15,
    startsAt: start,
    ...changes,
  })
  const text = '成團才扣款的團購最長 19 天'

  it('lasts 19 days of the 21 at most, grace included (CAMP-07)', () => {
    const lasting = (seconds: number) =>
      draftFaults(draft({ endsAt: endingAfter(seconds) }), context)
    expect(lasting(19 * day - 15 * 60)).toEqual({})
    expect(lasting(19 * day - 14 * 60)).toEqual({ ends_at: text })
    const paid = draft({ endsAt: endingAfter(60 * day), money: 'pay_after_success' })
    expect(draftFaults(paid, context)).toEqual({})
  })

  it('holds for the hours of a team alike (CAMP-07)', () => {
    const team = (graceMinutes: number) =>
      draftFaults(draft({ kind: 'team', teamHours: 19 * 24, graceMinutes }), context)
    expect(team(0)).toEqual({})
    expect(team(1)).toEqual({ team_hours: text })
  })

  it('holds for an extension alike (CAMP-07)', () => {
    const campaign = {
      startsAt: start,
      endsAt: endingAfter(day),
      money: 'authorise_capture' as const,
      graceMinutes: 15,
    }
    expect(extensionFault(campaign, endingAfter(19 * day - 15 * 60), 21)).toBeUndefined()
    expect(extensionFault(campaign, endingAfter(19 * day - 14 * 60), 21)).toBe(text)
  })
})

it('goods are expected to leave on a day of the calendar, not before the end in Taipei', () => {
  const endsAt = new Date('2026-12-09T16:30:00Z')
  const faultOn = (shipsOn: string) =>
    draftFaults(
      { ...emptyDraft, title: '茶', endsAt, shipsOn },
      { products, authorisationDays: null },
    ).ships_on
  expect(faultOn('2026-12-10')).toBeUndefined()
  expect(faultOn('2026-12-09')).toBe('預計出貨日不能早於截止日')
  for (const text of ['2026-02-30', '12/10', '']) expect(faultOn(text)).toBe('預計出貨日格式有誤')
})
