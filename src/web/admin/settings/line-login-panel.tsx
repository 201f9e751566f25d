import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { readLineLogin } from '#contract/connections.schema.ts'
import { connectionsApi } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from './connections/connection-form.tsx'
import { ConnectionNotice, KeyFormField } from './connections/connection-parts.tsx'
import { typedKeys, useConnectionForm } from './connections/use-connection-form.ts'
import type { StoredForm } from './use-stored-form.ts'

type LineLogin = EndpointReply<typeof readLineLogin>['line_login']
interface Form {
  is_on: 0 | 1
  channel_id: string
  channel_secret: string
  liff_id: string
}

/** The channel by which members sign in at LINE. */
export function LineLoginPanel() {
  return (
    <ConnectionPanel title="LINE 登入" query={apiQuery(connectionsApi.readLineLogin, {})}>
      {({ line_login }) => <LineLoginForm lineLogin={line_login} />}
    </ConnectionPanel>
  )
}

function LineLoginForm({ lineLogin }: { lineLogin: LineLogin }) {
  const connection = useConnectionForm({
    stored: shown(lineLogin),
    words,
    toData,
    save: (data) => write(connectionsApi.updateLineLogin, { data }),
    saved: (reply) => shown(reply.line_login),
  })
  const { control, watch } = connection.form
  const isOfFirebase = lineLogin.fixed[0] === 'FIREBASE_PROJECT_ID'
  return (
    <ConnectionForm
      label="LINE 登入"
      connection={connection}
      isFixed={lineLogin.fixed.length > 0}
      notice={
        <ConnectionNotice
          of={lineLogin}
          fixed={
            isOfFirebase ? '會員登入使用 Firebase 專案，無法在這裡開啟 LINE 登入。' : undefined
          }
          unreadable="保存的 Channel secret 無法讀取，暫時無法用 LINE 登入，請重新輸入。"
        />
      }
      test={false}
    >
      <FlagFormField control={control} name="is_on" label="讓會員使用 LINE 登入" />
      {watch('is_on') === 1 && (
        <>
          <Alert severity="info">
            請在 LINE Developers 建立 LINE Login 頻道，類型包含 Web app，並把 Callback URL 設為{' '}
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {lineLogin.callback_url}
            </Box>
            。儲存後，請用自己的 LINE 登入一次確認。之後關閉時，只以 LINE
            登入的會員要先加入電子信箱並設定密碼，才能再登入。
          </Alert>
          <TextFormField
            control={control}
            name="channel_id"
            label="Channel ID"
            help="LINE Developers 的「Basic settings」"
          />
          <KeyFormField
            control={control}
            name="channel_secret"
            label="Channel secret"
            end={lineLogin.channel_secret}
          />
          <TextFormField
            control={control}
            name="liff_id"
            label="LIFF ID（選填）"
            help={`讓商店在 LINE 裡開啟：在同一個頻道的「LIFF」新增應用程式，大小 Full，Endpoint URL 設為 ${lineLogin.endpoint_url ?? ''}，Scope 勾選 openid 與 profile，開啟 shareTargetPicker`}
          />
        </>
      )}
    </ConnectionForm>
  )
}

/** People copy the whole address of the application. */
function liffIdOf(typed: string): string {
  return typed.trim().replace(/^https:\/\/(?:liff|miniapp)\.line\.me\//, '')
}

const words = {
  is_on: { label: '讓會員使用 LINE 登入' },
  channel_id: { label: 'Channel ID', saysItself: true },
  channel_secret: { label: 'Channel secret', saysItself: true },
  liff_id: { label: 'LIFF ID', saysItself: true },
}

/** No reply has the secret: its field is empty until somebody types a new one. */
function shown({ version, values }: LineLogin): StoredForm<Form> {
  const { is_on: isOn, channel_id, liff_id = '' } = values
  return { version, values: { is_on: isOn ? 1 : 0, channel_id, channel_secret: '', liff_id } }
}

function toData({ is_on, channel_id, channel_secret, liff_id }: Form) {
  return {
    values: {
      is_on: is_on === 1,
      channel_id: channel_id.trim(),
      liff_id: liffIdOf(liff_id),
    },
    ...typedKeys({ channel_secret }),
  }
}
