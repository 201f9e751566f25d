import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultMenu } from '#contract/menu.ts'
import { defaultShop } from '#contract/settings.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { readMemberData } from './member-data.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
const read = async (query = '') => (await shop.guest().get(`/privacy${query}`)).body
const rows = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows

it('ships a policy that names all that the law asks for (PRIVACY-10)', async () => {
  const { policy } = await read()
  expect(policy.version).toBe(1)
  const headings = ['目的', '資料類別', '期間', '地區', '對象與方式', '權利', '不提供資料的影響']
  for (const words of ['MinMin 團購', 'service@minmin.example', ...headings]) {
    expect(policy.text).toContain(words)
  }
  expect(policy.text).not.toMatch(/[{}]/)
})

it('publishes new versions and changes none (PRIVACY-10)', async () => {
  const before = (await read()).policy
  const text = '## 新的一版\r\n內容\u0007\u202e'
  const { body } = await owner.post('/admin/privacy', { text })
  expect(body).toMatchObject({
    message: '已發布新版本',
    policy: { version: before.version + 1, text: '## 新的一版\n內容' },
  })
  const later = Math.floor(Date.now() / 1000) + 86_400
  const { policy: planned } = (await owner.post('/admin/privacy', { text: '明天', from: later }))
    .body
  expect(planned).toMatchObject({ version: before.version + 2, from: later, terms: '' })
  expect((await read()).policy).toEqual(body.policy)
  expect((await read(`?version=${before.version}`)).policy).toEqual(before)
  expect((await read(`?version=${planned.version}`)).policy).toEqual(planned)
  expect((await shop.guest().get('/privacy?version=99')).body.message).toBe('找不到此版本')
  const { versions, text: newest } = (await owner.get('/admin/privacy')).body
  expect(versions).toMatchObject([
    { version: planned.version, state: 'planned', from: later },
    { version: body.policy.version, state: 'in_force' },
    { version: before.version, state: 'replaced' },
  ])
  expect(newest).toBe('明天')
  expect((await owner.post('/admin/privacy', { text: ' ' })).status).toBe(400)
  for (const change of ["update policy_versions set text = 'x'", 'delete from policy_versions']) {
    await expect(rows(change)).rejects.toThrow(/never changed/)
  }
})

it('publishes one version for one text and day, however often it is asked (PRIVACY-10)', async () => {
  const publish = async (data: object) => (await owner.post('/admin/privacy', data)).body
  const count = async () => (await owner.get('/admin/privacy')).body.versions.length
  const audited = async () =>
    (await rows("select from audit_entries where action = 'privacy.publish'")).length
  const before = { versions: await count(), audited: await audited() }
  const text = '送兩次的一版'
  const [one, two] = await Promise.all([publish({ text }), publish({ text })])
  expect(two).toEqual(one)
  expect(await publish({ text: ` ${text}\r\n` })).toEqual(one)
  expect(await publish({ text, from: 1 })).toEqual(one)
  expect(await count()).toBe(before.versions + 1)
  const from = Math.floor(Date.now() / 1000) + 86_400
  const planned = await publish({ text, from })
  expect(planned.policy).toMatchObject({ version: one.policy.version + 1, from })
  expect(await publish({ text, from })).toEqual(planned)
  const atOnce = await publish({ text })
  expect(atOnce.policy.version).toBe(planned.policy.version + 1)
  expect(await count()).toBe(before.versions + 3)
  expect(await audited()).toBe(before.audited + 3)
})

it('keeps the version that was published last in force when an earlier one was planned for later (PRIVACY-10)', async () => {
  const from = Math.floor(Date.now() / 1000) + 86_400
  const { policy: planned } = (await owner.post('/admin/privacy', { text: '有誤', from })).body
  const { policy: corrected } = (await owner.post('/admin/privacy', { text: '更正' })).body
  const stateOf = async ({ version }: { version: number }) => {
    const { versions } = (await owner.get('/admin/privacy')).body
    return versions.find((one: { version: number }) => one.version === version).state
  }
  expect(await stateOf(planned)).toBe('replaced')
  // The planned day has come.
  await rows('alter table policy_versions disable trigger user')
  await rows('update policy_versions set in_force_from = now() where version = $1', [
    planned.version,
  ])
  await rows('alter table policy_versions enable trigger user')
  expect((await read()).policy.version).toBe(corrected.version)
  expect(await stateOf(corrected)).toBe('in_force')
})

it('keeps the terms as one version with the policy, cleaned, and the menu leads to them while there are any (DOOR-17)', async () => {
  const shopName = 'A<B> 商店'
  await owner.put('/admin/settings/shop', {
    version: 0,
    values: { ...defaultShop, name: shopName },
  })
  const entry = { kind: 'screen', target: 'terms', label: '' }
  await owner.put('/admin/menu', { version: 0, values: { ...defaultMenu, footer: [entry] } })
  const footer = async () => (await shop.guest().get('/settings')).body.settings.menu.footer
  expect(await footer()).toEqual([])
  const terms = '<h2>{商店名稱}</h2><p onclick="x()">七天</p>'
  const { policy } = (await owner.post('/admin/privacy', { text: '政策', terms })).body
  expect(policy.terms).toBe('<h2>A&lt;B&gt; 商店</h2><p>七天</p>')
  expect(await footer()).toMatchObject([{ to: '/main/terms', label: '服務條款' }])
  const clean = '<h2>{商店名稱}</h2><p>七天</p>'
  expect((await owner.get('/admin/privacy')).body.terms).toBe(clean)
  const publish = async (data: object) => (await owner.post('/admin/privacy', data)).body.policy
  expect(await publish({ text: '政策', terms })).toEqual(policy)
  const next = await publish({ text: '政策二' })
  expect(next).toMatchObject({ version: policy.version + 1, terms: policy.terms })
  expect(await publish({ text: '政策二', terms: '' })).toMatchObject({
    version: next.version + 1,
    terms: '',
  })
  expect(await footer()).toEqual([])
})

it('takes an order with the version in force, with none, and refuses another (PRIVACY-11)', async () => {
  const product = await shop.product()
  const { version } = (await read()).policy
  const guest = shop.guest()
  const order = async (extra: object) => {
    await guest.post('/cart', { product_id: product, qty: 1 })
    return guest.post('/order', { ...orderData, ...extra })
  }
  const refused = await order({ privacy_version: version - 1 })
  expect(refused).toMatchObject({
    status: 409,
    body: { message: '隱私權政策已更新，請重新確認', code: 'POLICY_CHANGED' },
  })
  expect((await guest.get('/cart')).body.data.carts).toHaveLength(1)
  const { body } = await order({ privacy_version: version })
  const [kept] = await rows('select version, at from consents where order_id = $1', [body.orderId])
  expect(kept).toEqual({ version, at: expect.any(Date) })
  const without = await order({})
  expect(without.status).toBe(200)
  expect(await rows('select from consents where order_id = $1', [without.body.orderId])).toEqual([])
  const { body: shown } = await guest.get(`/order/${body.orderId}`)
  expect(shown.order.privacy_version).toBeUndefined()
})

it('takes a place in a group with the version in force, with none, and refuses another (PRIVACY-11)', async () => {
  const { version } = (await read()).policy
  const campaign = await openCampaign(shop)
  const join = async (extra: object) => {
    const member = await openParticipant(shop)
    const reply = await member.post(
      `/group/${campaign.code}/participation`,
      joinData(campaign, [1], extra),
    )
    return { member, ...reply }
  }
  const consentsOf = (orderId: string) =>
    rows('select version, member_id, at from consents where order_id = $1', [orderId])
  const refused = await join({ privacy_version: version - 1 })
  expect(refused).toMatchObject({ status: 409, body: { code: 'POLICY_CHANGED' } })
  expect((await refused.member.get('/participations')).body.participations).toEqual([])
  const agreed = await join({ privacy_version: version })
  expect(await consentsOf(agreed.body.participation.order_id)).toEqual([
    { version, member_id: agreed.member.uid, at: expect.any(Date) },
  ])
  const without = await join({})
  expect(without.status).toBe(200)
  expect(await consentsOf(without.body.participation.order_id)).toEqual([])
})

it('records the version that a new member was shown (PRIVACY-12)', async () => {
  const member = await shop.member()
  const { version } = (await read()).policy
  expect((await member.post('/consent', { privacy_version: version - 1 })).status).toBe(409)
  expect((await member.post('/consent', { privacy_version: version })).body.message).toBe('已記錄')
  expect(await rows('select version from consents where member_id = $1', [member.uid])).toEqual([
    { version },
  ])
})

it('takes the consent of an order for the next ones, until a new version is in force (DOOR-06)', async () => {
  const member = await shop.member()
  const agreed = async () => (await member.get('/member/checkout')).body.agreed_version
  const { version } = (await read()).policy
  await member.post('/consent', { privacy_version: version })
  expect(await agreed()).toBeUndefined()
  await member.post('/cart', { product_id: await shop.product(), qty: 1 })
  await member.post('/order', { ...orderData, privacy_version: version })
  expect(await agreed()).toBe(version)
  await owner.post('/admin/privacy', { text: '再新的一版' })
  expect(await agreed()).toBeUndefined()
})

it('refuses a download five minutes after the sign-in (PRIVACY-04)', async () => {
  const { uid } = await shop.member()
  const now = Date.now() / 1000
  const data = (authTime: number | null) => readMemberData(shop.database.db, { uid, authTime })
  await expect(data(now - 290)).resolves.toContain(uid)
  for (const authTime of [now - 310, null]) {
    await expect(data(authTime)).rejects.toMatchObject({
      reply: { message: '請重新登入後再下載', code: 'MEMBER_SIGN_IN_TOO_OLD' },
    })
  }
})

it('a policy of the owner and its terms stand in the footer, unless the menu has been changed (DOOR-21)', async () => {
  await rows('delete from settings')
  const footer = async () =>
    (await shop.guest().get('/settings')).body.settings.menu?.footer.map(
      ({ label }: { label: string }) => label,
    )
  const rest = ['程式碼', '展示網站', '後台登入']
  await owner.post('/admin/privacy', { text: '政策三', terms: '' })
  expect(await footer()).toEqual(['最新公告', '隱私權政策', ...rest])
  await owner.post('/admin/privacy', { text: '政策三', terms: '條款' })
  expect(await footer()).toEqual(['最新公告', '隱私權政策', '服務條款', ...rest])
  const { version, values } = (await owner.get('/admin/menu')).body
  expect(values.footer).toContainEqual({ kind: 'screen', target: 'privacy', label: '' })
  await owner.put('/admin/menu', { version, values: defaultMenu })
  expect(await footer()).toEqual(['最新公告', ...rest])
})
