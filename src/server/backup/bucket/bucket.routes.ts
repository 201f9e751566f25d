import * as schema from '#contract/backups.schema.ts'
import { type BackupBucketValues, backupsApi } from '#contract/backups.ts'
import type { Config } from '../../config.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import {
  beginTest,
  type ConnectionDeps,
  changeConnection,
  endOf,
  settingFixed,
} from '../../settings/change-connection.ts'
import { type Connections, readConnections } from '../../settings/connections.ts'
import { noteWalCopied, readWalCopied } from '../wal/wal-copied.ts'
import { toBucket } from './backup-bucket.ts'
import { explainBucketFault } from './explain-bucket-fault.ts'
import { probeBucket } from './probe-bucket.ts'

type Stored = Connections['backupBucket']

/** The bucket for copies of backups: read without its secret, changed, and tried with a small file. */
export function backupBucketRoutes(mount: Mount, deps: ConnectionDeps): void {
  const { config, db, settings, secretBox } = deps
  const read = async () => toWire(config, (await readConnections(db, secretBox)).backupBucket)

  mount(backupsApi.readBucket, schema.readBucket, async () => ({ bucket: await read() }))

  mount(backupsApi.updateBucket, schema.updateBucket, async ({ data }, { actor }) => {
    if (config.backup.bucket !== null) throw settingFixed('BACKUP_S3_ENDPOINT')
    const { version, values, secret_access_key: typed = '' } = data
    await changeConnection(deps, actor, { group: 'backupBucket', version }, (known) => {
      const secrets = secretsOf(values, typed, known)
      return { values, ...(secrets !== undefined && { secrets }) }
    })
    // The first copies have a quarter of an hour before they count as late.
    const isEmbedded = config.databaseUrl === null
    if (isEmbedded && values.is_on && (await readWalCopied(config.dataDir)) === null) {
      await noteWalCopied(config.dataDir)
    }
    await settings.refresh()
    return { message: '已更新設定', bucket: await read() }
  })

  mount(backupsApi.testBucket, schema.testBucket, async ({ data }, { actor }) => {
    const values = { ...data.values, is_on: true }
    const secrets = await beginTest(deps, actor, {
      group: 'backupBucket',
      action: 'setting.test_backup_bucket',
      limit: 'admin.backup-bucket-tests',
      accountOf: (known) => secretsOf(values, data.secret_access_key ?? '', known) ?? known.secrets,
    })
    const { bucket } = config.backup
    await probeBucket(bucket ?? toBucket(values, secrets?.secretAccessKey ?? '')).catch(
      (cause: unknown) => {
        const message = explainBucketFault(cause)
        throw new ShopError('BACKUP_BUCKET_TEST_FAILED', { message, cause })
      },
    )
    return { message: '已寫入、讀回並刪除一個測試檔案' }
  })
}

/** The environment wins: its bucket is shown without its secret. */
function toWire(
  { backup: { bucket } }: Config,
  { version, values, secrets, isUnreadable }: Stored,
) {
  const own = bucket && {
    is_on: true,
    endpoint: bucket.endpoint,
    region: bucket.region,
    bucket: bucket.name,
    access_key_id: bucket.accessKeyId,
  }
  return {
    version,
    values: own ?? values,
    fixed: bucket ? ['BACKUP_S3_ENDPOINT'] : [],
    secret_access_key: bucket ? null : endOf(secrets?.secretAccessKey),
    is_unreadable: bucket === null && isUnreadable,
  }
}

/** A secret is that of the key and service that it was typed for. Undefined: the stored one stays. */
function secretsOf(
  values: BackupBucketValues,
  typed: string,
  known: Stored,
): { secretAccessKey: string } | null | undefined {
  const { is_on: isOn, endpoint, bucket, access_key_id: accessKeyId } = values
  if (isOn && endpoint === '') throw fieldError('endpoint', '請填寫服務網址')
  if (isOn && bucket === '') throw fieldError('bucket', '請填寫儲存空間名稱')
  if (isOn && accessKeyId === '') throw fieldError('access_key_id', '請填寫 Access key ID')
  if (typed !== '') return { secretAccessKey: typed }
  const isSame = endpoint === known.values.endpoint && accessKeyId === known.values.access_key_id
  if (isSame && known.secrets) return undefined
  if (!isOn) return null
  const message = known.isUnreadable ? '密鑰無法讀取，請重新輸入' : '請輸入 Secret access key'
  throw fieldError('secret_access_key', message)
}
