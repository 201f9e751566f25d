import pg from 'pg'
import { readCommandConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { withDatabaseUrl } from '../db/with-database-url.ts'
import { checkIndex, rebuildIndex } from './index-work.ts'

const usage = `Usage: npm run search -- <command>

  rebuild  builds the search index anew; the shop goes on searching in the old one
  check    compares the search index with the products, and names what differs`

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The exit status: 0 when all is well, 1 for differences. */
async function run(url: string, command: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'minmin search index' })
  await client.connect()
  try {
    if (command === 'rebuild') {
      print(`rebuilt: ${await rebuildIndex(client, print)} products`)
      return 0
    }
    const differences = await checkIndex(client, print)
    print(differences === 0 ? 'the index agrees with the products' : `${differences} differences`)
    return differences === 0 ? 0 : 1
  } finally {
    await client.end()
  }
}

async function main(): Promise<void> {
  const command = process.argv[2] ?? ''
  if (!['rebuild', 'check'].includes(command)) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 2
    return
  }
  process.exitCode = await withDatabaseUrl(readCommandConfig(process.env), async (url) => {
    await migrate(url)
    return run(url, command)
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 2
})
