import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { backupHours } from '#contract/backups.ts'
import type { BucketSettings } from './config-reader.ts'

/** How many of the last days, weeks and months keep a backup each. */
export interface BackupsKept {
  days: number
  weeks: number
  months: number
  /** Hours between two backups, each of which stays for a day; absent: 24. */
  hours?: number
}

/** Where backups are, and how they are encrypted; the settings say the rest, unless it is here. */
export interface BackupSettings {
  /** Null: there is no place for them, since PostgreSQL is somebody else's. */
  dir: string | null
  /** By the environment, and not the folder of a shop with the embedded PostgreSQL. */
  isDirNamed: boolean
  /** A time of Taipei such as 03:30. Null: the settings say whether and when. */
  at: string | null
  /** Hours between two backups. Null: as the settings say. */
  everyHours: number | null
  /** Null: as the settings say. */
  keep: BackupsKept | null
  /** At most one of these two. */
  recipient: string | null
  passphrase: string | null
  /** A file with an identity of age, which opens what was encrypted for a recipient. */
  identityFile: string | null
  /** For copies elsewhere. Null: the settings may name one. */
  bucket: BucketSettings | null
  /** How often what the embedded database has written is copied to the bucket. */
  walSeconds: number
}

export interface MetricsSettings {
  host: string
  port: number
}

/** Where traces go, by the names that OpenTelemetry gives these variables. */
export interface TracesSettings {
  /** Without a slash at its end; `/v1/traces` follows. */
  endpoint: string
  /** The part of the requests and jobs that is traced, 0 to 1. */
  ratio: number
}

/** Reader of environment values that collects faults. */
interface EnvValues {
  faults: string[]
  bucket(group: 'BACKUP_S3', prefix: string): BucketSettings | null
  optional(name: string): string | null
  text(name: string, fallback: string): string
  integer(name: string, fallback: number, minimum: number, maximum: number): number
}

export function readBackupSettings(read: EnvValues): BackupSettings {
  const dir = read.optional('BACKUP_DIR')
  const at = read.optional('BACKUP_AT')
  if (at !== null && !/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/.test(at)) {
    read.faults.push('BACKUP_AT must be a time such as 03:30')
  }
  const everyHours =
    read.optional('BACKUP_EVERY_HOURS') === null
      ? null
      : read.integer('BACKUP_EVERY_HOURS', 24, 1, 24)
  if (everyHours !== null && !backupHours.includes(everyHours)) {
    read.faults.push(`BACKUP_EVERY_HOURS must be one of ${backupHours.join(', ')}`)
  }
  const keep = read.optional('BACKUP_KEEP')
  if (keep !== null && !/^[0-9]{1,3},[0-9]{1,3},[0-9]{1,3}$/.test(keep)) {
    read.faults.push('BACKUP_KEEP must be days, weeks and months, such as 7,4,12')
  }
  const [days = 0, weeks = 0, months = 0] = (keep ?? '').split(',').map(Number)
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
    isDirNamed: dir !== null,
    at,
    everyHours,
    keep: keep === null ? null : { days, weeks, months },
    recipient,
    passphrase,
    identityFile: read.optional('BACKUP_IDENTITY'),
    bucket: read.bucket('BACKUP_S3', 'minmin/'),
    walSeconds: read.integer('BACKUP_WAL_SECONDS', 120, 5, 240),
  }
}

export function readMetrics(read: EnvValues): MetricsSettings | null {
  if (read.optional('METRICS_PORT') === null) return null
  return {
    host: read.text('METRICS_HOST', '127.0.0.1'),
    port: read.integer('METRICS_PORT', 0, 0, 65_535),
  }
}

export function readTraces(read: EnvValues): TracesSettings | null {
  const endpoint = read.optional('OTEL_EXPORTER_OTLP_ENDPOINT')
  const ratio = read.text('OTEL_TRACES_SAMPLER_ARG', '0.1')
  if (!/^(?:0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?)$/.test(ratio)) {
    read.faults.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1')
  }
  if (endpoint === null) return null
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    read.faults.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318')
  }
  return { endpoint: endpoint.replace(/\/$/, ''), ratio: Number(ratio) }
}

/** Variables that hold a secret: each may be given as `{NAME}_FILE`, as containers do. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'ADMIN_PASSWORD',
  'ECPAY_HASH_KEY',
  'ECPAY_HASH_IV',
  'ECPAY_CREDIT_CHECK_CODE',
  'ECPAY_LOGISTICS_HASH_KEY',
  'ECPAY_LOGISTICS_HASH_IV',
  'ECPAY_INVOICE_HASH_KEY',
  'ECPAY_INVOICE_HASH_IV',
  'LINE_LOGIN_CHANNEL_SECRET',
  'LINE_MESSAGING_CHANNEL_SECRET',
  'LINE_MESSAGING_ACCESS_TOKEN',
  'LINE_PAY_CHANNEL_SECRET',
  'SMTP_URL',
  'UPLOADS_S3_ACCESS_KEY_ID',
  'UPLOADS_S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
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
