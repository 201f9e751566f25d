import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { campaigns, campaignWishes } from '../../db/tables/campaigns.ts'
import { mailOutbox } from '../../db/tables/mail.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { openCampaign, openParticipant } from '../../testing/test-campaigns.ts'
import { openTestShop, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { mailWished } from './mail-wished.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(campaignWishes)
  await shop.database.db.delete(mailOutbox)
})

const wish = (by: Visitor, product_ids: string[], is_wished = true) =>
  by.post('/campaign-wishes', { product_ids, is_wished })
const readWish = async (by: Visitor, id: string) =>
  (await by.get(`/campaign-wishes?ids=${id}`)).body.wishes[0]
const mailAll = () => mailWished({ ...shop.payments, config: shop.config })
const mails = () => shop.database.db.select().from(mailOutbox).orderBy(mailOutbox.recipient)

it('members ask for a group buy of a product, once each, and take it back (WISH-01)', async () => {
  const product = await shop.product({ title: '阿里山茶' })
  const [ann, ben] = [await openParticipant(shop), await openParticipant(shop)]
  await wish(ann, [product])
  await wish(ann, [product])
  const { body } = await wish(ben, [product])
  const seen = { product_id: product, members: 2, is_wished: true }
  expect(body).toMatchObject({ message: '已登記，開團時會寄信通知您', wishes: [seen] })
  expect(await readWish(shop.guest(), product)).toEqual({ ...seen, is_wished: false })
  expect((await wish(shop.guest(), [product])).status).toBe(401)
  expect((await wish(ben, [product], false)).body.message).toBe('已取消登記')
  expect(await readWish(ben, product)).toEqual({ ...seen, members: 1, is_wished: false })
})

it('a product that is not on sale cannot be asked for, nor more than a hundred (WISH-01)', async () => {
  const member = await openParticipant(shop)
  const hidden = await shop.product({ isEnabled: false })
  const shown = await shop.product()
  const refused = await wish(member, [shown, hidden])
  expect([refused.status, refused.body.code]).toEqual([404, 'PRODUCT_NOT_FOUND'])
  expect(await readWish(member, shown)).toMatchObject({ is_wished: false })
  const rows = Array.from({ length: 100 }, (_, n) => ({
    productId: `p${n}`,
    memberId: member.uid,
  }))
  await shop.database.db.insert(campaignWishes).values(rows)
  expect((await wish(member, [shown])).status).toBe(429)
})

it('who asked is told once by mail when a campaign opens, and asks for nothing then (WISH-02)', async () => {
  const productIds = [await shop.product(), await shop.product()]
  const ann = await openParticipant(shop, 'ann@example.com')
  const ben = await shop.member('ben@example.com')
  const other = await shop.product()
  await wish(ann, [...productIds, other])
  await wish(ben, productIds.slice(0, 1))
  const { id } = await openCampaign(shop, { state: 'scheduled' }, { productIds })
  await mailAll()
  expect(await mails()).toEqual([])
  await shop.database.db.update(campaigns).set({ state: 'open' }).where(eq(campaigns.id, id))
  await Promise.all([mailAll(), mailAll()])
  await mailAll()
  const told = await mails()
  expect(told.map(({ recipient }) => recipient)).toEqual(['ann@example.com', 'ben@example.com'])
  expect(told[0]?.subject).toContain('秋茶團購')
  expect(told[0]?.textBody).toContain(`/main/groups/detail/${id}`)
  expect(await readWish(ann, productIds[0] ?? '')).toMatchObject({ members: 0 })
  expect(await readWish(ann, other)).toMatchObject({ is_wished: true })
})

it('the owner sees the products by how many ask for them (WISH-03)', async () => {
  const [few, many] = [await shop.product({ title: '蝦餅' }), await shop.product({ title: '茶' })]
  for (const n of [1, 2, 3]) {
    const member = await openParticipant(shop)
    await wish(member, n === 1 ? [few, many] : [many])
  }
  const { body } = await (await openAdministrator(shop)).get('/admin/campaign-wishes')
  expect(body.wishes).toMatchObject([
    { product_id: many, title: '茶', members: 3, wished_at: expect.any(Number) },
    { product_id: few, title: '蝦餅', members: 1 },
  ])
})
