import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { commandLine } from '../../http/actor.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { countsOf, joinData, moveShopClock, openCampaign } from '../../testing/test-campaigns.ts'
import { endGroup, placeOf } from '../../testing/test-closing.ts'
import { type LineMember, type LineShop, openLineShop } from '../../testing/test-line.ts'
import { orderData, visitor } from '../../testing/test-shop.ts'
import { setMemberDisabled } from '../disable-member.ts'

let shop: LineShop
beforeAll(async () => {
  shop = await openLineShop()
})
afterEach(() => moveShopClock(shop, '0 hours'))
afterAll(() => shop.close())

async function run<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await shop.database.pool.query(statement, values)).rows as Row[]
}

/** 陳小姐, who has given LINE no e-mail. */
const signIn = () => shop.signIn({ person: 1 })

/** The member goes through LINE once more: a new token, with the proof of now. */
async function confirm(member: LineMember): Promise<void> {
  const code = await shop.codeOf(member, { person: 1 }, '?for=confirm')
  const { body } = await shop.exchange(member, code, { autoCreate: false })
  expect(body.localId).toBe(member.uid)
  Object.assign(member, { token: body.idToken, idToken: body.idToken })
}

/** As if the sign-in had been an hour ago. */
async function letProofAge({ uid, refreshToken, ...member }: LineMember): Promise<string> {
  await run(`update refresh_tokens set auth_time = now() - interval '1 hour' where uid = $1`, [uid])
  const reply = await member.inject({
    method: 'POST',
    url: '/securetoken.googleapis.com/v1/token?key=minmin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=refresh_token&refresh_token=${refreshToken}`,
  })
  return reply.json().id_token
}

it('buys: the cart of before, a coupon, an order with the address typed there, and all after it (LINE-02)', async () => {
  const browser = shop.guest()
  const product = await shop.product()
  await browser.post('/cart', { product_id: product, qty: 2 })
  const { body: signedIn } = await shop.exchange(browser, await shop.codeOf(browser, { person: 1 }))
  browser.token = signedIn.idToken
  const cart = (await browser.get('/cart')).body.data
  expect(cart.carts).toMatchObject([{ product_id: product, qty: 2 }])

  const { code } = await shop.coupon({ maxUsesPerMember: 1 })
  expect((await browser.post('/coupon', { code })).status).toBe(200)
  const { body } = await browser.post('/order', orderData)
  const { orderId } = body
  expect((await browser.get('/orders')).body.orders).toMatchObject([{ id: orderId }])
  expect((await browser.get(`/order/${orderId}`)).body.order.user.email).toBe(orderData.user.email)
  const { recipient } = (await browser.get('/member/checkout')).body
  expect(recipient).toMatchObject({ name: orderData.user.name, email: orderData.user.email })
  expect((await browser.post(`/pay/${orderId}`)).status).toBe(200)
  expect((await browser.post(`/order/${orderId}/messages`, { text: '請早點出貨' })).status).toBe(
    200,
  )

  // Another browser of the same person finds the order, and nobody else does.
  expect((await (await signIn()).get(`/order/${orderId}`)).status).toBe(200)
  const other = await shop.signIn({ person: 2 })
  expect((await other.get(`/order/${orderId}`)).status).toBe(404)

  const admin = await openAdministrator(shop)
  const lines = (await admin.get(`/admin/order/${orderId}`)).body.order.products
  const [line] = Object.values(lines) as { id: string }[]
  await admin.post(`/admin/order/${orderId}/parcel`, { carrier: 'own' })
  const returned = await admin.post(`/admin/order/${orderId}/return`, {
    ...{ reason: '不合用', refund: 100 },
    lines: [{ line_id: line?.id, qty: 1, to_stock: false }],
  })
  expect(returned.status).toBe(200)
  expect((await browser.get(`/order/${orderId}`)).body.refunds).toMatchObject([{ amount: 100 }])

  // One coupon a person, also after the account was deleted and made anew.
  await browser.post('/cart', { product_id: product, qty: 1 })
  expect((await browser.post('/coupon', { code })).status).toBe(400)
  await shop.call('delete', { idToken: browser.token })
  const next = await signIn()
  await next.post('/cart', { product_id: product, qty: 1 })
  expect((await next.post('/coupon', { code })).status).toBe(400)
})

it('joins groups: the place counts at once, is changed, left, and paid after success (LINE-02)', async () => {
  const member = await signIn()
  const campaign = await openCampaign(shop, { minTarget: 3 })
  const joined = await member.post(`/group/${campaign.code}/participation`, joinData(campaign, [2]))
  expect(joined.status).toBe(200)
  expect(joined.body.participation.needs_proof).toBeUndefined()
  expect(await countsOf(shop, campaign.groupId)).toMatchObject({ counted: [2, 1] })
  const { id: participationId, order_id: orderId } = joined.body.participation
  const changed = await member.put(`/participation/${participationId}`, joinData(campaign, [4]))
  expect(changed.status).toBe(200)
  expect(await countsOf(shop, campaign.groupId)).toMatchObject({
    state: 'reached',
    counted: [4, 1],
  })
  expect((await member.get('/participations')).body.participations).toHaveLength(1)

  const left = await openCampaign(shop)
  const place = await member.post(`/group/${left.code}/participation`, joinData(left))
  expect((await member.delete(`/participation/${place.body.participation.id}`)).status).toBe(200)
  expect(await countsOf(shop, left.groupId)).toMatchObject({ counted: [0, 0] })

  // A member with a password and an unproved mailbox gets nothing of it.
  const unproved = await shop.member()
  await unproved.post(`/group/${left.code}/participation`, joinData(left))
  expect(await countsOf(shop, left.groupId)).toMatchObject({ taken: [1, 1], counted: [0, 0] })

  await endGroup(shop, campaign)
  expect(await placeOf(shop, { participationId })).toMatchObject({ state: 'awaiting_payment' })
  expect((await member.post(`/pay/${orderId}`)).status).toBe(200)
  expect(await placeOf(shop, { participationId })).toMatchObject({ state: 'confirmed' })
})

it('leads a team, and asks for a group buy (LINE-02)', async () => {
  const member = await signIn()
  const campaign = await openCampaign(shop, { kind: 'team', minTarget: 2 })
  const opened = await member.post(
    `/campaign/${campaign.id}/group`,
    joinData(campaign, [1], { pickup_place: '捷運中山站 2 號出口' }),
  )
  expect(opened.status).toBe(200)
  expect((await member.get(`/group/${opened.body.code}/console`)).status).toBe(200)
  expect((await member.get('/commission')).status).toBe(200)
  const product = await shop.product()
  const wished = await member.post('/campaign-wishes', { product_ids: [product], is_wished: true })
  expect(wished.body).toMatchObject({ success: true, message: expect.stringContaining('電子信箱') })
})

it('downloads its data and leaves, each after LINE has shown who is here (LINE-02)', async () => {
  const member = await signIn()
  const old = await letProofAge(member)
  const stale = visitor(shop.app, old)
  expect((await stale.get('/member/data')).body.code).toBe('MEMBER_SIGN_IN_TOO_OLD')
  expect(await shop.call('delete', { idToken: old })).toMatchObject({
    code: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  })
  // Another person of LINE shows nothing.
  const stranger = await shop.codeOf(member, { person: 2, email: false }, '?for=confirm')
  const refused = await shop.exchange(member, stranger, { autoCreate: false })
  expect(refused.body.localId).not.toBe(member.uid)

  await confirm(member)
  const { status, body } = await member.get('/member/data')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain(shop.gateway.gateway.line.people[1]?.id)
  expect(JSON.stringify(body)).not.toContain('sealed')
  expect((await shop.call('delete', { idToken: member.idToken })).status).toBe(200)
  expect((await member.get('/orders')).status).toBe(401)
  expect(await run('select from member_identities where uid = $1', [member.uid])).toEqual([])
})

it('is closed and opened by the operator by its id (LINE-02)', async () => {
  const member = await signIn()
  const { db } = shop.database
  const named = `m:${member.uid}`
  expect(await setMemberDisabled(db, commandLine, { named, isDisabled: true })).toBe(true)
  expect((await member.get('/orders')).status).toBe(401)
  expect(await setMemberDisabled(db, commandLine, { named, isDisabled: false })).toBe(true)
  expect((await signIn()).uid).toBe(member.uid)
})
