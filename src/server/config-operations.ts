import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Scheduled backups and how backups are encrypted. */
export interface BackupSettings {
  /** Null: no backup is made by itself. */
  dir: string | null
  /** Hour and minute in Taipei. */
  at: { hour: number; minute: number }
  keep: { days: number; weeks: number; months: number }
  /** At most one of these two. */
  recipient: string | null
  passphrase: string | null
  /** A file with an identity of age, which opens what was encrypted for a recipient. */
  identityFile: string | null
}

export interface MetricsSettings {
  host: string
  port: number
}

/** Reader of environment values that collects faults. */
interface EnvValues {
  faults: string[]
  optional(name: string): string | null
  text(name: string, fallback: string): string
  integer(name: string, fallback: number, minimum: number, maximum: number): number
}

export function readBackupSettings(read: EnvValues): BackupSettings {
  const dir = read.optional('BACKUP_DIR')
  const at = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(read.text('BACKUP_AT', '03:30'))
  if (!at) read.faults.push('BACKUP_AT must be a time such as 03:30')
  const keep = /^([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})$/.exec(read.text('BACKUP_KEEP', '7,4,12'))
  if (!keep) read.faults.push('BACKUP_KEEP must be days, weeks and months, such as 7,4,12')
  const recipient = read.optional('BACKUP_RECIPIENT')
  const passphrase = read.optional('BACKUP_PASSPHRASE')
  if (recipient !== null && !/^age1[a-z0-9]{20,2000}$/.test(recipient)) {
    read.faults.push('BACKUP_RECIPIENT must be a recipient of age: age1...')
  }
  if (recipient !== null && passphrase !== null) {
    read.faults.push('BACKUP_RECIPIENT and BACKUP_PASSPHRASE: one of them, not both')
  }
  return {
    dir: dir && resolve(dir),
    at: { hour: Number(at?.[1] ?? 3), minute: Number(at?.[2] ?? 30) },
    keep: {
      days: Number(keep?.[1] ?? 7),
      weeks: Number(keep?.[2] ?? 4),
      months: Number(keep?.[3] ?? 12),
    },
    recipient,
    passphrase,
    identityFile: read.optional('BACKUP_IDENTITY'),
  }
}

export function readMetrics(read: EnvValues): MetricsSettings | null {
  if (read.optional('METRICS_PORT') === null) return null
  return {
    host: read.text('METRICS_HOST', '127.0.0.1'),
    port: read.integer('METRICS_PORT', 0, 0, 65_535),
  }
}

/** Variables that hold a secret: each may be given as `{NAME}_FILE`, as containers do. */
export const secretVariables = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'ECPAY_HASH_KEY',
  'ECPAY_HASH_IV',
  'ECPAY_CREDIT_CHECK_CODE',
  'SMTP_URL',
  'UPLOADS_S3_ACCESS_KEY_ID',
  'UPLOADS_S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'SECRETS_KEY',
  'SECRETS_KEY_NEXT',
] as const

/** The environment with the content of these files; a fault names the variable, never the value. */
export function withSecretFiles(env: NodeJS.ProcessEnv, faults: string[]): NodeJS.ProcessEnv {
  const whole = { ...env }
  for (const name of secretVariables) whole[name] = readSecret(env, name, faults)
  return whole
}

/** The value of the variable, or the content of its file. */
export function readSecret(
  env: NodeJS.ProcessEnv,
  name: (typeof secretVariables)[number],
  faults: string[],
): string | undefined {
  const path = env[`${name}_FILE`]?.trim()
  if (!path) return env[name]
  if (env[name]?.trim()) {
    faults.push(`${name} and ${name}_FILE: one of them, not both`)
    return env[name]
  }
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    faults.push(`${name}_FILE cannot be read`)
    return undefined
  }
}
