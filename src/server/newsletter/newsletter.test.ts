import { afterAll, beforeAll, expect, it } from 'vitest'
import { newsletterConsent } from '#contract/newsletter.ts'
import { defaultSettings } from '#contract/settings.ts'
import { createLook } from '../settings/look.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({
    env: {
      SMTP_URL: 'smtp://127.0.0.1:1',
      WRITE_LIMITS: '1',
      LIMIT_NEWSLETTER_NETWORK: '4',
      LIMIT_NEWSLETTER_UNDER_ATTACK: '4',
    },
  })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const { home } = defaultSettings
async function switchNewsletter(is_on: boolean) {
  const blocks = home.blocks.map((one) => (one.kind === 'newsletter' ? { ...one, is_on } : one))
  const { version } = (await owner.get('/admin/settings/home')).body
  const saved = await owner.put('/admin/settings/home', { version, values: { ...home, blocks } })
  expect(saved.status).toBe(200)
}
const subscribe = (email: string) => shop.guest().post('/newsletter', { email })
const rows = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows
const mails = (email: string) =>
  rows('select * from mail_outbox where recipient = $1 order by id', [email])
const kept = async () =>
  await rows(
    'select email, consent, confirmed_at is not null as is_confirmed from newsletter_subscribers',
  )
const listed = async () =>
  (await owner.get('/admin/newsletter')).body.subscribers.map(
    ({ email }: { email: string }) => email,
  )

it('an address counts once its own mail has been answered, and goes with one press (DOOR-18)', async () => {
  expect((await subscribe('ann@example.com')).status).toBe(409)
  await switchNewsletter(true)
  for (const wrong of ['', 'ann', 'ann@', 'a b@example.com']) {
    const { status, body } = await subscribe(wrong)
    expect([status, body.fields?.email]).toEqual([400, 'Email 格式不正確'])
  }
  expect((await subscribe(' Ann@Example.com ')).body.message).toBe('訂閱成功')
  expect(await kept()).toEqual([
    { email: 'ann@example.com', consent: newsletterConsent, is_confirmed: false },
  ])
  expect(await listed()).toEqual([])

  const [mail] = await mails('ann@example.com')
  expect(mail).toMatchObject({ subject: 'MinMin 團購：請確認訂閱電子報' })
  expect(mail.network).toMatch(/^n:/)
  const token = /newsletter\?token=([\w-]+)/.exec(mail.text_body)?.[1]
  expect(mail.text_body).toContain(`/main/newsletter/cancel?token=${token}`)
  const guest = shop.guest()
  for (const forged of ['-', `${token}x`.replace(/^./, '_')]) {
    expect((await guest.post('/newsletter/confirm', { token: forged })).status).toBe(404)
  }
  for (const _ of [1, 2]) {
    expect((await guest.post('/newsletter/confirm', { token })).status).toBe(200)
  }
  expect(await listed()).toEqual(['ann@example.com'])

  // A confirmed address is written to no more, and the reply does not tell.
  expect((await subscribe('ann@example.com')).body.message).toBe('訂閱成功')
  expect(await mails('ann@example.com')).toHaveLength(1)

  // As a mail program does it: from any site, with a form.
  const { pathname, search } = new URL(mail.unsubscribe_url)
  const left = await shop.app.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://mail.example',
    },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(left.statusCode).toBe(200)
  expect(await kept()).toEqual([])
  expect((await guest.post('/newsletter/confirm', { token })).status).toBe(404)
})

it('of one network so many addresses an hour are taken (DOOR-18, MEND-39)', async () => {
  await shop.database.pool.query('delete from rate_limit_counts')
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await subscribe(`b${n}@example.com`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

it('without a way to send mails only a shop that is there to be looked at has the form (DOOR-11, DOOR-18)', () => {
  const blocks = home.blocks.map((one) => ({ ...one, is_on: true }))
  const shown = (is_portfolio: boolean, sendsMail: boolean) => {
    const values = { ...defaultSettings, home: { ...home, blocks } }
    const shop = { ...defaultSettings.shop, is_portfolio }
    return createLook({ ...values, shop }, undefined, 0, sendsMail).brand.home.blocks.includes(
      'newsletter',
    )
  }
  expect([shown(true, false), shown(false, true), shown(false, false)]).toEqual([true, true, false])
})
