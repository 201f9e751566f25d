import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { readBucket } from '#contract/backups.schema.ts'
import { type BackupBucketValues, backupsApi } from '#contract/backups.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { ConnectionForm, ConnectionPanel, useTrial } from './connection-form.tsx'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

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
  const isFixed = bucket.fixed.length > 0
  const { form, version, takeSaved } = useStoredForm<Form>(shown(bucket))
  const { trial, clear, callbacks } = useTrial()
  const save = useSaveEntry({
    form,
    words,
    save: (typed) => write(backupsApi.updateBucket, { data: { version, ...toData(typed) } }),
    onSaved: (reply, sent) => {
      clear()
      takeSaved(sent, shown(reply.bucket))
    },
  })
  useUnsavedForm(save.isDirty)
  const test = useApiMutation(backupsApi.testBucket, callbacks)
  const isOn = form.watch('is_on') === 1
  const end = bucket.secret_access_key
  return (
    <ConnectionForm
      label="異地備份"
      isFixed={isFixed}
      notice={<Notice bucket={bucket} />}
      trial={trial}
      test={
        isOn
          ? {
              label: '測試讀寫',
              isLoading: test.isPending,
              run: () => test.mutate({ data: toData(form.getValues()) }),
            }
          : null
      }
      save={save}
    >
      <FlagFormField control={form.control} name="is_on" label="把備份複製到別處" />
      {isOn ? (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            使用 Amazon S3，或相容的服務（例如 Cloudflare R2、Backblaze
            B2、MinIO）。請建立一個不公開的
            儲存空間，以及只能使用它的金鑰，並把這裡的資料另外抄一份：主機損壞時，要用它們取回備份。
          </Typography>
          <TextFormField
            control={form.control}
            name="endpoint"
            label="服務網址"
            help="例如 https://s3.ap-northeast-1.amazonaws.com"
          />
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '2fr 1fr' } }}>
            <TextFormField control={form.control} name="bucket" label="儲存空間名稱" />
            <TextFormField
              control={form.control}
              name="region"
              label="區域"
              help="R2 填 auto，MinIO 填 us-east-1"
            />
          </Box>
          <TextFormField control={form.control} name="access_key_id" label="Access key ID" />
          <TextFormField
            control={form.control}
            name="secret_access_key"
            label="Secret access key"
            type="password"
            help={end === null ? '加密保存，不會再顯示' : `已設定，末四碼 ${end}；留空表示不變`}
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

function Notice({ bucket }: { bucket: Bucket }) {
  const [variable] = bucket.fixed
  if (variable !== undefined) {
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        由主機的環境變數 {variable} 設定，無法在這裡變更。
      </Alert>
    )
  }
  if (!bucket.is_unreadable) return null
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      保存的 Secret access key 無法讀取，備份暫時不會複製到別處，請重新輸入。
    </Alert>
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
function shown({ version, values }: Bucket) {
  const isOn: 0 | 1 = values.is_on ? 1 : 0
  return { version, values: { ...values, is_on: isOn, secret_access_key: '' } }
}

function toData({ is_on, secret_access_key, endpoint, region, bucket, access_key_id }: Form) {
  const secret = secret_access_key.trim()
  return {
    values: {
      is_on: is_on === 1,
      endpoint: endpoint.trim().replace(/\/$/, ''),
      region: region.trim() || 'us-east-1',
      bucket: bucket.trim(),
      access_key_id: access_key_id.trim(),
    },
    ...(secret !== '' && { secret_access_key: secret }),
  }
}
