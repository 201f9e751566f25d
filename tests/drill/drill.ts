import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { checkBackup } from '../../src/server/backup/archive.ts'
import { isRestoreUnfinishedIn } from '../../src/server/backup/restore-target.ts'
import { locateRunningPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { builtProgram } from '../../src/server/programs.ts'
import { runCommand, shopOver } from '../backup/shop-folder.ts'
import { Caller, signInAdministrator } from '../fixtures/caller.ts'
import { fillShop } from '../fixtures/fill-shop.ts'
import { keepBusy, placeOrder } from './busy-shop.ts'

export interface DrillReport {
  violations: string[]
  /** Seconds, counts and sizes, for the documents. */
  figures: Record<string, number>
}

interface DrillOptions {
  folder: string
  kills: number
  random: () => number
  say: (line: string) => void
}

const keys = { identityFile: null, passphrase: null }

/**
 * A busy shop is backed up, a second backup is killed, the disk is emptied, the shop restored
 * elsewhere, and its books and its next orders are looked at.
 */
export async function drill({ folder, kills, random, say }: DrillOptions): Promise<DrillReport> {
  const figures: Record<string, number> = {}
  const violations: string[] = []
  const expect = (isTrue: boolean, text: string) => {
    if (!isTrue) violations.push(text)
  }
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const result = await work()
    figures[name] = Math.round(performance.now() - begun) / 1_000
    say(`${name}: ${figures[name]}`)
    return result
  }
  const place = (name: string) => ({
    DATA_DIR: join(folder, name),
    BACKUP_DIR: join(folder, 'backups'),
  })

  const shop = await shopOver(join(folder, 'shop'))
  shop.endedByItself.catch((error: unknown) => violations.push(String(error)))
  await shop.start()
  await fillShop(shop.address)
  const url = await locateRunningPostgres(join(folder, 'shop'))
  if (!url) throw new Error('the database of the shop was not found')
  const secondNode = await shopOver(join(folder, 'shop'), { DATABASE_URL: url })
  await secondNode.start()
  const busy = keepBusy([shop.address, secondNode.address])
  while (busy.orders.length < 20) await delay(20)

  const first = await timed('backup beside a busy shop, s', () =>
    runCommand('backup', ['create'], place('shop')),
  )
  expect(first.code === 0, `the backup failed: ${first.said}`)

  for (let kill = 0; kill < kills; kill++) {
    const create = start(['create'], place('shop'))
    await killWithin(create, random() * (figures['backup beside a busy shop, s'] ?? 1) * 1_000)
    const list = await runCommand('backup', ['list'], place('shop'))
    for (const line of list.said.trim().split('\n')) {
      const path = join(folder, 'backups', line.split('\t')[0] ?? '')
      await checkBackup(path, keys).catch((error: unknown) => {
        violations.push(`a killed backup is listed: ${path}: ${error}`)
      })
    }
  }
  expect(busy.failures.length === 0, `the shop failed meanwhile: ${busy.failures[0]}`)

  const acknowledgedBefore = [...busy.orders]
  const file = join(folder, 'last.tar.zst')
  const last = await runCommand('backup', ['create', '--to', file], place('shop'))
  expect(last.code === 0, `the last backup failed: ${last.said}`)
  const again = await runCommand('backup', ['create'], place('shop'))
  expect(again.code === 0, `the backup after the killed ones failed: ${again.said}`)
  const left = (await readdir(join(folder, 'backups'))).filter((name) => name.startsWith('.'))
  expect(left.length === 0, `unfinished files are left: ${left}`)
  const verified = await timed('verify, s', () =>
    runCommand('backup', ['verify', file], place('shop')),
  )
  expect(verified.code === 0, `verify: ${verified.said}`)
  await busy.stop()
  figures['orders placed and paid'] = busy.orders.length
  figures['backup, bytes'] = (await stat(file)).size

  await Promise.all([shop.kill(), secondNode.kill()])
  await rm(join(folder, 'shop'), { recursive: true, force: true, maxRetries: 10 })
  say('the disk is empty')

  for (let kill = 0; kill < kills; kill++) {
    const restore = start(['restore', file], place('elsewhere'))
    const wasKilled = await killWithin(restore, 200 + random() * 3_000)
    const target = join(folder, 'elsewhere')
    const isTouched = (await readdir(target).catch(() => [])).length > 0
    // Killed before it touched the target: a start would open a new shop there.
    if (wasKilled && !isTouched) continue
    // Killed or not, it had done all of its work.
    if (!isRestoreUnfinishedIn(target)) {
      await rm(target, { recursive: true, force: true, maxRetries: 10 })
      continue
    }
    expect(wasKilled, 'a restore ended by itself and left its mark')
    expect(await startRefused(target), 'a shop started over an unfinished restore')
  }
  const restored = await timed('restore, s', () =>
    runCommand('backup', ['restore', file], place('elsewhere')),
  )
  if (restored.code !== 0) throw new Error(`restore: ${restored.said}`)
  const occupied = await runCommand('backup', ['restore', file], place('elsewhere'))
  expect(occupied.code === 3, `a restore over a shop ended with ${occupied.code}`)

  const saved = await checkBackup(file, keys)
  const copy = join(folder, 'of-the-restored.tar.zst')
  const over = await runCommand('backup', ['create', '--to', copy], place('elsewhere'))
  if (over.code !== 0) throw new Error(`a backup over a stopped shop: ${over.said}`)
  const copied = await checkBackup(copy, keys)
  for (const [number, { name, rows, sum }] of saved.tables.entries()) {
    const found = copied.tables[number]
    expect(found?.name === name && found.rows === rows && found.sum === sum, `${name} differs`)
  }

  const next = await shopOver(join(folder, 'elsewhere'))
  await timed('start of the restored shop, s', () => next.start())
  try {
    const found = await lookAtRestored(
      join(folder, 'elsewhere'),
      acknowledgedBefore.map(({ id }) => id),
    )
    violations.push(...found.violations)
    await takeNextOrders(next.address, acknowledgedBefore[0]?.cookie ?? '', expect)
    const released = await runCommand('backup', ['restore', 'release'], place('elsewhere'))
    expect(released.said.includes('works again'), `release: ${released.said}`)
    await timed('release until the first job ran, s', () => untilJobsRun(join(folder, 'elsewhere')))
  } finally {
    await next.stop()
  }
  return { violations, figures }
}

function start(args: string[], env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, [builtProgram('backup'), ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
}

/** False when it had ended before. */
async function killWithin(child: ChildProcess, ms: number): Promise<boolean> {
  const exit = once(child, 'exit')
  const winner = await Promise.race([exit.then(() => 'exit'), delay(ms, 'kill')])
  if (winner === 'exit') return false
  child.kill('SIGKILL')
  await exit
  return true
}

async function startRefused(dataDir: string): Promise<boolean> {
  const server = await shopOver(dataDir)
  server.endedByItself.catch(() => {})
  try {
    await server.start()
    await server.stop()
    return false
  } catch (error) {
    return String(error).includes('A restore was not finished here')
  }
}

async function withDatabase<T>(
  dataDir: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = await locateRunningPostgres(dataDir)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Orders of which a part is missing, and orders that were acknowledged before and are not there. */
const halves = `
  select id, 'no lines' as what from orders where not exists
    (select from order_lines where order_id = orders.id)
  union all select id, 'no event' from orders where not exists
    (select from order_events where order_id = orders.id)
  union all select id, 'paid without a payment' from orders where payment_state = 'paid'
    and not exists (select from order_events where order_id = orders.id and kind = 'paid')
  union all select order_id, 'a line without its order' from order_lines where not exists
    (select from orders where orders.id = order_id)`

async function lookAtRestored(dataDir: string, acknowledged: string[]) {
  return withDatabase(dataDir, async (client) => {
    const violations: string[] = []
    const { rows } = await client.query<{ id: string; what: string }>(halves)
    for (const { id, what } of rows) violations.push(`${id}: ${what}`)
    const found = await client.query<{ id: string }>('select id from orders where id = any($1)', [
      acknowledged,
    ])
    const missing = acknowledged.length - found.rows.length
    if (missing > 0) violations.push(`${missing} orders from before the backup are gone`)
    const ran = await client.query(`select from pgboss.job where state > 'created'`)
    if (ran.rowCount) violations.push(`${ran.rowCount} jobs ran while the shop was on hold`)
    return { violations }
  })
}

async function takeNextOrders(
  address: string,
  cookie: string,
  expect: (isTrue: boolean, text: string) => void,
): Promise<void> {
  const admin = await signInAdministrator(address)
  const { hold } = await admin.call('GET', '/admin/outgoing')
  expect(hold !== null, 'the restored shop is not on hold')
  const { orders } = await new Caller(address, { cookie }).call('GET', '/orders')
  expect((orders as unknown[]).length > 0, 'a guest of before does not find the order')
  for (let number = 0; number < 5; number++) {
    const { id, shopper } = await placeOrder(address)
    await shopper.call('POST', `/pay/${id}`)
    const { order } = await shopper.call('GET', `/order/${id}`)
    expect((order as { is_paid: boolean }).is_paid, `the next order ${id} was not paid`)
  }
}

async function untilJobsRun(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    for (const giveUpAt = Date.now() + 120_000; Date.now() < giveUpAt; await delay(200)) {
      const ran = await client.query(`select from pgboss.job where state = 'completed' limit 1`)
      if (ran.rowCount) return
    }
    throw new Error('no job ran after the release')
  })
}
