import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { splitAddress, toHalfWidthDigits } from '#contract/address.ts'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import type { Store } from '#contract/stores.ts'
import type { Db } from '../../db/connect.ts'
import { storeLists, stores } from '../../db/tables/stores.ts'
import type { ListedStore } from '../logistics-provider.ts'

export const storeColumns = {
  chain: stores.chain,
  id: stores.id,
  name: stores.name,
  county: stores.county,
  district: stores.district,
  address: stores.address,
  tel: stores.tel,
}

/** A district of a city has fewer of one chain. */
const mostOfDistrict = 400
const mostFound = 60

/** The open stores of a district, or those that a text finds; there as in the whole of Taiwan. */
export async function listStores(
  db: Db,
  asked: { chain: StoreChain; county: string; district: string; q: string },
): Promise<{ stores: Store[]; isCapped: boolean }> {
  const { chain, county, district } = asked
  const q = toHalfWidthDigits(asked.q).replaceAll('台', '臺').trim()
  if (q === '' && (county === '' || district === '')) return { stores: [], isCapped: false }
  const most = q === '' ? mostOfDistrict : mostFound
  const rows = await db
    .select(storeColumns)
    .from(stores)
    .where(
      and(
        eq(stores.chain, chain),
        isNull(stores.closedAt),
        county === '' ? undefined : eq(stores.county, county.replaceAll('台', '臺')),
        district === '' ? undefined : eq(stores.district, district),
        q === '' ? undefined : found(q),
      ),
    )
    .orderBy(
      ...(q === '' ? [] : [sql`${stores.id} = ${q} desc`]),
      asc(stores.address),
      asc(stores.id),
    )
    .limit(most + 1)
  return { stores: rows.slice(0, most), isCapped: rows.length > most }
}

function found(q: string): SQL {
  const pattern = q.replace(/[\\%_]/g, '\\$&')
  const inText = `%${pattern}%`
  return sql`(${stores.id} like ${`${pattern}%`}
    or replace(${stores.name}, '台', '臺') ilike ${inText}
    or replace(${stores.address}, '台', '臺') ilike ${inText})`
}

export async function findOpenStore(
  db: Db,
  { chain, id }: { chain: StoreChain; id: string },
): Promise<Store | undefined> {
  const [store] = await db
    .select(storeColumns)
    .from(stores)
    .where(and(eq(stores.chain, chain), eq(stores.id, id), isNull(stores.closedAt)))
  return store
}

/** Also one that has closed. */
export async function findStore(
  db: Db,
  { chain, id }: { chain: StoreChain; id: string },
): Promise<(Store & { isClosed: boolean }) | undefined> {
  const [row] = await db
    .select({ ...storeColumns, isClosed: sql<boolean>`${stores.closedAt} is not null` })
    .from(stores)
    .where(and(eq(stores.chain, chain), eq(stores.id, id)))
  return row
}

/**
 * Takes a list over: changed and new stores are written, those that it lacks are closed, and returned.
 * A list that has lost half of the open stores closes none: it was cut somewhere.
 */
export async function writeStores(
  tx: Db,
  chain: StoreChain,
  listed: readonly ListedStore[],
): Promise<string[]> {
  const byId = new Map(listed.map((store) => [store.id, store]))
  const rows = [...byId.values()].map((store) => {
    const { county, district } = splitAddress(store.address)
    return { ...store, county, district }
  })
  for (let at = 0; at < rows.length; at += stepRows) {
    await upsertStores(tx, chain, rows.slice(at, at + stepRows))
  }
  const open = await tx.$count(stores, and(eq(stores.chain, chain), isNull(stores.closedAt)))
  const isCut = byId.size < open / 2
  return isCut ? [] : closeOthers(tx, chain, [...byId.keys()])
}

const stepRows = 1_000

async function upsertStores(tx: Db, chain: StoreChain, rows: readonly object[]): Promise<void> {
  await tx.execute(sql`
    insert into stores (chain, id, name, county, district, address, tel)
    select ${chain}, id, name, county, district, address, tel
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as listed (id text, name text, county text, district text, address text, tel text)
    on conflict (chain, id) do update
    set (name, county, district, address, tel, closed_at) =
      (excluded.name, excluded.county, excluded.district, excluded.address, excluded.tel, null)
    where (stores.name, stores.county, stores.district, stores.address, stores.tel, stores.closed_at)
      is distinct from
      (excluded.name, excluded.county, excluded.district, excluded.address, excluded.tel, null)`)
}

async function closeOthers(tx: Db, chain: StoreChain, ids: string[]): Promise<string[]> {
  const closed = await tx
    .update(stores)
    .set({ closedAt: sql`now()` })
    .where(
      and(
        eq(stores.chain, chain),
        isNull(stores.closedAt),
        sql`${stores.id} <> all(${sql.param(ids)}::text[])`,
      ),
    )
    .returning({ id: stores.id })
  return closed.map(({ id }) => id)
}

/** Notes what came of asking for a list; without a fault it is renewed. */
export async function noteList(db: Db, chain: StoreChain, fault: string | null): Promise<void> {
  const renewedAt = fault === null ? sql`now()` : undefined
  await db
    .insert(storeLists)
    .values({ chain, fault, ...(renewedAt && { renewedAt }) })
    .onConflictDoUpdate({
      target: storeLists.chain,
      set: { fault, askedAt: sql`now()`, ...(renewedAt && { renewedAt }) },
    })
}

/** How many open stores each chain has, and how old its list is. */
export async function readLists(db: Db) {
  const { rows } = await db.execute<{
    chain: StoreChain
    count: number
    renewedAt: Date | null
    fault: string | null
  }>(sql`
    select chain, renewed_at as "renewedAt", fault,
      (select count(*)::int from stores where stores.chain = list.chain and closed_at is null) as count
    from store_lists as list order by chain`)
  return rows.map((row) => ({ ...row, renewedAt: row.renewedAt && new Date(row.renewedAt) }))
}

/** Whether a list of these chains is missing, or older than a day and some. */
export async function needsRenewal(db: Db, chains: readonly StoreChain[]): Promise<boolean> {
  const { rows } = await db.execute<{ renewed: number }>(sql`
    select count(*)::int as renewed from store_lists
    where chain = any(${sql.param([...chains])}::text[])
      and renewed_at > now() - interval '26 hours'`)
  return (rows[0]?.renewed ?? 0) < chains.length
}
