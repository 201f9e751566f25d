import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { campaignHead } from '#contract/campaign-head.ts'
import { linesText } from '#contract/lines-text.ts'
import { campaignInput } from '../testing/published-campaign.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import {
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../testing/test-campaigns.ts'
import { endGroup, rowsOf } from '../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

let shop: TestShop
let owner: TestAdministrator
let counted: TestStock
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  counted = await openStock(shop)
})
afterAll(() => shop.close())
afterEach(() => moveShopClock(shop, '0 hours'))

const tastes = [
  '原味',
  '辣味',
  '海苔',
  '起司',
  '芝麻',
  '蒜味',
  '玉米',
  '咖哩',
  '泡菜',
  '蜂蜜',
  '黑糖',
  '抹茶',
]

/** A product in so many tastes: the first costs NT$120, each further one NT$10 more. */
async function crackers(count = 3) {
  const values = tastes.slice(0, count)
  const { body } = await owner.post('/admin/product', {
    ...{
      title: '蝦餅',
      category: '零食',
      unit: '包',
      origin_price: 150,
      price: 120,
      is_enabled: 1,
    },
    options: [{ name: '口味', values }],
    variants: values.map((value, index) => ({ option_values: [value], price: 120 + 10 * index })),
  })
  return body.product.variants.map(({ id }: { id: string }) => id) as string[]
}

const open = (id: string, values: Parameters<typeof openCampaign>[1] = {}) =>
  openCampaign(
    shop,
    { minTarget: 2, ...values },
    {
      productIds: [id],
      onHand: null,
      tiers: [
        [1, 100],
        [4, 90],
      ],
    },
  )

async function join(campaign: TestCampaign, lines: object[]) {
  const member = await openParticipant(shop)
  const user = { name: '王小明', email: member.email, tel: '0912345678', address: '台北市' }
  const data = { ...joinData(campaign, [1], { user }), lines, accepts_fewer: true }
  const reply = await member.post(`/group/${campaign.code}/participation`, data)
  return { member, ...reply }
}

const line = (product_id: string, variant_id: string | undefined, qty: number) => ({
  ...{ product_id, ...(variant_id && { variant_id }), qty },
})

describe('joining by variant', () => {
  it('takes twelve of them as one order and one place, at its own step each (VAR-07)', async () => {
    const ids = await crackers(12)
    const [id = ''] = ids
    const campaign = await open(id)
    const lines = ids.map((variant, index) => line(id, variant, index === 0 ? 2 : 1))
    const { status, body, member } = await join(campaign, lines)
    expect(status).toBe(200)
    expect(body.participation).toMatchObject({ qty: 13, quoted_total: 13 * 100 + 10 * 66 })
    expect(body.participation.lines[11]).toMatchObject({
      ...{ product_id: id, variant_id: ids[11], variant_title: '抹茶' },
      ...{ title: '蝦餅（抹茶）', unit_price: 210, qty: 1 },
    })
    const changed = await member.put(`/participation/${body.participation.id}`, {
      lines: [...lines.slice(1, 11), line(id, id, 5)],
    })
    expect(changed.body.participation).toMatchObject({ qty: 15 })
    expect(changed.body.participation.lines).toHaveLength(11)
  })

  it('tells what takes part, and takes the first that is left where none is named (VAR-06)', async () => {
    const [id = '', hot = ''] = await crackers(2)
    const campaign = await open(id)
    const { campaign: told } = (await shop.guest().get(`/campaign/${campaign.id}`)).body
    expect(told).toMatchObject({ price_now: 100, has_several_prices: true, is_from_stock: true })
    expect(told.products[0].variants).toEqual([
      { variant_id: id, title: '原味', step: 0, own_price: 120 },
      { variant_id: hot, title: '辣味', step: 10, own_price: 130 },
    ])
    const head = campaignHead({ campaign: told }, { own: '', shop: '小農' })
    expect(head.description).toContain('目前 NT$100 起，')
    expect(head.jsonLd).toMatchObject([{ offers: { lowPrice: 90, highPrice: 110 } }])
    const { campaigns } = (await shop.guest().get(`/campaigns?product_id=${id}`)).body
    expect(campaigns).toMatchObject([{ price_now: 100, has_several_prices: true }])
    await counted.set(id, 0)
    const { body } = await join(campaign, [line(id, undefined, 1)])
    expect(body.participation.lines).toMatchObject([{ variant_id: hot, unit_price: 110 }])
  })

  it('refuses one of another product, or twice the same', async () => {
    const [id = '', hot = ''] = await crackers(2)
    const [other] = await crackers(1)
    const campaign = await open(id)
    expect((await join(campaign, [line(id, other, 1)])).status).toBe(400)
    expect((await join(campaign, [line(id, hot, 1), line(id, hot, 1)])).status).toBe(400)
  })

  it('holds what was chosen, and says which of it is short', async () => {
    const [id = '', hot = ''] = await crackers(2)
    await counted.set(hot, 2)
    const campaign = await open(id)
    await join(campaign, [line(id, hot, 2), line(id, id, 1)])
    expect(await counted.numbers(hot)).toEqual([2, 2])
    expect(await join(campaign, [line(id, hot, 1)])).toMatchObject({
      ...{
        status: 409,
        body: { shortages: [{ product_id: id, variant_id: hot, title: '蝦餅（辣味）', left: 0 }] },
      },
    })
  })
})

describe('an open campaign', () => {
  it('sells a variant that the shop has let go, by its own stock (VAR-05)', async () => {
    const [id = '', hot = ''] = await crackers(2)
    for (const [variant, n] of [
      [id, 0],
      [hot, 3],
    ] as const) {
      await counted.set(variant, n)
    }
    const campaign = await open(id)
    await owner.put(`/admin/product/${id}`, {
      ...{ title: '蝦餅', category: '零食', unit: '包', origin_price: 150, price: 120 },
      options: [{ name: '口味', values: ['原味'] }],
      variants: [{ id, option_values: ['原味'], price: 120 }],
    })
    expect((await join(campaign, [line(id, hot, 2)])).status).toBe(200)
    expect(await counted.numbers(hot)).toEqual([3, 2])
  })
})

describe('a campaign that ends', () => {
  it('counts all variants for its tiers, and lowers each price by as much (VAR-06)', async () => {
    const [id = '', hot = ''] = await crackers(2)
    const campaign = await open(id)
    const { body } = await join(campaign, [line(id, hot, 3), line(id, id, 1)])
    await endGroup(shop, campaign)
    const rows = await rowsOf(
      shop,
      'select unit_price, qty, total from order_lines where order_id = $1 order by id',
      [body.participation.order_id],
    )
    expect(rows).toMatchObject([
      { unit_price: 100, qty: 3, total: 300 },
      { unit_price: 90, qty: 1, total: 90 },
    ])
    const { differences } = (await owner.get('/admin/reconciliation')).body
    expect(differences).toEqual([])
  })

  it('cuts the last place to whole boxes from its last lines, and gives back what they held', async () => {
    const [id = '', hot = ''] = await crackers(2)
    for (const variant of [id, hot]) await counted.set(variant, 10)
    const campaign = await open(id, { lotSize: 4, minTarget: 4 })
    const { body } = await join(campaign, [line(id, id, 3), line(id, hot, 3)])
    await endGroup(shop, campaign)
    const rows = await rowsOf<{ variant_id: string; qty: number }>(
      ...[shop, 'select variant_id, qty from order_lines where order_id = $1 order by id'],
      [body.participation.order_id],
    )
    expect(rows).toEqual([
      { variant_id: id, qty: 3 },
      { variant_id: hot, qty: 1 },
    ])
    expect([await counted.numbers(id), await counted.numbers(hot)]).toEqual([
      [10, 3],
      [10, 1],
    ])
  })

  it('orders from the supplier, and books what comes, by variant (VAR-10)', async () => {
    const [id = '', hot = ''] = await crackers(2)
    const campaign = await open(id, { supply: 'order' })
    const { body } = await join(campaign, [line(id, hot, 3), line(id, id, 1)])
    await endGroup(shop, campaign)
    await owner.put(`/admin/order/${body.participation.order_id}`, { is_paid: true })
    const path = `/admin/campaign/${campaign.id}`
    const { settlement } = (await owner.get(`${path}/settlement`)).body
    expect(settlement.products).toMatchObject([
      { product_id: id, variant_id: id, title: '蝦餅（原味）', succeeded: 1, short: 1 },
      { product_id: id, variant_id: hot, title: '蝦餅（辣味）', succeeded: 3, short: 3 },
    ])
    const { lines } = (await owner.post(`${path}/supplier-order`)).body
    expect(linesText(lines)).toBe('蝦餅：原味 × 1、辣味 × 3，共 4')
    const receipt = { product_id: id, variant_id: hot, qty: 3 }
    const other = { ...receipt, variant_id: (await crackers(1))[0] }
    const refused = await owner.post(`${path}/receipt`, other)
    expect(refused.body.fields).toEqual({ product_id: '這個規格不在此團購中' })
    expect((await owner.post(`${path}/receipt`, receipt)).status).toBe(200)
    const after = (await owner.get(`${path}/settlement`)).body.settlement.products
    expect(after.map(({ short }: { short: number }) => short)).toEqual([1, 0])
  })
})

describe('the form of a campaign', () => {
  it('is offered the variants on sale of what is chosen (VAR-05)', async () => {
    const [id = '', hot = ''] = await crackers(2)
    const { products } = (await owner.get(`/admin/products/choices?ids=${id}`)).body
    expect(products[0].variants).toEqual([
      { id, title: '原味', price: 120 },
      { id: hot, title: '辣味', price: 130 },
    ])
  })

  it('lets some of the variants take part, at differences of its own (VAR-06)', async () => {
    const [id = '', hot = '', seaweed = ''] = await crackers(3)
    const products = [
      {
        product_id: id,
        variants: [
          { variant_id: hot, step: -5 },
          { variant_id: seaweed, step: 5 },
        ],
      },
    ]
    const tiers = [{ from_units: 1, prices: [{ product_id: id, unit_price: 110 }] }]
    const { body } = await owner.post('/admin/campaign', campaignInput(id, { products, tiers }))
    expect(body.campaign.products[0].variants).toMatchObject([
      { variant_id: hot, step: -5 },
      { variant_id: seaweed, step: 5 },
    ])
    await owner.post(`/admin/campaign/${body.campaign.id}/publish`)
    const told = (await shop.guest().get(`/campaign/${body.campaign.id}`)).body.campaign
    expect(told).toMatchObject({ price_ceiling: 105 })
  })

  it('keeps the choice of variants under a client that does not know of them (VAR-01)', async () => {
    const [id = '', hot = ''] = await crackers(2)
    const products = [{ product_id: id, variants: [{ variant_id: hot, step: 5 }] }]
    const tiers = [{ from_units: 1, prices: [{ product_id: id, unit_price: 110 }] }]
    const created = await owner.post('/admin/campaign', campaignInput(id, { products, tiers }))
    const { campaign } = created.body
    const change = { version: campaign.version, products: [{ product_id: id }], title: '新名' }
    const { body } = await owner.put(`/admin/campaign/${campaign.id}`, change)
    expect(body.campaign).toMatchObject({ title: '新名' })
    expect(body.campaign.products[0].variants).toMatchObject([{ variant_id: hot, step: 5 }])
  })

  it('refuses a price above that of the variant, or below NT$1', async () => {
    const [id = '', hot = ''] = await crackers(2)
    const save = (step: number) =>
      owner.post(
        '/admin/campaign',
        campaignInput(id, {
          products: [{ product_id: id, variants: [{ variant_id: hot, step }] }],
          tiers: [{ from_units: 1, prices: [{ product_id: id, unit_price: 110 }] }],
        }),
      )
    const fields = { tiers: '第 1 級「蝦餅（辣味）」的價格須為 NT$1 至 NT$130' }
    expect(await save(21)).toMatchObject({ status: 400, body: { fields } })
    expect(await save(-110)).toMatchObject({ status: 400, body: { fields } })
  })
})
