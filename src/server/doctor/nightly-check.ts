import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { dataCheck } from '../db/tables/data-check.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { examine, nightlyChecks } from './doctor.ts'

const checkData = defineJob({ name: 'doctor.check', timeoutSeconds: 10 * 60, pollSeconds: 30 })

/** Every night at four in Taipei; what it finds stands in the back office until a run is clean. */
export function registerNightlyCheck(
  jobs: Jobs,
  options: { config: Config; databaseUrl: string; db: Db },
): void {
  jobs.register(checkData, () => checkNow(options))
  jobs.schedule(checkData, '0 20 * * *')
}

export async function checkNow(options: {
  config: Config
  databaseUrl: string
  db: Db
}): Promise<void> {
  const { config, databaseUrl, db } = options
  const results = await examine(config, databaseUrl, nightlyChecks)
  const findings = results
    .filter(({ state }) => state === 'fault')
    .map(({ name, text }) => `${name}: ${text}`)
  const at = new Date()
  await db
    .insert(dataCheck)
    .values({ findings, at })
    .onConflictDoUpdate({ target: dataCheck.isLast, set: { findings, at } })
}
