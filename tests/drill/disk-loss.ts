import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startBucket } from '../../gateway/bucket/bucket.ts'
import { locateRunningPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { runCommand, shopOver } from '../backup/shop-folder.ts'
import { fillShop } from '../fixtures/fill-shop.ts'
import { keepBusy, type PlacedOrder } from './busy-shop.ts'
import type { DrillReport } from './drill.ts'

/** So much of the orders a disk may take along, in milliseconds. */
const mostLostMs = 5 * 60_000

interface DiskLossOptions {
  folder: string
  /** How often the log is copied to the bucket. */
  walSeconds: number
  /** How long orders are taken before the disk is lost. */
  busySeconds: number
  random: () => number
  say: (line: string) => void
}

/**
 * A busy shop with the embedded database loses its disk; another one is restored from the bucket
 * alone. What is lost is measured by the orders that were acknowledged.
 */
export async function loseDisk(options: DiskLossOptions): Promise<DrillReport> {
  const { folder, walSeconds, busySeconds, random, say } = options
  const figures: Record<string, number> = {}
  const violations: string[] = []
  const note = (name: string, value: number) => {
    figures[name] = Math.round(value * 10) / 10
    say(`${name}: ${figures[name]}`)
  }
  const bucket = await startBucket()
  const env = {
    BACKUP_S3_ENDPOINT: bucket.endpoint,
    BACKUP_S3_BUCKET: bucket.name,
    BACKUP_S3_REGION: bucket.region,
    BACKUP_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    BACKUP_WAL_SECONDS: String(walSeconds),
  }
  const lost = join(folder, 'lost')
  const shop = await shopOver(lost, env)
  shop.endedByItself.catch((error: unknown) => violations.push(String(error)))
  try {
    await shop.start()
    await fillShop(shop.address)
    await until(
      async () => [...bucket.objects.keys()].some((key) => key.includes('/base-')),
      'the first copy was not made',
    )
    const busy = keepBusy([shop.address])
    // The disk is lost at any moment between two copies.
    await delay((busySeconds + random() * walSeconds) * 1_000)
    const lostAt = Date.now()
    await shop.kill()
    await rm(lost, { recursive: true, force: true, maxRetries: 20 })
    await busy.stop()
    say('the disk is empty')

    const objects = [...bucket.objects.values()]
    note('objects in the bucket', objects.length)
    note(
      'bytes in the bucket',
      objects.reduce((sum, { length }) => sum + length, 0),
    )
    const begun = performance.now()
    const place = { ...env, DATA_DIR: join(folder, 'new') }
    const restored = await runCommand('backup', ['restore', 'latest'], place)
    if (restored.code !== 0) throw new Error(`restore: ${restored.said}`)
    note('restore, s', (performance.now() - begun) / 1_000)
    const next = await shopOver(join(folder, 'new'), env)
    await next.start()
    try {
      const missing = await missingOf(join(folder, 'new'), busy.orders)
      note('orders acknowledged', busy.orders.length)
      note('orders lost', missing.length)
      const first = Math.min(lostAt, ...missing.map(({ at }) => at))
      note('lost, s', (lostAt - first) / 1_000)
      if (lostAt - first > mostLostMs) violations.push('more than five minutes are lost')
      // The order of commits stays: nothing outlives the first that is missing.
      const after = busy.orders.filter(({ at }) => at > first + 1_000)
      if (after.length > missing.length + 4) violations.push('later orders outlived earlier ones')
      const doctor = await runCommand('doctor', ['--json'], place)
      const faults = (JSON.parse(doctor.said) as { group: string; name: string; state: string }[])
        .filter(({ state, group }) => state === 'fault' && group !== 'outside' && group !== 'work')
        .map(({ name }) => name)
      if (faults.length > 0) violations.push(`the doctor finds ${faults}`)
      if ((await readdir(join(folder, 'new'))).includes('restored-log')) {
        violations.push('the pieces of the log were left')
      }
    } finally {
      await next.stop()
    }
  } finally {
    await shop.kill()
    await bucket.close()
  }
  return { violations, figures }
}

async function until(isTrue: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const giveUpAt = Date.now() + 300_000; !(await isTrue()); await delay(200)) {
    if (Date.now() > giveUpAt) throw new Error(otherwise)
  }
}

async function missingOf(dataDir: string, orders: readonly PlacedOrder[]): Promise<PlacedOrder[]> {
  const client = new pg.Client({ connectionString: await locateRunningPostgres(dataDir) })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from orders')
    const found = new Set(rows.map(({ id }) => id))
    return orders.filter(({ id }) => !found.has(id))
  } finally {
    await client.end()
  }
}
