import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/reconciliation.schema.ts'
import { adminReconciliationApi } from '#contract/reconciliation.ts'
import { recordAudit } from '../audit/audit.ts'
import { bookChecks } from '../checks/book-checks.ts'
import { keepFindings } from '../checks/findings.queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { dataCheck } from '../db/tables/reconciliation.ts'
import { transaction } from '../db/transaction.ts'
import type { Mount } from '../http/mount.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { JobSender, Jobs } from '../jobs/jobs.ts'
import type { CheckResult } from './check.ts'
import { examine, nightlyChecks } from './doctor.ts'

const checkData = defineJob({ name: 'doctor.check', timeoutSeconds: 60 * 60 })

/** For the back office: the command `npm run doctor` says more, in English. */
export const sentences: Record<string, string> = {
  reachable: '資料庫無法連線',
  version: '資料庫版本過舊',
  'a shop': '資料庫是空的',
  restore: '還原未完成',
  'settings, migrations, clock': '資料庫設定不適合正式營運',
  'rights of the account': '資料庫帳號權限不足',
  connections: '資料庫連線即將用盡',
  SECRETS_KEY: '密鑰無法開啟兩步驟驗證或設定的密碼',
  pictures: '有圖片遺失',
  'search terms': '有商品尚未可被搜尋',
  'seals of the audit': '操作紀錄與封存不符',
  ...Object.fromEntries(bookChecks.map(({ name, sentence }) => [name, sentence])),
}

/** Every night at four in Taipei; what it finds stands in the back office until a run is clean. */
export function registerNightlyCheck(
  jobs: Jobs,
  options: { config: Config; databaseUrl: string; db: Db },
): void {
  jobs.register(checkData, () => checkNow(options))
  jobs.schedule(checkData, '0 20 * * *')
}

/** The same by day, when somebody asks for it. */
export function bookCheckRoutes(
  mount: Mount,
  { db, jobs }: { db: NodePgDatabase; jobs: JobSender },
): void {
  mount(adminReconciliationApi.check, schema.check, async (_, { actor }) => {
    await transaction(db, async (tx) => {
      await jobs.send(tx, checkData, {})
      const subject = { kind: 'difference', title: '對帳' }
      await recordAudit(tx, actor, { action: 'reconciliation.check', subject })
    })
    jobs.wake(checkData)
    return { message: '已開始檢查' }
  })
}

const unfinishedSentence = '部分檢查未完成，請技術人員執行 npm run doctor'

export async function checkNow(options: {
  config: Config
  databaseUrl: string
  db: Db
}): Promise<void> {
  const { config, databaseUrl, db } = options
  const results = await examine(config, databaseUrl, {
    checks: nightlyChecks,
    eachMs: 10 * 60_000,
    withinMs: 50 * 60_000,
  })
  await saveResults(db, results)
}

/** Of a check that did not finish nothing is said but that: nobody is to look for a fault in vain. */
export async function saveResults(db: Db, results: readonly CheckResult[]): Promise<void> {
  const checked = new Map(results.map(({ name, subjects }) => [name, subjects]))
  await keepFindings(db, ({ name }) => checked.get(name))
  const found = results.filter(({ state, isUnfinished }) => state === 'fault' && !isUnfinished)
  const findings = found.map(({ name }) => sentences[name] ?? name)
  if (results.some(({ isUnfinished }) => isUnfinished)) findings.push(unfinishedSentence)
  const at = new Date()
  await db
    .insert(dataCheck)
    .values({ findings, at })
    .onConflictDoUpdate({ target: dataCheck.isLast, set: { findings, at } })
}
