import { expect, it, onTestFinished } from 'vitest'
import { proveListening } from './prove-listening.ts'
import { createTestDatabase } from './testing/database/test-database.ts'

async function bareDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase({ isBare: true })
  onTestFinished(() => drop())
  return url
}

it('a start is refused where a notification does not come back (OPEN-10)', async () => {
  const databaseUrl = await bareDatabase()
  await proveListening({ listenUrl: databaseUrl, databaseUrl })
  // Another database is as silent as a pooler that lends connections by transaction.
  const listenUrl = await bareDatabase()
  const refused = proveListening({ listenUrl, databaseUrl, withinMs: 200 })
  await expect(refused).rejects.toThrow(/DATABASE_LISTEN_URL has to lead/)
})
