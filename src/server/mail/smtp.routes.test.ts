import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { defaultConnections, type SmtpValues } from '#contract/connections.ts'
import { createLog } from '../log.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { loadSecretsKey } from '../secrets/secrets-key.ts'
import { createSettings } from '../settings/settings.ts'
import { openSmtpServer, type SmtpServer } from '../testing/doubles/smtp-server.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { keptSettings } from '../testing/test-connections.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let smtp: SmtpServer
let owner: TestAdministrator
let values: SmtpValues
beforeAll(async () => {
  shop = await openTestShop()
  smtp = await openSmtpServer()
  owner = await openAdministrator(shop)
})
afterAll(async () => {
  await smtp.close()
  await shop.close()
})
beforeEach(async () => {
  const { hostname: host, port } = new URL(smtp.url)
  const account = { account: '', from: 'shop@example.com' }
  values = { ...defaultConnections.smtp, host, port: Number(port), security: 'none', ...account }
  smtp.mails.length = 0
})

const password = 'open sesame 開門'
const read = async () => (await owner.get('/admin/settings/smtp')).body.smtp
async function save(change: { values: SmtpValues; password?: string }) {
  const { version } = await read()
  return owner.put('/admin/settings/smtp', { version, ...change })
}

it('a password is kept sealed, given back by nothing, and on every node at once (DOOR-10)', async () => {
  const { database, databaseUrl, config } = shop
  const secretBox = createSecretBox(() => loadSecretsKey(config))
  const log = createLog({ logLevel: 'silent' })
  const otherNode = createSettings({ database, databaseUrl, log, secretBox })
  await otherNode.start()
  try {
    const saved = await save({ values: { ...values, account: 'shop' }, password })
    expect(saved.body.smtp).toMatchObject({ has_password: true, is_on: true, fixed: [] })
    await vi.waitFor(() =>
      expect(otherNode.connections().smtp).toMatchObject({
        values: { account: 'shop' },
        secrets: { password },
      }),
    )
  } finally {
    await otherNode.close()
  }
  const replies = [await owner.get('/admin/settings'), await owner.get('/admin/settings/smtp')]
  expect(JSON.stringify(replies)).not.toContain('sesame')
  const kept = await keptSettings(shop)
  expect(kept).toMatch(/"secrets": ?"changed"/)
  for (const form of [password, Buffer.from(password).toString('hex')]) {
    expect(kept).not.toContain(form)
  }
})

it('a stored password goes to no other server than it was typed for (DOOR-10)', async () => {
  const known = { ...values, account: 'shop' }
  expect((await save({ values: known, password })).status).toBe(200)
  expect((await save({ values: { ...known, from: 'other@example.com' } })).status).toBe(200)
  for (const change of [
    { host: 'evil.example' },
    { port: 26 },
    { account: 'b' },
    { security: 'tls' },
  ]) {
    const data = { values: { ...known, ...change } as SmtpValues }
    for (const reply of [await save(data), await owner.post('/admin/settings/smtp/test', data)]) {
      expect(reply).toMatchObject({ status: 400, body: { fields: { password: '請輸入密碼' } } })
    }
  }
  expect((await read()).values).toMatchObject({ host: known.host, from: 'other@example.com' })
})

it('a test mail comes to the administrator, or the words say what failed (DOOR-10)', async () => {
  const test = (change: Partial<SmtpValues> = {}, typed: object = {}) =>
    owner.post('/admin/settings/smtp/test', { values: { ...values, ...change }, ...typed })
  expect((await test()).body.message).toBe(`測試信已寄到 ${owner.username}，請查看信箱`)
  expect(smtp.mails).toMatchObject([{ from: 'shop@example.com', to: owner.username }])
  smtp.refusals.MAIL.push('553 5.7.1 sender not owned')
  expect((await test()).body.message).toBe('主機不接受這個寄件地址（553 5.7.1 sender not owned）')
  smtp.refusals.AUTH.push('535 5.7.8 wrong password')
  const signedIn = await test({ account: 'shop' }, { password: 'wrong' })
  expect(signedIn.body.message).toContain('帳號或密碼不正確')
  smtp.refusals.greeting.push('SSH-2.0-OpenSSH_9.6')
  const strange = (await test()).body
  expect(strange.message).not.toContain('OpenSSH')
  expect(strange.code).toBe('MAIL_TEST_FAILED')
  expect((await test({ security: 'starttls' })).body.message).toContain('加密方式與主機不符')
  await smtp.close()
  expect((await test()).body.message).toBe('主機拒絕連線，請檢查連接埠')
  await smtp.open()
})

it('is what the environment says where that names a server, and is not changed then (DOOR-10)', async () => {
  const fixed = await openTestShop({
    env: { SMTP_URL: 'smtps://shop:s3cret@mail.example', MAIL_FROM: 'A <a@mail.example>' },
  })
  const admin = await openAdministrator(fixed)
  const { smtp: shown } = (await admin.get('/admin/settings/smtp')).body
  expect(shown).toMatchObject({
    fixed: ['SMTP_URL', 'MAIL_FROM'],
    is_on: true,
    values: { host: 'mail.example', port: 465, security: 'tls', from: 'a@mail.example' },
  })
  expect(JSON.stringify(shown)).not.toContain('s3cret')
  const refused = await admin.put('/admin/settings/smtp', { version: 0, values })
  expect(refused).toMatchObject({ status: 409, body: { code: 'SETTING_FIXED' } })
  expect(refused.body.message).toContain('SMTP_URL')
  await fixed.close()
})
