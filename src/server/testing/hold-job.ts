// Run as a process of its own by the tests that kill a worker: takes one job, says so, and never ends it.
import { connect } from '../db/connect.ts'
import { defineJob } from '../jobs/define-job.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'

const [url = '', name = ''] = process.argv.slice(2)
const jobs = createJobs({
  database: connect(url),
  log: createLog({ logLevel: 'silent' }),
  lookSeconds: 0.5,
})
jobs.register(defineJob({ name, retryWaits: [1, 1, 1] }), async () => {
  process.stdout.write('running\n')
  await new Promise(() => {})
})
await jobs.start()
