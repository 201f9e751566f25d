import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { readBucket } from '#contract/backups.schema.ts'
import { type BackupBucketValues, backupsApi } from '#contract/backups.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from './connections/connection-form.tsx'
import { ConnectionNotice, KeyFormField } from './connections/connection-parts.tsx'
import { typedKeys, useConnectionForm } from './connections/use-connection-form.ts'
import type { StoredForm } from './use-stored-form.ts'

type Bucket = EndpointReply<typeof readBucket>['bucket']
type Form = Omit<BackupBucketValues, 'is_on'> & { is_on: 0 | 1; secret_access_key: string }

/** The bucket elsewhere to which backups are copied. */
export function BackupBucketPanel() {
  return (
    <ConnectionPanel title="異地備份" query={apiQuery(backupsApi.readBucket, {})}>
      {({ bucket }) => <BackupBucketForm bucket={bucket} />}
    </ConnectionPanel>
  )
}

function BackupBucketForm({ bucket }: { bucket: Bucket }) {
  const connection = useConnectionForm({
    stored: shown(bucket),
    words,
    toData,
    save: (data) => write(backupsApi.updateBucket, { data }),
    saved: (reply) => shown(reply.bucket),
    test: (data) => write(backupsApi.testBucket, { data }),
  })
  const { control, watch } = connection.form
  const isOn = watch('is_on') === 1
  return (
    <ConnectionForm
      label="異地備份"
      connection={connection}
      isFixed={bucket.fixed.length > 0}
      notice={
        <ConnectionNotice
          of={bucket}
          unreadable="保存的 Secret access key 無法讀取，備份暫時不會複製到別處，請重新輸入。"
        />
      }
      test={isOn && '測試讀寫'}
    >
      <FlagFormField control={control} name="is_on" label="把備份複製到別處" />
      {isOn ? (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            使用 Amazon S3，或相容的服務（例如 Cloudflare R2、Backblaze
            B2、MinIO）。請建立一個不公開的
            儲存空間，以及只能使用它的金鑰，並把這裡的資料另外抄一份：主機損壞時，要用它們取回備份。
          </Typography>
          <TextFormField
            control={control}
            name="endpoint"
            label="服務網址"
            help="例如 https://s3.ap-northeast-1.amazonaws.com"
          />
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '2fr 1fr' } }}>
            <TextFormField control={control} name="bucket" label="儲存空間名稱" />
            <TextFormField
              control={control}
              name="region"
              label="區域"
              help="R2 填 auto，MinIO 填 us-east-1"
            />
          </Box>
          <TextFormField control={control} name="access_key_id" label="Access key ID" />
          <KeyFormField
            control={control}
            name="secret_access_key"
            label="Secret access key"
            end={bucket.secret_access_key}
          />
        </>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          備份只存放在主機上時，主機的磁碟損壞就會一起遺失。
        </Typography>
      )}
    </ConnectionForm>
  )
}

const words = {
  is_on: { label: '把備份複製到別處' },
  endpoint: {
    label: '服務網址',
    saysItself: true,
    invalid: '請輸入 https:// 開頭的網址，不含路徑',
  },
  bucket: { label: '儲存空間名稱', saysItself: true },
  region: { label: '區域', invalid: '請輸入小寫英文、數字與連字號' },
  access_key_id: { label: 'Access key ID', saysItself: true },
  secret_access_key: { label: 'Secret access key', saysItself: true },
}

/** No reply has the secret: its field is empty until somebody types a new one. */
function shown({ version, values }: Bucket): StoredForm<Form> {
  return { version, values: { ...values, is_on: values.is_on ? 1 : 0, secret_access_key: '' } }
}

function toData({ is_on, secret_access_key, endpoint, region, bucket, access_key_id }: Form) {
  return {
    values: {
      is_on: is_on === 1,
      endpoint: endpoint.trim().replace(/\/$/, ''),
      region: region.trim() || 'us-east-1',
      bucket: bucket.trim(),
      access_key_id: access_key_id.trim(),
    },
    ...typedKeys({ secret_access_key }),
  }
}
