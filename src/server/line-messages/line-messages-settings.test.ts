import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { channels } from '../../../gateway/line/channels.ts'
import { defaultSwitches } from '../../../gateway/line/switches.ts'
import { openTryOutShop, type TryOutShop } from '../testing/doubles/try-out-shop.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { expectRefusedAt, keptSettings } from '../testing/test-connections.ts'

let shop: TryOutShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTryOutShop()
  owner = await openAdministrator(shop)
})
beforeEach(() => {
  Object.assign(shop.running.gateway.line.switches, defaultSwitches)
})
afterAll(() => shop.close())

const { secret: channel_secret, accessToken: access_token } = channels.messaging
const values = { is_on: true, line_id: '@minmin' }
const secrets = { channel_secret, access_token }
const read = async () => (await owner.get('/admin/settings/line-messages')).body.line_messages
const save = async (changes: object, typed: object = {}) =>
  owner.put('/admin/settings/line-messages', {
    version: (await read()).version,
    values: { ...values, ...changes },
    ...typed,
  })

it('an official account is asked for, tried and given back by nothing; its month is shown (LINE-03)', async () => {
  const member = await shop.member()
  expect(await read()).toMatchObject({ values: { is_on: false }, receivers: 0 })
  expect((await member.get('/line-messages')).status).toBe(404)
  for (const [field, typed] of [
    ['channel_secret', { access_token }],
    ['access_token', { channel_secret }],
  ] as const) {
    expectRefusedAt(field, await save({}, typed))
  }
  const test = (token: string) =>
    owner.post('/admin/settings/line-messages/test', { values, ...secrets, access_token: token })
  expect((await test('guessed')).body.message).toContain('LINE 不接受這個 Channel access token')
  shop.running.gateway.line.chats.setUsed(12)
  expect((await test(access_token)).body.message).toBe('已連上官方帳號「MinMin 團購」（@minmin）')
  expect((await save({}, secrets)).status).toBe(200)
  expect(await read()).toMatchObject({
    values,
    secrets: { channel_secret: channel_secret.slice(-4), access_token: access_token.slice(-4) },
    quota: { limit: 200, used: 12 },
    webhook_url: `${shop.config.publicUrl}/v2/line/webhook`,
  })
  const replies = [await read(), (await owner.get('/admin/settings')).body]
  const told = JSON.stringify([replies, await keptSettings(shop)])
  for (const secret of [channel_secret, access_token]) expect(told).not.toContain(secret)
  expect((await member.get('/line-messages')).body.line).toEqual({
    ...{ is_linked: false, is_friend: false, is_on: false },
    add_friend_url: 'https://line.me/R/ti/p/%40minmin',
  })
  await save({ is_on: false })
  expect((await member.get('/line-messages')).status).toBe(404)
})

it('says when LINE cannot be reached (LINE-03)', async () => {
  shop.running.gateway.line.switches.messaging = 'away'
  const { body } = await owner.post('/admin/settings/line-messages/test', { values, ...secrets })
  expect(body).toMatchObject({ code: 'LINE_TEST_FAILED', message: '無法連線到 LINE，請稍後再試' })
})
