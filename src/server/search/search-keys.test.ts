import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate, migrationsFolder } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-steps.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { checkIndex } from './index-work.ts'

const migration = '0039_search-keys'

it('a product that changes between two steps of the migration is found as it is then (SEARCH-21, UPGRADE-05)', async () => {
  const { url, drop } = await createTestDatabase({ isBare: true })
  const folder = await mkdtemp(join(tmpdir(), 'minmin-migrations-'))
  const client = new pg.Client({ connectionString: url })
  onTestFinished(async () => {
    await client.end()
    await drop()
    await rm(folder, { recursive: true })
  })
  const { when, earlier } = await cutJournal(folder)
  await migrate(url, earlier)
  await client.connect()
  await client.query(`
    insert into products (id, title, category, content, description, image_url, images_url,
      is_enabled, origin_price, price, unit, extra)
    select 'p' || n, '檯燈' || n, '燈飾', '', '', '', '[]', n % 7 > 0, 9, n, '個', '{}'
    from generate_series(1, 1300) as n`)
  const steps = readMigrations(migrationsFolder).find((one) => one.when === when)?.steps ?? []
  expect(steps.length).toBeGreaterThan(5)
  for (const [position, { statements }] of steps.entries()) {
    for (const statement of statements) await client.query(statement)
    const changed = (offset: number) => `p${70 * position + offset}`
    await client.query("update products set title = '床單' || num where id = $1", [changed(1)])
    await client.query('update products set price = 5000, title = title where id = $1', [
      changed(2),
    ])
    await client.query('delete from products where id = $1', [changed(3)])
    await client.query('update products set is_enabled = not is_enabled where id = $1', [
      changed(4),
    ])
    await client.query('insert into stock values ($1, 0, 0)', [changed(5)])
    await client.query('update product_listings set units_sold = 9 where product_id = $1', [
      changed(6),
    ])
  }
  const said: string[] = []
  await checkIndex(client, (line) => said.push(line))
  expect(said).toEqual([])
  const { rows } = await client.query('select count(*)::int as n from search_documents')
  expect(rows[0].n).toBeGreaterThan(1_000)
})

/** A copy of the migrations before this one, and the instant of this one. */
async function cutJournal(folder: string): Promise<{ when: number; earlier: string }> {
  await cp(migrationsFolder, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    await readFile(file, 'utf8'),
  )
  const index = journal.entries.findIndex(({ tag }) => tag === migration)
  const [{ when } = { when: 0 }] = journal.entries.splice(index)
  await writeFile(file, JSON.stringify(journal))
  return { when, earlier: folder }
}
