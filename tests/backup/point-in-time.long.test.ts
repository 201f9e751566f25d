import { appendFile, chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, signInAdministrator } from '../fixtures/caller.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { createWorkFolder, removeWorkFolder, runCommand, shopOver } from './shop-folder.ts'
import { runProgram, runShell, systemPrograms } from './system-postgres.ts'

let folder: string
const running = new Set<string>()
const within = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await createWorkFolder('moment')
  // PostgreSQL's own user makes its folders in it.
  await chmod(folder, 0o777)
})
afterAll(async () => {
  for (const cluster of running) await stop(cluster)
  await removeWorkFolder(folder)
})

const socketOf = (cluster: string) => `${cluster}-socket`

/** Reached through its socket alone. */
async function start(cluster: string): Promise<string> {
  await runShell(`mkdir ${socketOf(cluster)}`)
  const options = `-c listen_addresses='' -c unix_socket_directories='${socketOf(cluster)}'`
  await runProgram('pg_ctl', ['start', '-w', '-D', cluster, '-o', options, '-l', `${cluster}.log`])
  running.add(cluster)
  return `postgres://minmin@localhost/postgres?host=${encodeURIComponent(socketOf(cluster))}`
}

async function stop(cluster: string): Promise<void> {
  running.delete(cluster)
  await runProgram('pg_ctl', ['stop', '-w', '-D', cluster, '-m', 'immediate'])
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

async function openShop(name: string, url: string): Promise<ServerProcess> {
  await mkdir(within(name))
  const shop = await shopOver(within(name), { DATABASE_URL: url })
  await shop.start()
  return shop
}

async function createProduct(admin: Caller): Promise<string> {
  const { product } = await admin.call('POST', '/admin/product', {
    title: '陶杯',
    category: '器皿',
    unit: '個',
    price: 300,
    origin_price: 300,
    is_enabled: 1,
  })
  return (product as { id: string }).id
}

async function order(admin: Caller, productId: string, name: string): Promise<void> {
  const user = { name, email: 'ming@example.com', tel: '0912345678', address: '臺北市' }
  const products = [{ product_id: productId, qty: 1 }]
  await admin.call('POST', '/admin/order', { products, user, is_paid: true })
}

async function waitForArchive(url: string, archive: string): Promise<void> {
  const [last] = await query<{ file: string }>(
    url,
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  const isKept = () => runShell(`test -f ${archive}/${last?.file}`)
  await expect.poll(isKept).toBe(true)
}

it.skipIf(!systemPrograms)(
  'base backup, archived WAL and a moment give the orders before it and none after (BACKUP-21)',
  async () => {
    const [cluster, archive, base] = [within('cluster'), within('archive'), within('base')]
    await runShell(`mkdir ${archive}`)
    await runProgram('initdb', ['-D', cluster, '-U', 'minmin', '-A', 'trust', '-E', 'UTF8'])
    await appendFile(
      join(cluster, 'postgresql.conf'),
      `wal_level = replica
archive_mode = on
archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/part && mv ${archive}/part ${archive}/%f'
`,
    )
    const url = await start(cluster)
    const shop = await openShop('shop', url)
    const admin = await signInAdministrator(shop.address)
    const product = await createProduct(admin)
    await order(admin, product, '備份之前')
    const how = ['-U', 'minmin', '-X', 'none', '-c', 'fast']
    await runProgram('pg_basebackup', ['-D', base, '-h', socketOf(cluster), ...how])
    await order(admin, product, '時點之前')
    const [now] = await query<{ moment: string }>(url, 'select clock_timestamp()::text as moment')
    await order(admin, product, '時點之後')
    await shop.stop()
    await waitForArchive(url, archive)
    await stop(cluster)

    await appendFile(
      join(base, 'postgresql.conf'),
      `archive_mode = off
restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${now?.moment}'
recovery_target_action = 'promote'
`,
    )
    await runShell(`touch ${base}/recovery.signal`)
    const restored = await start(base)
    const isRecovering = () => query(restored, 'select pg_is_in_recovery() as is_so')
    await expect.poll(isRecovering).toEqual([{ is_so: false }])
    const orders = await query(
      restored,
      'select contact_name as name from orders order by created_at',
    )
    expect(orders).toEqual([{ name: '備份之前' }, { name: '時點之前' }])

    await query(
      restored,
      `insert into outgoing_hold (backup_at) values ('${now?.moment}') on conflict do nothing`,
    )
    const again = await openShop('again', restored)
    await order(await signInAdministrator(again.address), product, '復原之後')
    const env = { DATABASE_URL: restored, DATA_DIR: within('again') }
    const { said } = await runCommand('backup', ['restore', 'release'], env)
    expect(said).toContain('The shop works again.')
    await again.stop()
    expect(await query(restored, 'select from orders')).toHaveLength(3)
  },
)
