import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { BucketSettings } from '../../config-reader.ts'
import type { Db } from '../../db/connect.ts'
import { createSecretBox } from '../../secrets/secret-box.ts'
import { findSecretsKey } from '../../secrets/secrets-key.ts'
import { type Connections, readConnections, toConnections } from '../../settings/connections.ts'

type BucketConfig = Pick<Config, 'backup' | 'dataDir' | 'secretsKey'>

/** Where the bucket begins for this shop, which may share it. */
const defaultPrefix = 'minmin/'

/** The bucket for copies of backups: that of the environment, else that of the settings. */
export function findBackupBucket(
  { backup }: Pick<Config, 'backup'>,
  { backupBucket }: Pick<Connections, 'backupBucket'>,
): BucketSettings | undefined {
  if (backup.bucket) return backup.bucket
  const { values, secrets } = backupBucket
  return values.is_on && secrets ? toBucket(values, secrets.secretAccessKey) : undefined
}

/** Whether copies are wanted, also while no key opens the secret for them. */
export function wantsCopies(
  { backup }: Pick<Config, 'backup'>,
  { backupBucket }: Pick<Connections, 'backupBucket'>,
): boolean {
  return backup.bucket !== null || backupBucket.values.is_on
}

export function toBucket(
  values: Connections['backupBucket']['values'],
  secretAccessKey: string,
): BucketSettings {
  const { endpoint, region, bucket: name, access_key_id: accessKeyId } = values
  return { endpoint, region, name, prefix: defaultPrefix, accessKeyId, secretAccessKey }
}

/** As it is stored now, by a process of its own or a job. */
export async function readBackupBucket(
  db: Db,
  config: BucketConfig,
): Promise<BucketSettings | undefined> {
  if (config.backup.bucket) return config.backup.bucket
  const key = findSecretsKey(config)
  return findBackupBucket(config, await readConnections(db, key && createSecretBox(() => key)))
}

/** The same over a single connection. */
export async function readBackupBucketOver(
  client: pg.ClientBase,
  config: BucketConfig,
): Promise<BucketSettings | undefined> {
  if (config.backup.bucket) return config.backup.bucket
  const { rows } = await client.query<Parameters<typeof toConnections>[0][number]>(
    `select "group", version, values, sealed from settings where "group" = 'backupBucket'`,
  )
  const key = findSecretsKey(config)
  return findBackupBucket(config, toConnections(rows, key && createSecretBox(() => key)))
}
