import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counties, districtsOf } from '#contract/address.ts'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { temperatures } from '#contract/shipping-kinds.ts'
import { type Basket, type BasketLine, nowhere, offerMethod } from './offer-methods.ts'
import { isOutlying } from './outlying.ts'

const method: AdminShippingMethod = {
  ...{ id: 'home', kind: 'home', name: '宅配', fee: 100, free_over: null, cod: false },
  ...{ outlying: { mode: 'same' }, is_on: true, version: 1 },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: [...temperatures], mixes: true },
}
const store: AdminShippingMethod = { ...method, kind: 'store', chains: ['UNIMART'] }
const line: BasketLine = {
  ...{ title: '水餃', qty: 1, temperature: 'normal', weightG: null, sidesMm: null },
}
const basket = (change: Partial<BasketLine> = {}, payable = 500): Basket => ({
  payable,
  lines: [{ ...line, ...change }],
})
const reasonOf = (of: AdminShippingMethod, for_: Basket, destination = nowhere) =>
  offerMethod(of, for_, destination).refusal?.text

const anyLine = fc.record({
  title: fc.constantFrom('餅乾', '水餃'),
  qty: fc.integer({ min: 1, max: 4 }),
  temperature: fc.constantFrom('normal' as const, 'normal' as const, ...temperatures),
  weightG: fc.option(fc.integer({ min: 1, max: 3_000 }), { freq: 1 }),
  sidesMm: fc.option(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 3, maxLength: 3 }), {
    freq: 1,
  }),
})
const anyBasket = fc.record({
  payable: fc.integer({ min: 0, max: 24_000 }),
  lines: fc.array(anyLine, { minLength: 1, maxLength: 3 }),
})
/** As often none: most baskets must be carried for the fee to be judged. */
const bound = (max: number) => fc.option(fc.integer({ min: max / 10, max }), { freq: 1 })
const anySteps = fc.record({
  by: fc.constantFrom('weight' as const, 'qty' as const),
  rows: fc
    .array(fc.record({ up_to: fc.integer({ min: 1, max: 20_000 }), fee: fc.nat(300) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((rows) => rows.toSorted((one, other) => one.up_to - other.up_to)),
})
const anyMethod: fc.Arbitrary<AdminShippingMethod> = fc
  .record({
    kind: fc.constantFrom('home' as const, 'store' as const, 'place' as const),
    fee: fc.nat(300),
    free_over: bound(30_000),
    steps: fc.option(anySteps, { nil: undefined }),
    outlying: fc.oneof(
      fc.constant({ mode: 'same' as const }),
      fc.constant({ mode: 'refused' as const }),
      fc.integer({ min: 1, max: 200 }).map((amount) => ({ mode: 'surcharge' as const, amount })),
    ),
    max_weight_g: bound(20_000),
    max_sides_mm: bound(2_000),
    max_amount: bound(30_000),
    temperatures: fc.subarray([...temperatures], { minLength: 1 }),
    mixes: fc.boolean(),
  })
  .map(({ steps, ...values }) => ({
    ...method,
    ...values,
    chains: ['UNIMART', 'FAMI'],
    ...(steps && { steps }),
  }))
const anyPlace = fc.constantFrom(
  ...[nowhere, { county: '臺北市', district: '信義區' }, { county: '澎湖縣', district: '馬公市' }],
  ...[
    { ...nowhere, store: { chain: 'UNIMART' as const, county: '屏東縣', district: '琉球鄉' } },
    { ...nowhere, store: { chain: 'OKMART' as const, county: '臺北市', district: '信義區' } },
  ],
)

describe('the fee of a method (SHIP-03)', () => {
  it('is that of its step, nothing from its sum on, and what an island adds in any case', () => {
    let carried = 0
    fc.assert(
      fc.property(anyMethod, anyBasket, anyPlace, (of, for_, destination) => {
        const { fee } = offerMethod(of, for_, destination)
        if (fee === undefined) return
        carried++
        const { kind, steps, free_over: freeOver, outlying } = of
        const pieces = for_.lines.reduce((all, { qty }) => all + qty, 0)
        const grams = for_.lines.reduce((all, { qty, weightG }) => all + qty * (weightG ?? 0), 0)
        const reached = (steps?.by === 'qty' ? pieces : grams) || 0
        const step = steps?.rows.find(({ up_to }) => reached <= Number(up_to))?.fee ?? of.fee
        const isFree = freeOver !== null && for_.payable >= freeOver
        const where = kind === 'store' ? destination.store : destination
        const isFar = kind !== 'place' && where !== undefined && isOutlying(where)
        const surcharge = outlying.mode === 'surcharge' && isFar ? outlying.amount : 0
        expect(fee).toBe((isFree ? 0 : step) + Number(surcharge))
      }),
      { numRuns: 2_000 },
    )
    expect(carried).toBeGreaterThan(400)
  })

  it('is what the island adds where the rest is free', () => {
    const far = { county: '屏東縣', district: '琉球鄉' }
    const outlying = { mode: 'surcharge' as const, amount: 150 }
    const feeOf = (payable: number, to = far) =>
      offerMethod({ ...method, free_over: 1_000, outlying }, basket({}, payable), to).fee
    expect([feeOf(999), feeOf(1_000)]).toEqual([250, 150])
    expect(feeOf(1_000, { county: '屏東縣', district: '屏東市' })).toBe(0)
  })
})

describe('what a method may not carry (SHIP-04)', () => {
  it('is never offered, for any basket and place', () => {
    fc.assert(
      fc.property(anyMethod, anyBasket, anyPlace, (of, for_, destination) => {
        const { fee } = offerMethod(of, for_, destination)
        if (fee === undefined) return
        const isStore = of.kind === 'store'
        const within = (amount: number, own: number | null, ofStores: number) =>
          expect(amount).toBeLessThanOrEqual(
            Math.min(
              own ?? Number.POSITIVE_INFINITY,
              isStore ? ofStores : Number.POSITIVE_INFINITY,
            ),
          )
        const { lines, payable } = for_
        within(
          lines.reduce((all, { qty, weightG }) => all + qty * (weightG ?? 0), 0),
          of.max_weight_g,
          5_000,
        )
        within(payable + fee, of.max_amount, 20_000)
        for (const { temperature, sidesMm } of lines) {
          expect(of.temperatures).toContain(temperature)
          const sides = sidesMm ?? [0]
          within(
            sides.reduce((all, side) => all + side, 0),
            of.max_sides_mm,
            1_050,
          )
          if (isStore) expect(Math.max(...sides)).toBeLessThanOrEqual(450)
        }
        const kinds = new Set(lines.map(({ temperature }) => temperature))
        if (!of.mixes && of.kind !== 'place') expect(kinds.size).toBe(1)
        const where = isStore ? destination.store : destination
        const isFar = of.kind !== 'place' && where !== undefined && isOutlying(where)
        expect(isFar && of.outlying.mode === 'refused').toBe(false)
        if (isStore && destination.store) expect(of.chains).toContain(destination.store.chain)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['超過可寄送的重量上限 5 公斤', store, basket({ qty: 3, weightG: 1_700 })],
    ['超過可寄送的重量上限 800 公克', { ...method, max_weight_g: 800 }, basket({ weightG: 801 })],
    ['「水餃」的最長邊超過 45 公分', store, basket({ sidesMm: [451, 10, 10] })],
    ['「水餃」的三邊合計超過 105 公分', store, basket({ sidesMm: [400, 400, 251] })],
    [
      '商品合計的體積，超過三邊合計 105 公分的包裹',
      store,
      basket({ qty: 10, sidesMm: [300, 300, 50] }),
    ],
    ['訂單金額超過上限 NT$20,000', store, basket({}, 19_901)],
    [
      '無法配送冷凍商品「水餃」',
      { ...method, temperatures: ['normal' as const] },
      basket({ temperature: 'frozen' }),
    ],
    [
      '「餅乾」（常溫）與「水餃」（冷凍）不能一起寄送，請分開下單',
      { ...method, mixes: false },
      {
        payable: 1,
        lines: [
          { ...line, title: '餅乾' },
          { ...line, temperature: 'frozen' as const },
        ],
      },
    ],
    [
      '超過可寄送的數量上限 5 件',
      { ...method, steps: { by: 'qty' as const, rows: [{ up_to: 5, fee: 80 }] } },
      basket({ qty: 6 }),
    ],
  ])('is told as %j', (text, of, for_) => {
    expect(reasonOf(of, for_)).toBe(text)
  })

  it('are islands and other chains, told as such', () => {
    const island = { county: '台東縣', district: '蘭嶼鄉' }
    const refusing = { ...method, outlying: { mode: 'refused' as const } }
    expect(reasonOf(refusing, basket(), island)).toBe('不配送離島')
    const family = { ...nowhere, store: { ...nowhere, chain: 'FAMI' as const } }
    expect(reasonOf({ ...store, chains: ['UNIMART', 'HILIFE'] }, basket(), family)).toBe(
      '請選擇7-ELEVEN、萊爾富的門市',
    )
    const far = counties.flatMap((county) =>
      districtsOf(county).filter((district) => isOutlying({ county, district })),
    )
    expect(far).toHaveLength(6 + 6 + 4 + 3)
  })
})
