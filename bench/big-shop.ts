import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { searchedProducts } from '../src/server/catalog/product-terms.ts'
import { fillTerms } from '../src/server/search/write-terms.ts'
import { type KeptShop, openKeptShop } from './kept-shop.ts'
import { fillCatalogue } from './search-data.ts'

/** The options of every bench over a big catalogue. */
export const bigShopOptions = {
  products: { type: 'string', default: '1000000' },
  /** A folder in which the filled database stays for the next run. */
  data: { type: 'string' },
} as const

export interface BigShop extends KeptShop {
  /** Of the run that filled the database. */
  termsSeconds: number
}

/** The server over a catalogue of many products, which is filled unless the folder has it. */
export function openBigShop(given: {
  products: number
  data: string | undefined
  env?: NodeJS.ProcessEnv
}): Promise<BigShop> {
  return openKeptShop(given.data, given.env ?? {}, async ({ server, db, databaseUrl }) => {
    await server.start()
    await db.connect()
    return { termsSeconds: await fillOnce(db, databaseUrl, given.products) }
  })
}

async function fillOnce(db: pg.Client, databaseUrl: string, products: number): Promise<number> {
  await db.query('create table if not exists bench_filled (products int, terms_seconds float8)')
  const { rows } = await db.query<{ products: number; terms_seconds: number }>(
    'select products, terms_seconds from bench_filled',
  )
  const [filled] = rows
  if (filled?.products === products) return filled.terms_seconds
  if (filled) throw new Error(`the folder has a shop of ${filled.products} products`)
  console.error(`filling ${products} products`)
  await fillCatalogue(db, products)
  const since = performance.now()
  const pool = new pg.Pool({ connectionString: databaseUrl })
  await fillTerms(drizzle(pool), [searchedProducts])
  await pool.end()
  const seconds = (performance.now() - since) / 1_000
  await db.query('vacuum (analyze)')
  await db.query('insert into bench_filled values ($1, $2)', [products, seconds])
  return seconds
}
