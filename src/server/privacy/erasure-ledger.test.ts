import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createBackup } from '../backup/create-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { openCopySession } from '../backup/tables.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { createLocalStore } from '../uploads/local-store.ts'
import { ledgerFile, noteErasures } from './erasure-ledger.ts'

let shop: TestShop
let owner: TestAdministrator
let folder: string
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  folder = await mkdtemp(join(tmpdir(), 'minmin-ledger-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)
const note = () => noteErasures(shop.database.db, folder)
const readLines = async () =>
  (await readFile(join(folder, ledgerFile), 'utf8')).split('\n').filter((line) => line !== '')

async function backUp(name: string): Promise<string> {
  const file = join(folder, name)
  const encryption = { recipient: null, passphrase: null }
  await createBackup({
    url: shop.databaseUrl,
    file,
    encryption,
    pictures: createLocalStore(folder),
  })
  return file
}

async function restore(file: string) {
  const database = await createTestDatabase({ isBare: true })
  onTestFinished(() => database.drop())
  const keys = { identityFile: null, passphrase: null }
  const { url } = database
  const { erasures } = await restoreBackup({ file, keys, url, pictures: null, ledgers: [folder] })
  return { erasures, url }
}

async function customer(email: string, isMember: boolean): Promise<string> {
  const shopper = isMember ? await shop.member(email) : shop.guest()
  await shopper.post('/cart', { product_id: await shop.product(), qty: 1 })
  const user = { ...orderData.user, email }
  await shopper.post('/order', { ...orderData, user })
  return (await owner.get(`/admin/customers?q=${email}`)).body.customers[0].id
}

async function erase(id: string): Promise<void> {
  await run(`update orders set state = 'completed'`)
  const reply = await owner.post(`/admin/customer/${id}/erase`, { customer_id: id })
  expect(reply.status).toBe(200)
}

it('carries out in a restored shop what was erased after its backup (PRIVACY-09)', async () => {
  const gone = ['ledger-member@example.com', 'ledger-guest@example.com']
  const stays = 'ledger-stays@example.com'
  const ids = [await customer(gone[0] ?? '', true), await customer(gone[1] ?? '', false)]
  await customer(stays, true)
  // Their orders are open in the backup, and end before the erasure.
  const before = await backUp('before.tar.zst')
  for (const id of ids) await erase(id)
  await note()
  await note()
  const lines = await readLines()
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/^\d{4}-[\dT:.-]+Z [\w-]{8} [\w-]{43}$/)
  const after = await backUp('after.tar.zst')

  const { erasures, url } = await restore(before)
  expect(erasures).toEqual({ repeated: 2, unreadable: 0 })
  const database = await openCopySession(url)
  const emails = await database.query(
    'select user_email from orders union select email from members',
  )
  const found = emails.rows.map(({ user_email }) => user_email)
  const audit = await database.query(
    `select subject_id from audit_entries where action = 'person.erase' order by subject_id`,
  )
  await database.end()
  expect(found).toContain(stays)
  for (const email of gone) expect(found).not.toContain(email)
  expect(audit.rows.map(({ subject_id }) => subject_id)).toEqual(ids.toSorted())

  expect((await restore(after)).erasures).toEqual({ repeated: 0, unreadable: 0 })
})

it('takes an account away again that its member deleted after the backup, and leaves the orders (PRIVACY-09)', async () => {
  const email = 'ledger-left@example.com'
  const member = await shop.member(email)
  const addToCart = async () => member.post('/cart', { product_id: await shop.product(), qty: 1 })
  await addToCart()
  await member.post('/order', { ...orderData, user: { ...orderData.user, email } })
  await addToCart()
  const before = await backUp('before-deletion.tar.zst')
  const deleted = await shop.app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
    payload: { idToken: member.token },
  })
  expect(deleted.statusCode).toBe(200)
  await note()
  for (const line of await readLines()) {
    expect(line).toMatch(/^\d{4}-[\dT:.-]+Z [\w-]{8} [\w-]{43}$/)
  }
  const after = await backUp('after-deletion.tar.zst')

  const { erasures, url } = await restore(before)
  expect(erasures).toEqual({ repeated: 1, unreadable: 0 })
  const database = await openCopySession(url)
  const { rows } = await database.query(
    `select (select count(*)::int from members where uid = $1) as accounts,
      (select count(*)::int from refresh_tokens where uid = $1) as sessions,
      (select count(*)::int from cart_lines where owner = 'm:' || $1) as lines,
      (select user_email from orders where owner = 'm:' || $1) as contact`,
    [member.uid],
  )
  await database.end()
  expect(rows).toEqual([{ accounts: 0, sessions: 0, lines: 0, contact: email }])

  expect((await restore(after)).erasures).toEqual({ repeated: 0, unreadable: 0 })
})

it('says how many lines are of a key that the backup does not have (PRIVACY-09)', async () => {
  const file = await backUp('other.tar.zst')
  const later = new Date(Date.now() + 1_000).toISOString()
  const cut = `${later} AAAAAAAA ${'B'.repeat(20)}`
  await appendFile(join(folder, ledgerFile), `${later} AAAAAAAA ${'B'.repeat(43)}\n${cut}`)
  expect((await restore(file)).erasures).toEqual({ repeated: 0, unreadable: 1 })
})
