import { defaultSettings } from '#contract/settings.ts'
import { type BackupPlan, planOf } from '../backup/backup-plan.ts'
import type { DoctorContext } from './check.ts'

/** When backups are made, and as the environment alone says while the database is away. */
export async function readPlan({
  client,
  isEmpty,
  config,
}: Pick<DoctorContext, 'client' | 'isEmpty' | 'config'>): Promise<BackupPlan> {
  const found = isEmpty
    ? undefined
    : await client?.query<{ version: number; values: object }>(
        `select version, values from settings where "group" = 'backup'`,
      )
  const { version, values } = found?.rows[0] ?? { version: 0, values: {} }
  return planOf(config.backup, { version, values: { ...defaultSettings.backup, ...values } })
}
