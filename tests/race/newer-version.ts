import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const migration = `ALTER TABLE "orders" ADD COLUMN "channel" text;
--> statement-breakpoint
CREATE INDEX "orders_by_channel" ON "orders" USING btree ("channel","id");`

/**
 * A newer version of the shop, in a folder of its own: its orders have one column more, and its
 * migration adds that column and an index.
 */
export async function createNewerVersion(folder: string): Promise<string> {
  for (const part of ['src', 'migrations', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await replaceIn(join(folder, 'src/server/db/tables/orders.ts'), {
    find: "paymentMethod: text('payment_method'),",
    replace:
      "paymentMethod: text('payment_method'),\n    channel: text('channel').$default(() => 'web'),",
  })
  const journalFile = join(folder, 'migrations/meta/_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
  }
  const last = journal.entries.at(-1)
  if (!last) throw new Error('there is no migration to follow')
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_order-channel' }
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
  await writeFile(join(folder, 'migrations', `${next.tag}.sql`), migration)
  return folder
}

async function replaceIn(
  file: string,
  { find, replace }: { find: string; replace: string },
): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`"${find}" is not once in ${file}`)
  await writeFile(
    file,
    text.replace(find, () => replace),
  )
}
