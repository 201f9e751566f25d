import type { BackupValues } from '#contract/backups.ts'
import type { BackupSettings, BackupsKept } from '../config-operations.ts'
import type { Db } from '../db/connect.ts'
import { readSettings } from '../settings/settings.queries.ts'

/** When backups are made by themselves, and which of them stay. */
export interface BackupPlan {
  isOn: boolean
  /** A time of Taipei such as 03:30. */
  at: string
  /** From `at` on; 24: once a day. */
  everyHours: number
  keep: BackupsKept
}

/**
 * The environment wins, by variable. A shop whose owner has chosen nothing makes them if the
 * environment names a folder for them.
 */
export function planOf(
  { dir, isDirNamed, at, everyHours, keep }: BackupSettings,
  { version, values }: { version: number; values: BackupValues },
): BackupPlan {
  const isChosen = version === 0 ? isDirNamed : values.is_on
  const { keep_days: days, keep_weeks: weeks, keep_months: months } = values
  const hours = everyHours ?? values.every_hours ?? 24
  return {
    isOn: dir !== null && (at !== null || isChosen),
    at: at ?? values.at,
    everyHours: hours,
    keep: { ...(keep ?? { days, weeks, months }), ...(hours < 24 && { hours }) },
  }
}

/** As it is committed: a change holds on every node at once. */
export async function readBackupPlan(db: Db, settings: BackupSettings): Promise<BackupPlan> {
  return planOf(settings, (await readSettings(db)).backup)
}
