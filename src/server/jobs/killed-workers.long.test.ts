import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../db/connect.ts'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { defineJob } from './define-job.ts'
import { createJobs } from './jobs.ts'

const job = defineJob({ name: 'test.killed', retryWaits: [1, 1, 1] })
const worker = join(import.meta.dirname, '../testing/hold-job.ts')

function startWorker(url: string) {
  const child = spawn(process.execPath, [worker, url, job.name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, isRunning: once(child.stdout, 'data') }
}

it('is run again within a minute after the process that ran it was killed, twice (JOBS-04)', async () => {
  const testDatabase = await createTestDatabase()
  const database = connect(testDatabase.url)
  const jobs = createJobs({ database, log: createLog({ logLevel: 'silent' }), lookSeconds: 0.5 })
  onTestFinished(async () => {
    await jobs.stop()
    await database.close()
    await testDatabase.drop()
  })
  const done = Promise.withResolvers<number>()
  const [first, second] = [startWorker(testDatabase.url), startWorker(testDatabase.url)]
  jobs.register(job)
  await jobs.start()
  await jobs.send(database.db, job, {})
  const [victim, survivor] = await Promise.race([
    first.isRunning.then(() => [first, second] as const),
    second.isRunning.then(() => [second, first] as const),
  ])
  victim.child.kill('SIGKILL')
  await survivor.isRunning
  survivor.child.kill('SIGKILL')

  const node = createJobs({ database, log: createLog({ logLevel: 'silent' }), lookSeconds: 0.5 })
  node.register(job, async (_, { attempt }) => done.resolve(attempt))
  await node.start()
  onTestFinished(() => node.stop())
  expect(await done.promise).toBe(3)
})
