import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { dataCheck } from '../db/tables/data-check.ts'
import { mailAlerts } from '../mail/mails-that-wait.ts'
import { backupAlerts, spaceAlerts } from './backup-alerts.ts'

/** What the back office shows above every screen until it is mended. */
export async function readAlerts(
  db: Db,
  config: Pick<Config, 'backup' | 'dataDir' | 'mailsPerHour'>,
): Promise<string[]> {
  const [checked] = await db.select().from(dataCheck)
  const findings = (checked?.findings ?? []).map((text) => `資料檢查異常：${text}`)
  const machine = [...(await spaceAlerts(config)), ...(await backupAlerts(db, config))]
  return [...machine, ...(await mailAlerts(db, config)), ...findings]
}
