import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { EndpointReply } from '#contract/endpoint.ts'
import type { readLineMessages } from '#contract/line-messages.schema.ts'
import { lineMessagesSettingsApi } from '#contract/line-messages.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from './connections/connection-form.tsx'
import { ConnectionNotice, KeyFormField } from './connections/connection-parts.tsx'
import { typedKeys, useConnectionForm } from './connections/use-connection-form.ts'
import { pair } from './field-styles.ts'
import type { StoredForm } from './use-stored-form.ts'

type LineMessages = EndpointReply<typeof readLineMessages>['line_messages']
interface Form {
  is_on: 0 | 1
  line_id: string
  channel_secret: string
  access_token: string
}

/** The official account of LINE, and what it has left of its messages of this month. */
export function LineMessagesPanel() {
  return (
    <ConnectionPanel title="LINE 官方帳號" query={apiQuery(lineMessagesSettingsApi.read, {})}>
      {({ line_messages }) => <LineMessagesForm stored={line_messages} />}
    </ConnectionPanel>
  )
}

function LineMessagesForm({ stored }: { stored: LineMessages }) {
  const isFixed = stored.fixed.length > 0
  const connection = useConnectionForm({
    stored: shown(stored),
    words,
    toData,
    save: (data) => write(lineMessagesSettingsApi.update, { data }),
    saved: (reply) => shown(reply.line_messages),
    test: (data) => write(lineMessagesSettingsApi.test, { data }),
  })
  const { control, watch } = connection.form
  const isOn = watch('is_on') === 1
  return (
    <ConnectionForm
      label="LINE 官方帳號"
      connection={connection}
      isFixed={isFixed}
      notice={
        <ConnectionNotice
          of={stored}
          unreadable="保存的金鑰無法讀取，LINE 訊息暫時不會送出，請重新輸入。"
        />
      }
      remark={isOn && <Month stored={stored} />}
      test={!isFixed && isOn && '測試連線'}
    >
      <FlagFormField
        control={control}
        name="is_on"
        label="以 LINE 通知成團、到店與出貨，並在聊天室回覆查詢"
      />
      {isOn && (
        <>
          <Box sx={pair}>
            <KeyFormField
              control={control}
              name="channel_secret"
              label="Channel secret"
              end={stored.secrets.channel_secret}
            />
            <KeyFormField
              control={control}
              name="access_token"
              label="Channel access token"
              end={stored.secrets.access_token}
            />
          </Box>
          <TextFormField
            control={control}
            name="line_id"
            label="官方帳號的 LINE ID"
            help="例如 @minmin；會員在會員中心以此加入好友"
          />
          <Alert severity="info">
            請在 LINE Developers 的 Messaging API 設定 Webhook 網址{' '}
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {stored.webhook_url}
            </Box>
            。LINE 登入與 Messaging API 的 Channel 必須屬於同一個 Provider，否則訊息送不到會員手上。
          </Alert>
        </>
      )}
    </ConnectionForm>
  )
}

/** The rest of the month is kept for the news that matters more. */
function Month({ stored: { quota, receivers } }: { stored: LineMessages }) {
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2">已有 {receivers} 位會員開啟 LINE 通知。</Typography>
      {quota && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          本月已用 {quota.used.toLocaleString()} 則
          {quota.limit !== undefined && `，共 ${quota.limit.toLocaleString()} 則`}（
          {formatTimestamp(quota.read_at)}）。
          {quota.limit !== undefined &&
            '用到七成後不再傳出貨通知，用到九成後不再傳到店通知，其餘留給成團通知；信件照常寄出。'}
        </Typography>
      )}
    </Box>
  )
}

const words = {
  channel_secret: { label: 'Channel secret', saysItself: true },
  access_token: { label: 'Channel access token', saysItself: true },
  line_id: {
    label: '官方帳號的 LINE ID',
    invalid: 'LINE ID 以 @ 開頭，只有小寫英文字母、數字與 . _ -',
  },
}

/** No reply has a secret: their fields are empty until somebody types new ones. */
function shown({ version, values: { is_on: isOn, line_id } }: LineMessages): StoredForm<Form> {
  const noSecrets = { channel_secret: '', access_token: '' }
  return { version, values: { is_on: isOn ? 1 : 0, line_id, ...noSecrets } }
}

function toData({ is_on, line_id, ...secrets }: Form) {
  return { values: { is_on: is_on === 1, line_id: line_id.trim() }, ...typedKeys(secrets) }
}
