import { expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../db/connect.ts'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { defineJob } from './define-job.ts'
import { createJobs } from './jobs.ts'

const everyMinute = defineJob({ name: 'test.every-minute' })

it('what is due by the clock runs once a time for three nodes together (JOBS-11)', {
  timeout: 300_000,
}, async () => {
  const testDatabase = await createTestDatabase()
  const databases = [1, 2, 3].map(() => connect(testDatabase.url))
  const ran: number[] = []
  const nodes = databases.map((database) =>
    createJobs({ database, log: createLog({ logLevel: 'silent' }), lookSeconds: 0.5 }),
  )
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await Promise.all(databases.map((database) => database.close()))
    await testDatabase.drop()
  })
  for (const node of nodes) {
    node.register(everyMinute, async () => void ran.push(Math.floor(Date.now() / 60_000)))
    node.schedule(everyMinute, '* * * * *')
    await node.start()
  }
  // With the third one all nodes have looked at the times of the first two.
  await vi.waitFor(() => expect(new Set(ran).size).toBeGreaterThanOrEqual(3), {
    timeout: 280_000,
    interval: 500,
  })
  const minutes = [...new Set(ran)].sort()
  for (const minute of minutes.slice(0, 2)) {
    expect(ran.filter((at) => at === minute)).toHaveLength(1)
  }
})
