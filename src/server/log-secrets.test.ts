import { afterAll, beforeAll, expect, test } from 'vitest'
import { runStatement } from './testing/database/run-statement.ts'
import { createTestDatabase, type TestDatabase } from './testing/database/test-database.ts'
import { type MainProcess, startMain } from './testing/doubles/main-process.ts'
import { freePort } from './testing/free-port.ts'

const apiKey = 'key-of-this-shop-4711'
const adminPassword = 'keepers-word-9321'
const smtpPassword = 'post-office-word-77'

let database: TestDatabase
let shop: MainProcess
let address: string
/** The secrets that must not be in the log, by their names. */
const secrets = new Map<string, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  shop = await startMain(database.url, {
    env: {
      PORT: String(port),
      PUBLIC_URL: 'http://shop.test',
      LOG_LEVEL: 'trace',
      DEVELOPMENT: '1',
      IDENTITY_API_KEY: apiKey,
      ADMIN_PASSWORD: adminPassword,
      // Nothing listens on this port: the log reports mails that could not be sent.
      SMTP_URL: `smtp://post:${smtpPassword}@127.0.0.1:9`,
    },
  })
  await shop.untilSaid('is open: ')
  addSecret('the API key', apiKey)
  addSecret("the administrator's password", adminPassword)
  addSecret('the password of the mail server', smtpPassword)
  addSecret('the password of the database', new URL(database.url).password)
})
afterAll(async () => {
  await shop.remove()
  await database.drop()
})

function addSecret(name: string, value: string): string {
  if (value !== '') secrets.set(name, value)
  return value
}

interface Reply {
  status: number
  cookie: string
  // biome-ignore lint/suspicious/noExplicitAny: the journey looks into replies of every shape
  body: any
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${address}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    body: text.startsWith('{') ? JSON.parse(text) : text,
  }
}

const identity = (action: string, fields: object) =>
  call('POST', `/identitytoolkit.googleapis.com/v1/accounts:${action}?key=${apiKey}`, fields)

/** The code of the mail, which is written after the call has been answered. */
async function codeOf(email: string, name = 'oobCode'): Promise<string> {
  const path = `/dev/mails.json?to=${encodeURIComponent(email)}`
  const read = async () => (await call('GET', path)).body.mails[0]?.textBody ?? ''
  await expect.poll(read).toContain(`${name}=`)
  return new RegExp(`${name}=([A-Za-z0-9_-]+)`).exec(await read())?.[1] ?? ''
}

const api = '/v2/api/shopping-minmin'
const email = 'ming.private@minmin.example'

test('after a whole journey the log at its most talkative holds no password, token, cookie, code or key (H9, HAND-09)', async () => {
  const administrator = { username: 'keeper@minmin.example', password: adminPassword }
  const wrong = addSecret('a wrong password', 'guessed-word-15')
  await call('POST', '/v2/admin/signin', { ...administrator, password: wrong })
  const { token } = (await call('POST', '/v2/admin/signin', administrator)).body
  const admin = { authorization: addSecret("the administrator's token", token) }
  const product = {
    title: '燈',
    category: '燈飾',
    unit: '盞',
    origin_price: 2,
    price: 1,
    is_enabled: 1,
  }
  const made = await call('POST', `${api}/admin/product`, { data: product }, admin)
  const product_id = made.body.product.id

  const line = { data: { product_id, qty: 1 } }
  const first = await call('POST', `${api}/cart`, line)
  const cookie = first.cookie
  addSecret('the cookie of the guest', cookie.split('=')[1] ?? '')
  const password = addSecret('the password', 'warm-tea-71')
  const member = (await identity('signUp', { email, password, returnSecureToken: true })).body
  addSecret('the ID token', member.idToken)
  addSecret('the refresh token', member.refreshToken)
  const signedIn = await identity('signInWithPassword', { email, password })
  addSecret('the second ID token', signedIn.body.idToken)
  const bearer = { authorization: `Bearer ${signedIn.body.idToken}`, cookie }
  await identity('signInWithPassword', { email, password: wrong })
  await identity('lookup', { idToken: member.idToken })
  await identity('update', { idToken: `${member.idToken}x`, displayName: '明' })
  const form = `grant_type=refresh_token&refresh_token=${member.refreshToken}`
  const refreshed = await call('POST', `/securetoken.googleapis.com/v1/token?key=${apiKey}`, form, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  addSecret('the refreshed token', refreshed.body.id_token)

  const sent = await identity('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  expect(sent.body).toMatchObject({ email })
  const code = addSecret('the action code', await codeOf(email))
  const newPassword = addSecret('the new password', 'cold-tea-72')
  await identity('resetPassword', { oobCode: `${code}x`, newPassword })
  await identity('resetPassword', { oobCode: code, newPassword })
  await call('GET', `/?mode=resetPassword&oobCode=${code}&apiKey=${apiKey}`)
  await call('GET', `/nowhere?oobCode=${code}&token=${token}`, undefined, bearer)

  const again = await identity('signInWithPassword', { email, password: newPassword })
  const now = { authorization: addSecret('the third ID token', again.body.idToken) }
  await call('POST', `${api}/cart`, line, now)
  const user = { name: '明', email, tel: '0912345678', address: '台北市' }
  const key = { 'idempotency-key': addSecret('the idempotency key', 'once-and-never-again-5') }
  const order = await call(
    'POST',
    `${api}/order`,
    { data: { user, message: '' } },
    { ...now, ...key },
  )
  expect(order.status).toBe(200)
  await call('POST', `${api}/pay/${order.body.orderId}`, undefined, now)
  await call('GET', `${api}/orders`, undefined, bearer)
  await call('GET', `${api}/admin/orders`, undefined, { authorization: `${token}x` })
  await call('POST', `${api}/cart`, '{"data":', { ...now, cookie })

  // A fault of ours is logged whole, with the call that it came in.
  await runStatement(database.url, 'alter table carts rename to carts_gone')
  const fault = await call('GET', `${api}/cart?token=${token}&key=${apiKey}`, undefined, bearer)
  const adminFault = await call('POST', `${api}/cart`, line, { ...now, cookie })
  expect([adminFault.status, fault.status].includes(500)).toBe(true)
  await runStatement(database.url, 'alter table carts_gone rename to carts')
  await runStatement(database.url, 'alter table members rename to members_gone')
  const signInFault = await identity('signInWithPassword', { email, password: newPassword })
  expect(signInFault.status).toBe(500)
  await runStatement(database.url, 'alter table members_gone rename to members')

  await call('POST', '/v2/logout', undefined, admin)
  await call('POST', '/v2/admin/password/request', { data: { username: administrator.username } })
  const adminCode = addSecret(
    "the administrator's code",
    await codeOf(administrator.username, 'code'),
  )
  const nextPassword = addSecret("the administrator's new password", 'keepers-next-word-55')
  const resetAdmin = (reset: object) => call('POST', '/v2/admin/password/reset', { data: reset })
  await call('POST', '/v2/admin/password/code', { data: { code: adminCode } })
  await call('GET', `/v2/admin/password/code?code=${adminCode}`)
  await runStatement(database.url, 'alter table administrators rename to administrators_gone')
  const resetFault = await resetAdmin({ code: adminCode, password: nextPassword })
  expect(resetFault.status).toBe(500)
  await runStatement(database.url, 'alter table administrators_gone rename to administrators')
  const isReset = await resetAdmin({ code: adminCode, password: nextPassword })
  expect(isReset.status).toBe(200)

  await shop.untilSaid('a job failed')
  expect(await shop.end('SIGTERM')).toBe(0)
  const log = shop.said()
  expect(log).toContain('unexpected error')
  expect(secrets.size).toBeGreaterThanOrEqual(15)
  const found = [...secrets].filter(([, value]) => log.includes(value)).map(([name]) => name)
  expect(found).toEqual([])
  expect(log).not.toContain(email)
})
