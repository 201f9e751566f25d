import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { brandSheet } from '#contract/brand-colors.ts'
import { defaultSettings, type HomeSettings } from '#contract/settings.ts'
import { findOffer } from '../coupons/coupons.queries.ts'
import { createLog } from '../log.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { demoHome } from './demo-look.ts'
import { createLook, nextChange } from './look.ts'
import { createSettings } from './settings.ts'

let shop: TestShop
let admin: Visitor
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const { brand, home } = defaultSettings
const shown = async () => (await shop.guest().get('/brand')).body.brand
async function save(group: 'brand' | 'home', values: object) {
  const { version } = (await admin.get(`/admin/settings/${group}`)).body
  return admin.put(`/admin/settings/${group}`, { version, values })
}

it('an empty shop promises nothing: no offer, no story, no picture, no sentence (DOOR-08)', async () => {
  const { home, announcement, ...texts } = await shown()
  expect(announcement).toBeUndefined()
  expect(texts).toMatchObject({ logo: '', tagline: '', description: '', footer_text: '' })
  expect(home.blocks).toEqual(['campaigns', 'new', 'picks'])
  expect(home).toMatchObject({
    hero: { picture: '', title: '', text: '' },
    offer: { title: '', rewards: [] },
    stories: [],
  })
  expect(JSON.stringify(home)).not.toContain('theme:')
})

it('a coupon stands on home only while it can be used, on every node (DOOR-08)', async () => {
  const { database, databaseUrl } = shop
  const log = createLog({ logLevel: 'silent' })
  const secretBox = { open: () => undefined } as never
  const node = createSettings({ database, databaseUrl, log, secretBox, findOffer })
  await node.start()
  try {
    const { id, code } = await shop.coupon({ percent: 75 })
    const values: HomeSettings = { ...demoHome, offer: { ...demoHome.offer, code } }
    expect((await save('home', values)).status).toBe(200)
    const coupon = { code, percent: 75, is_for_all: true }
    expect((await shown()).home.offer.coupon).toEqual(coupon)
    const onNode = () => node.look().brand.home.offer.coupon
    await vi.waitFor(() => expect(onNode()).toEqual(coupon))
    expect((await admin.delete(`/admin/coupon/${id}`)).status).toBe(200)
    await vi.waitFor(() => expect(onNode()).toBeUndefined())
  } finally {
    await node.close()
    await save('home', home)
  }
})

it('home says what points are earned while they are, and says nothing else of them (CRED-02)', async () => {
  const promised = async () => (await shown()).home.offer.rewards
  expect(await promised()).toEqual([])
  const saved = async (values: object) => {
    const { version } = (await admin.get('/admin/settings')).body.settings.credit
    const data = { version, values: { ...defaultSettings.credit, ...values } }
    return (await admin.put('/admin/settings/credit', data)).status
  }
  expect(await saved({ points_on: true })).toBe(200)
  expect(await promised()).toEqual(['基本回饋 3%', '消費回饋 1%', '最高回饋 21%'])
  expect((await shop.guest().get('/settings')).body.settings.credit).toEqual({
    ...{ share: 100, points: { percent: 3, step: 1, most: 21, days: 365 } },
  })
  await saved({ points_on: true, percent: 5, step: 0, most: 5 })
  expect(await promised()).toEqual(['基本回饋 5%'])
  expect(await saved({ percent: 30 })).toBe(400)
  await saved({ credit_on: true })
  expect(await promised()).toEqual([])
})

it('says which colour it has mended, and gives the sheet of the new ones (DOOR-09)', async () => {
  const reply = await save('brand', { ...brand, accent: '#ffd400' })
  expect(reply.body.message).toMatch(
    /^已更新設定。主色當文字不易閱讀，文字改用較深的 #[0-9a-f]{6}；按鈕維持主色$/,
  )
  const { sheet, accent } = await shown()
  const served = await shop.guest().inject(sheet)
  expect(served.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(served.body).toContain(`--color-fill:${accent}`)
  await save('brand', brand)
  const old = await shop.guest().inject(sheet)
  expect(old.headers['cache-control']).toBe('public, no-cache')
  expect((await shown()).sheet).toBeUndefined()
})

it.each([
  ['accent', 'red;}body{display:none'],
  ['logo', 'javascript:alert(1)'],
  ['logo', '/uploads/x.svg'],
  ['tagline', '長'.repeat(21)],
  ['announcement', { ...brand.announcement, text: '好', link: 'javascript:alert(1)' }],
  ['announcement', { ...brand.announcement, text: '好', link: '//evil.example' }],
  ['announcement', { ...brand.announcement, from: 20, until: 10 }],
])('refuses %s %j (DOOR-13)', async (name, value) => {
  expect((await save('brand', { ...brand, [name]: value })).status).toBe(400)
})

it('an announcement is shown between its dates alone', () => {
  const announcement = { text: '連假照常出貨', link: '', from: 100, until: 200 }
  const values = { ...defaultSettings, brand: { ...brand, announcement } }
  const at = (seconds: number) => createLook(values, undefined, seconds * 1000).brand.announcement
  expect([at(99), at(100), at(199), at(200)]).toEqual([
    undefined,
    { text: '連假照常出貨', link: '' },
    { text: '連假照常出貨', link: '' },
    undefined,
  ])
  expect(nextChange(values, undefined, 99_000)).toBe(100_000)
  expect(nextChange(values, undefined, 100_000)).toBe(200_000)
  expect(nextChange(values, undefined, 200_000)).toBe(Number.POSITIVE_INFINITY)
})

it('the manifest names the shop, and has its colours', async () => {
  const { body } = await shop.guest().inject('/manifest.webmanifest')
  expect(JSON.parse(body)).toMatchObject({ name: 'MinMin 團購', background_color: '#fbf8f3' })
})

it("a shop's first style sheet is the theme itself, value by value (DOOR-11)", () => {
  const tokens = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8')
  const theme = new Map(
    [...tokens.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(([, name, value]) => [name, value]),
  )
  const sheet = [...brandSheet(brand).matchAll(/(--[\w-]+):([^;}]+)/g)]
  expect(sheet.length).toBeGreaterThan(15)
  for (const [, name, value] of sheet) {
    const known = theme.get(name)
    expect([name, Number.parseFloat(value ?? '') || value]).toEqual([
      name,
      Number.parseFloat(known ?? '') || known,
    ])
  }
})
