import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../testing/database-proxy.ts'
import { testConfig } from '../testing/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { connect, type Database, type Db } from './connect.ts'
import { createCatalogReads } from './replica.ts'

// A second database stands for the replica: what it holds differs, so a reading tells where it was.
let ofReplica: TestDatabase
let replica: Database
let proxy: DatabaseProxy
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  ofReplica = await createTestDatabase()
  replica = connect(ofReplica.url, { poolSize: 2 })
  proxy = await openDatabaseProxy(ofReplica.url)
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await replica.close()
  await proxy.close()
  await ofReplica.drop()
})

const mug = '-Nreplica00000000mug'

async function insertProduct(db: Db, title: string, price: number): Promise<void> {
  await db.execute(sql`
    insert into products (id, title, category, content, description, image_url, images_url,
      is_enabled, origin_price, price, unit, extra)
    values (${mug}, ${title}, '器皿', '', '', '', '[]', true, ${price}, ${price}, '個', '{}')`)
}

async function whichOne(db: Db): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  return rows[0]?.name === new URL(ofReplica.url).pathname.slice(1) ? 'replica' : 'primary'
}

/** Makes the database answer as a standby that has replayed up to a place of its own. */
async function actAsStandby(): Promise<{ replayedTo(lsn: string, age: string): Promise<void> }> {
  const name = new URL(ofReplica.url).pathname.slice(1)
  const { pool } = replica
  await pool.query(`
    create schema standby;
    create table standby.place (lsn pg_lsn, at timestamptz);
    insert into standby.place values ('0/0', now());
    create function standby.pg_is_in_recovery() returns boolean language sql as 'select true';
    create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql
      as 'select lsn from standby.place';
    create function standby.pg_last_wal_receive_lsn() returns pg_lsn language sql
      as $$select 'FFFF/0'::pg_lsn$$;
    create function standby.pg_last_xact_replay_timestamp() returns timestamptz language sql
      as 'select at from standby.place';
    alter database ${name} set search_path = standby, public, pg_catalog`)
  return {
    replayedTo: async (lsn, age) => {
      await pool.query('update standby.place set lsn = $1, at = now() - $2::interval', [lsn, age])
    },
  }
}

async function openReads() {
  const ofPrimary = await createTestDatabase()
  const primary = connect(ofPrimary.url, { poolSize: 4 })
  const reads = createCatalogReads({
    primary,
    replicaUrl: proxy.url,
    poolSize: 4,
    log: createLog(testConfig()),
  })
  closing.push(async () => {
    await reads.close()
    await primary.close()
    await ofPrimary.drop()
  })
  const inUse = () => expect.poll(() => reads.state()?.isInUse, { timeout: 15_000 }).toBe(true)
  const notInUse = () => expect.poll(() => reads.state()?.isInUse, { timeout: 15_000 }).toBe(false)
  return { reads, primary, inUse, notInUse }
}

describe('catalogue reads beside a replica', () => {
  it('go to it while it answers, and to the primary in the very call in which it does not', async () => {
    const { reads, inUse } = await openReads()
    await inUse()
    expect(await reads.read(whichOne)).toBe('replica')
    await proxy.cut()
    expect(await reads.read(whichOne)).toBe('primary')
    expect(reads.state()).toEqual({ isInUse: false, lagSeconds: null })
    await proxy.restore()
    await inUse()
    expect(await reads.read(whichOne)).toBe('replica')
  })

  it('H4 do not wait for one that takes connections and says nothing', async () => {
    const { reads, inUse } = await openReads()
    await inUse()
    proxy.stall()
    expect(await reads.read(whichOne)).toBe('primary')
    expect(reads.state()?.isInUse).toBe(false)
  })

  it('leave it at a change until it has what the primary had then', async () => {
    const standby = await actAsStandby()
    await standby.replayedTo('FFFF/0', '0')
    const { reads, primary, inUse } = await openReads()
    await inUse()
    const { rows } = await primary.pool.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
    await standby.replayedTo(rows[0]?.lsn ?? '', '0')
    await primary.pool.query('create table change (id integer)')
    reads.changed()
    expect(reads.state()?.isInUse).toBe(false)
    expect(await reads.read(whichOne)).toBe('primary')
    // It is asked, it answers, and it is still behind.
    await expect.poll(() => reads.state()?.lagSeconds).toBeGreaterThan(0.05)
    expect(await reads.read(whichOne)).toBe('primary')
    await standby.replayedTo('FFFF/0', '0')
    await inUse()
    expect(await reads.read(whichOne)).toBe('replica')
  })

  it('leave one that lags far behind, and tell by how much', async () => {
    const standby = await actAsStandby()
    await standby.replayedTo('FFFF/0', '0')
    const { reads, inUse, notInUse } = await openReads()
    await inUse()
    await standby.replayedTo('FFFF/0', '5 minutes')
    await notInUse()
    expect(reads.state()?.lagSeconds).toBeGreaterThanOrEqual(300)
    expect(await reads.read(whichOne)).toBe('primary')
  })

  it('without one are those of the primary, with nothing to tell', async () => {
    const ofPrimary = await createTestDatabase()
    const primary = connect(ofPrimary.url, { poolSize: 2 })
    const log = createLog(testConfig())
    const reads = createCatalogReads({ primary, replicaUrl: null, poolSize: 2, log })
    reads.changed()
    expect(await reads.read(whichOne)).toBe('primary')
    expect(reads.state()).toBeNull()
    await reads.close()
    await primary.close()
    await ofPrimary.drop()
  })
})

describe('a shop with a replica', () => {
  let shop: TestShop
  async function ready() {
    const response = await shop.app.inject('/health/ready')
    return { status: response.statusCode, body: response.json() }
  }
  beforeEach(async () => {
    shop = await openTestShop({ env: { DATABASE_REPLICA_URL: proxy.url } })
    closing.push(() => shop.close())
    await insertProduct(replica.db, '副本的馬克杯', 1)
    // Without the word of a change: it might come while a test reads.
    await shop.database.db.transaction(async (tx) => {
      await tx.execute(sql`alter table products disable trigger user`)
      await insertProduct(tx, '手感馬克杯', 1000)
      await tx.execute(sql`alter table products enable trigger user`)
    })
    // It drops and asks anew once it hears of changes.
    const listeners = sql`select from pg_stat_activity
      where datname = current_database() and query = 'LISTEN catalog_changed' and state = 'idle'`
    await expect
      .poll(async () => (await shop.database.db.execute(listeners)).rowCount, { timeout: 15_000 })
      .toBe(1)
    await expect
      .poll(async () => (await ready()).body, { timeout: 15_000 })
      .toMatchObject({ isReady: true, replica: { isInUse: true, lagSeconds: 0 } })
  })

  it('D4 shows its pages, and decides on prices without it', async () => {
    const guest = shop.guest()
    // Until a reading came from it: on a busy machine one may be left for the primary, and is kept.
    await expect
      .poll(
        async () => {
          await shop.database.db.execute(sql`select pg_notify('catalog_changed', '')`)
          const { body } = await guest.get('/products')
          return body.products
        },
        { timeout: 60_000 },
      )
      .toMatchObject([{ title: '副本的馬克杯', price: 1 }])
    const added = await guest.post('/cart', { product_id: mug, qty: 2 })
    expect(added.body.data).toMatchObject({ total: 2000, product: { price: 1000 } })
    expect((await guest.get('/cart')).body.data).toMatchObject({ total: 2000, final_total: 2000 })
    const order = await guest.post('/order', orderData)
    expect(order.body).toMatchObject({ success: true, total: 2000 })
  })

  it('shows its pages without it, and says so to who looks', async () => {
    await proxy.cut()
    const { body } = await shop.guest().get('/products?page=1&category=器皿')
    expect(body.products).toMatchObject([{ title: '手感馬克杯' }])
    const { status, body: state } = await ready()
    expect(status).toBe(200)
    expect(state).toMatchObject({ replica: { isInUse: false, lagSeconds: null } })
  })
})
