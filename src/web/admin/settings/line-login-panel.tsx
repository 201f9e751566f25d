import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { readLineLogin } from '#contract/connections.schema.ts'
import { connectionsApi } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { ConnectionForm, ConnectionPanel } from './connection-form.tsx'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

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
  const isFixed = lineLogin.fixed.length > 0
  const { form, version, takeSaved } = useStoredForm<Form>(shown(lineLogin))
  const save = useSaveEntry({
    form,
    words,
    save: (typed) => write(connectionsApi.updateLineLogin, { data: { version, ...toData(typed) } }),
    onSaved: (reply, sent) => takeSaved(sent, shown(reply.line_login)),
  })
  useUnsavedForm(save.isDirty)
  const end = lineLogin.channel_secret
  return (
    <ConnectionForm
      label="LINE 登入"
      isFixed={isFixed}
      notice={<Notice lineLogin={lineLogin} />}
      trial={undefined}
      test={null}
      save={save}
    >
      <FlagFormField control={form.control} name="is_on" label="讓會員使用 LINE 登入" />
      {form.watch('is_on') === 1 && (
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
            control={form.control}
            name="channel_id"
            label="Channel ID"
            help="LINE Developers 的「Basic settings」"
          />
          <TextFormField
            control={form.control}
            name="channel_secret"
            label="Channel secret"
            type="password"
            help={end === null ? '加密保存，不會再顯示' : `已設定，末四碼 ${end}；留空表示不變`}
          />
          <TextFormField
            control={form.control}
            name="liff_id"
            label="LIFF ID（選填）"
            help={`讓商店在 LINE 裡開啟：在同一個頻道的「LIFF」新增應用程式，大小 Full，Endpoint URL 設為 ${lineLogin.endpoint_url ?? ''}，Scope 勾選 openid 與 profile，開啟 shareTargetPicker`}
          />
        </>
      )}
    </ConnectionForm>
  )
}

function Notice({ lineLogin }: { lineLogin: LineLogin }) {
  const [variable] = lineLogin.fixed
  if (variable === 'FIREBASE_PROJECT_ID') {
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        會員登入使用 Firebase 專案，無法在這裡開啟 LINE 登入。
      </Alert>
    )
  }
  if (variable !== undefined) {
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        由主機的環境變數 {variable} 設定，無法在這裡變更。
      </Alert>
    )
  }
  if (!lineLogin.is_unreadable) return null
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      保存的 Channel secret 無法讀取，暫時無法用 LINE 登入，請重新輸入。
    </Alert>
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
function shown({ version, values }: LineLogin) {
  const isOn: 0 | 1 = values.is_on ? 1 : 0
  return {
    version,
    values: {
      is_on: isOn,
      channel_id: values.channel_id,
      channel_secret: '',
      liff_id: values.liff_id ?? '',
    },
  }
}

function toData({ is_on, channel_id, channel_secret, liff_id }: Form) {
  const secret = channel_secret.trim()
  return {
    values: {
      is_on: is_on === 1,
      channel_id: channel_id.trim(),
      liff_id: liffIdOf(liff_id),
    },
    ...(secret !== '' && { channel_secret: secret }),
  }
}
