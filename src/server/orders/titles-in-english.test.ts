import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openLedTeam } from '../testing/test-hand-outs.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let crackers: { id: string; hot: string }
let pot: string
beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  owner = await openAdministrator(shop)
  const { body } = await owner.post('/admin/product', {
    ...{
      title: '蝦餅',
      category: '零食',
      unit: '包',
      origin_price: 150,
      price: 120,
      is_enabled: 1,
    },
    options: [{ name: '口味', values: ['原味', '辣味'] }],
    variants: [
      { option_values: ['原味'], price: 120 },
      { option_values: ['辣味'], price: 130 },
    ],
  })
  crackers = { id: body.product.id, hot: body.product.variants[1].id }
  await named('Prawn crackers')
  pot = await shop.product({ title: '茶壺', price: 500 })
})
afterAll(() => shop.close())

const named = (title: string) => owner.put(`/admin/english/product/${crackers.id}`, { title })
const inEnglish = ['Prawn crackers（辣味）', '茶壺']
const inChinese = ['茶壺', '蝦餅（辣味）']

/** An order of hot crackers, which have an English title, and of a pot, which has none. */
async function placed(lang = '?lang=en') {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: crackers.id, variant_id: crackers.hot, qty: 2 })
  await guest.post('/cart', { product_id: pot, qty: 1 })
  const id: string = (await guest.post(`/order${lang}`, orderData)).body.orderId
  return { guest, id }
}
const titles = (lines: object) =>
  Object.values<{ title?: string; product?: { title: string } }>(lines as never)
    .map(({ title, product }) => product?.title ?? title)
    .toSorted()
const mailsOf = async (id: string) => {
  const { rows } = await shop.database.pool.query<{ kind: string; text: string }>(
    'select kind, text_body as text from mail_outbox where order_id = $1 order by id',
    [id],
  )
  return rows
}

describe('the goods of an order', () => {
  it('stand in the cart with their variant, and in its refusals (OPEN-05)', async () => {
    const guest = shop.guest()
    const line = { product_id: crackers.id, variant_id: crackers.hot, qty: 1 }
    const { body } = await guest.post('/cart?lang=en', line)
    expect(titles(body.cart.carts)).toEqual(['Prawn crackers（辣味）'])
    const kettle = await shop.product({ title: '水壺', english: { title: 'Kettle' } })
    await owner.put(`/admin/stock/${kettle}`, { on_hand: 1, reason: 'counted' })
    const refused = await guest.post('/cart?lang=en', { product_id: kettle, qty: 2 })
    expect(refused.body.message).toContain('1 of “Kettle” left')
  })

  it('keep the English title of their sale, which the staff and a reader of Chinese do not see (OPEN-05)', async () => {
    const { guest, id } = await placed()
    await named('Shrimp chips')
    for (const path of [`/order/${id}`, '/orders']) {
      const read = async (query: string) => {
        const { order, orders } = (await guest.get(path + query)).body
        return (order ?? orders[0]).products
      }
      expect(titles(await read('?lang=en'))).toEqual(inEnglish)
      expect(titles(await read(''))).toEqual(inChinese)
      expect(JSON.stringify(await read('?lang=en'))).not.toContain('titleInEnglish')
    }
    const staff = (await owner.get(`/admin/order/${id}`)).body
    expect(titles(staff.order.products)).toEqual(inChinese)
    expect(JSON.stringify(staff)).not.toContain('Prawn')
    const [mail] = await mailsOf(id)
    expect(mail?.text).toMatch(/Prawn crackers（辣味） × 2.*NT\$260/)
    expect(mail?.text).not.toContain('蝦餅')
    await named('Prawn crackers')
    const [other] = await mailsOf((await placed('')).id)
    expect(other?.text).toContain('蝦餅（辣味） × 2')
  })

  it('are named so in parcels, in what is left out, in returns and in their mails (OPEN-05)', async () => {
    const { guest, id } = await placed()
    await guest.post(`/pay/${id}`)
    const { order } = (await guest.get(`/order/${id}`)).body
    const lines = Object.values(order.products) as { id: string; product_id: string }[]
    const line_id = lines.find(({ product_id }) => product_id === crackers.id)?.id
    await owner.post(`/admin/order/${id}/parcel`, {
      ...{ carrier: 'tcat', lines: [{ line_id, qty: 1 }] },
    })
    await owner.post(`/admin/order/${id}/close-rest`)
    const data = { lines: [{ line_id, qty: 1 }] }
    const tooMany = { lines: [{ line_id, qty: 2 }] }
    const refused = await guest.post(`/order/${id}/returns?lang=en`, tooMany)
    expect(refused.body.message).toContain('Prawn crackers（辣味）')
    expect((await guest.post(`/order/${id}/returns?lang=en`, data)).status).toBe(200)
    const read = async (query: string) => {
      const { parcels, returnable, returns, timeline } = (await guest.get(`/order/${id}${query}`))
        .body
      const closed = timeline.find(({ kind }: { kind: string }) => kind === 'rest_closed')
      return [parcels[0], returnable, returns[0]]
        .flatMap((part) => titles(part.lines))
        .concat(closed.text.split(/, |、/).toSorted())
    }
    const [english = '', chinese = ''] = [inEnglish[0], inChinese[1]]
    const named = (title: string) => [title, title, title, `${title} × 1`]
    expect(await read('?lang=en')).toEqual([...named(english), '茶壺 × 1'])
    const [pieces = '', ...rest] = named(chinese).toReversed()
    expect(await read('')).toEqual([...rest, '茶壺 × 1', pieces])
    const { rows } = await shop.database.pool.query(
      `select detail from order_events where order_id = $1
         and kind in ('rest_closed', 'return_asked')`,
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain('Prawn')
    const mails = await mailsOf(id)
    expect(mails.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['shipped', 'rest_closed', 'return_news']),
    )
    for (const { text } of mails) expect(text).not.toContain('蝦餅')
  })

  it('are named so where the shopper changes them, also those that were taken out (OPEN-05)', async () => {
    const { guest, id } = await placed()
    const change = (data: object) =>
      guest.put(`/order/${id}?lang=en`, { lines: [{ product_id: pot, qty: 1 }], ...data })
    const preview = (await change({ preview: true })).body
    expect(titles(preview.before.lines)).toEqual(inEnglish)
    await change({ expected_difference: preview.difference })
    const textOf = async (query: string) =>
      (await guest.get(`/order/${id}${query}`)).body.timeline.at(-1).text
    expect(await textOf('?lang=en')).toContain('Prawn crackers（辣味） × 2, 茶壺 × 1')
    expect(await textOf('')).toContain('蝦餅（辣味） × 2、茶壺 × 1')
  })
})

describe('the goods of a group', () => {
  it('have the English title of the publication, for members and the leader (OPEN-05)', async () => {
    const tea = await shop.product({
      ...{ title: '高山茶', price: 120, english: { title: 'Mountain tea' } },
    })
    const values = { english: { title: 'Autumn tea' } }
    const team = await openLedTeam(shop, owner, 1, { values, productIds: [tea] })
    await owner.put(`/admin/english/product/${tea}`, { title: 'Alpine tea' })
    const [member] = team.members
    if (!member) throw new Error('nobody has joined')
    const read = async (query: string) => {
      const get = async (by: Visitor, path: string) => (await by.get(path + query)).body
      const { campaign } = await get(member, `/campaign/${team.id}`)
      const [place] = (await get(member, '/participations')).participations
      const { order } = await get(member, `/order/${member.orderId}`)
      const { console: led } = await get(team.leader, `/group/${team.code}/console`)
      const [given] = (await get(team.leader, '/hand-out')).hand_outs
      const goods = [campaign.products, place.lines, order.products]
        .concat([led.rows[0].lines, led.by_product, given.lines])
        .flatMap(titles)
      return { goods: new Set(goods), groups: [order.group.title, given.group.title], led }
    }
    const english = await read('?lang=en')
    expect(english.goods).toEqual(new Set(['Mountain tea']))
    expect(english.groups).toEqual(['Autumn tea', 'Autumn tea'])
    expect(english.led.line_text).toContain('[Autumn tea]')
    expect(english.led.line_text).toContain('Mountain tea × 1')
    expect(english.led.line_text).not.toContain('茶')
    const chinese = await read('')
    expect(chinese.goods).toEqual(new Set(['高山茶']))
    expect(chinese.groups).toEqual(['秋茶團購', '秋茶團購'])
    const { body } = await owner.get(`/hand-out?group=${team.code}`)
    expect(titles(body.hand_outs[0].lines)).toEqual(['高山茶'])
  })
})
