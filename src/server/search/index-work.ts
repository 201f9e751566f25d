import type pg from 'pg'
import { foldField } from './fold.ts'

const batchSize = 1_000
const reportEvery = 100_000

/** The texts of a published product that are searched, the description without its markup. */
interface Texts {
  id: string
  title: string
  category: string
  content: string
  description: string
}

/** A product beside what index and listing have of it. */
interface Compared extends Texts {
  stored: Record<string, string> | null
  is_listed: boolean
  has_terms: boolean | null
  has_keys: boolean | null
}

type Say = (line: string) => void

const texts = `p.id, p.title, p.category, search_content(p) as content,
  search_description(p.description) as description`

const fieldNames = ['title', 'category', 'content', 'description'] as const

/** Walks the published products in the order of their ids. */
async function eachBatch<T extends Texts>(
  client: pg.Client,
  source: { columns: string; joins?: string },
  say: Say,
  use: (rows: T[]) => Promise<void>,
): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const { rows } = await client.query<T>(
      `select ${source.columns} from products as p ${source.joins ?? ''}
       where is_listed(p) and p.id > $1 order by p.id limit ${batchSize}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return count
    await use(rows)
    const reached = Math.floor((count + rows.length) / reportEvery)
    if (reached > Math.floor(count / reportEvery)) say(`${reached * reportEvery} products`)
    count += rows.length
    after = last.id
  }
}

/** What a document has of its listing, in the order of its columns. */
const listed = 'l.category, l.price, l.units_sold, l.is_available'

const insertFolded = `
  select given.id, given.title, given.category, given.content, given.description, made.*, ${listed}
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    as given(id, title, category, content, description)
    join product_listings as l on l.product_id = given.id,
    search_vectors(given.title, given.category, given.content, given.description) as made`

function folded(rows: Texts[]): string[][] {
  return [
    rows.map(({ id }) => id),
    ...fieldNames.map((name) => rows.map((row) => foldField(row[name]))),
  ]
}

/**
 * Builds the index in a table beside the old one, in which the shop goes on searching, then puts it
 * in its place. Products that change meanwhile are indexed once more, while writes wait.
 */
export async function rebuildIndex(client: pg.Client, say: Say): Promise<number> {
  await client.query("select pg_advisory_lock(hashtext('search rebuild'))")
  await client.query("set maintenance_work_mem = '512MB'")
  await client.query('drop table if exists search_documents_new')
  await client.query(`create table search_documents_new
    (like search_documents including defaults including statistics including storage)`)
  await copyStatisticsTargets(client)
  await relist(client)
  const { rows: snapshots } = await client.query<{ since: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as since',
  )
  const count = await eachBatch<Texts>(client, { columns: texts }, say, async (rows) => {
    await client.query(`insert into search_documents_new ${insertFolded}`, folded(rows))
  })
  say('building the indexes')
  const renames = await copyIndexes(client)
  await client.query('analyze search_documents_new')
  await client.query('begin')
  await client.query('lock table products, product_listings in share mode')
  await indexChanged(client, snapshots[0]?.since ?? '')
  await client.query('drop table search_documents')
  await client.query('alter table search_documents_new rename to search_documents')
  for (const { from, to } of renames) await client.query(`alter index ${from} rename to ${to}`)
  await client.query('commit')
  return count
}

/** How finely a column is analysed is not among what LIKE copies. */
async function copyStatisticsTargets(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; target: number }>(
    `select attname as name, attstattarget as target from pg_attribute
     where attrelid = 'search_documents'::regclass and attnum > 0 and attstattarget >= 0`,
  )
  for (const { name, target } of rows) {
    await client.query(
      `alter table search_documents_new alter column ${name} set statistics ${target}`,
    )
  }
}

/** Each change of a product writes its listing: what a transaction since then has written. */
async function indexChanged(client: pg.Client, since: string): Promise<void> {
  await client.query(
    `delete from search_documents_new as d where not exists (
       select from product_listings as l
       where l.product_id = d.product_id and age(l.xmin) > age($1::xid8::xid))`,
    [since],
  )
  await client.query(`insert into search_documents_new
    select made.*, ${listed} from product_listings as l join products as p on p.id = l.product_id,
      search_document(p) as made
    where not exists (select from search_documents_new as d where d.product_id = l.product_id)`)
}

/** The indexes of the old table on the new one, and the names that they get in its place. */
async function copyIndexes(client: pg.Client): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where tablename = 'search_documents'",
  )
  const renames: { from: string; to: string }[] = []
  for (const { name, definition } of rows) {
    const made = definition
      .replace(`INDEX ${name} `, `INDEX ${name}_new `)
      .replace(/ ON (\w+\.)?search_documents /, ' ON search_documents_new ')
    await client.query(made)
    if (name.endsWith('_pkey')) {
      await client.query(
        `alter table search_documents_new add constraint ${name}_new primary key using index ${name}_new`,
      )
    }
    renames.push({ from: `${name}_new`, to: name })
  }
  return renames
}

/** Lists what the triggers have missed, such as the products of a dump that was loaded without them. */
async function relist(client: pg.Client): Promise<void> {
  await client.query(`delete from product_listings as l where not exists
    (select from products as p where p.id = l.product_id and is_listed(p))`)
  await client.query(`
    insert into product_listings select made.* from products as p, listing_of(p) as made
    where is_listed(p)
    on conflict (product_id) do update set category = excluded.category, price = excluded.price,
      is_available = excluded.is_available, units_sold = excluded.units_sold
    where (product_listings.category, product_listings.price, product_listings.is_available,
      product_listings.units_sold) is distinct from
      (excluded.category, excluded.price, excluded.is_available, excluded.units_sold)`)
}

const comparison = {
  columns: `${texts}, to_jsonb(d) - '{title_terms,category_terms,terms}'::text[] as stored,
    (d.listed_category, d.price, d.units_sold, d.is_available) is not distinct from
      (${listed}) as has_keys,
    (l.category, l.price) is not distinct from (p.category, p.price) as is_listed,
    (d.title_terms, d.category_terms, d.terms) = (v.title_terms, v.category_terms, v.terms) as has_terms`,
  joins: `left join search_documents as d on d.product_id = p.id
    left join product_listings as l on l.product_id = p.id
    left join lateral search_vectors(d.title, d.category, d.content, d.description) as v on true`,
}

/** What of a product index and listing have otherwise. */
function differencesOf({ stored, ...row }: Compared): string[] {
  return [
    ...(row.is_listed ? [] : ['the listing differs']),
    ...(stored
      ? fieldNames
          .filter((name) => stored[name] !== foldField(row[name]))
          .map((name) => `${name} differs`)
      : ['is not in the index']),
    ...(stored && !row.has_terms ? ['the terms differ'] : []),
    ...(stored && !row.has_keys ? ['what its listing says differs'] : []),
  ]
}

/** How many of `size` random published products index or listing have otherwise. */
export async function sampleIndex(
  client: pg.ClientBase,
  size: number,
): Promise<{ looked: number; wrong: number }> {
  const { rows } = await client.query<Compared>(
    `select ${comparison.columns} from products as p ${comparison.joins}
     where p.id = any(array(
       select picked.id from products as picked where is_listed(picked) order by random() limit $1))`,
    [size],
  )
  const wrong = rows.filter((row) => differencesOf(row).length > 0)
  return { looked: rows.length, wrong: wrong.length }
}

/** Compares index and products, and names what differs; gives the number of differences. */
export async function checkIndex(client: pg.Client, say: Say): Promise<number> {
  let differences = 0
  const report = (line: string) => {
    differences++
    say(line)
  }
  await client.query('begin transaction isolation level repeatable read read only')
  await eachBatch<Compared>(client, comparison, say, async (rows) => {
    for (const row of rows) {
      for (const difference of differencesOf(row)) report(`${row.id}: ${difference}`)
    }
  })
  const { rows } = await client.query<{ id: string }>(`
    select product_id as id from search_documents as d
    where not exists (select from products as p where p.id = d.product_id and is_listed(p))`)
  for (const { id } of rows) report(`${id}: is not on sale`)
  await client.query('commit')
  return differences
}
