import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { readSmtp } from '#contract/connections.schema.ts'
import { connectionsApi, type SmtpValues } from '#contract/connections.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { DigitsFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from './connections/connection-form.tsx'
import { useConnectionForm } from './connections/use-connection-form.ts'
import type { StoredForm } from './use-stored-form.ts'

type Smtp = EndpointReply<typeof readSmtp>['smtp']
type Form = SmtpValues & { password: string }

const securities = [
  { value: 'starttls', label: 'STARTTLS（連接埠 587）' },
  { value: 'tls', label: 'TLS（連接埠 465）' },
  { value: 'none', label: '不加密' },
]

/** The server by which mails leave; the panel of the texts stands below it. */
export function SmtpPanel() {
  return (
    <ConnectionPanel title="寄信主機" query={apiQuery(connectionsApi.readSmtp, {})}>
      {({ smtp }) => <SmtpForm smtp={smtp} />}
    </ConnectionPanel>
  )
}

function SmtpForm({ smtp }: { smtp: Smtp }) {
  const connection = useConnectionForm({
    stored: shown(smtp),
    words,
    toData,
    save: (data) => write(connectionsApi.updateSmtp, { data }),
    saved: (reply) => shown(reply.smtp),
    test: (data) => write(connectionsApi.testSmtp, { data }),
  })
  const { control, watch } = connection.form
  const isSecret = watch('account') !== ''
  return (
    <ConnectionForm
      label="寄信主機"
      connection={connection}
      isFixed={smtp.fixed.includes('SMTP_URL')}
      notice={<Notice smtp={smtp} />}
      test="寄一封測試信給我"
    >
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '2fr 1fr' } }}>
        <TextFormField
          control={control}
          name="host"
          label="主機"
          help="例如 smtp.gmail.com；留空則信件只保留、不寄出"
        />
        <DigitsFormField control={control} name="port" label="連接埠" />
      </Box>
      <SelectFormField control={control} name="security" label="加密方式" options={securities} />
      <TextFormField control={control} name="account" label="帳號" help="主機不需登入時留空" />
      {isSecret && (
        <TextFormField
          control={control}
          name="password"
          label="密碼"
          type="password"
          help={
            smtp.has_password
              ? '已設定，留空表示不變；變更主機或帳號時需重新輸入'
              : '加密保存，不會再顯示；Gmail 請使用應用程式密碼'
          }
        />
      )}
      <TextFormField
        control={control}
        name="from"
        label="寄件地址"
        help={
          smtp.fixed.includes('MAIL_FROM')
            ? '由主機的環境變數 MAIL_FROM 決定'
            : '顧客看到的寄件人，須是主機允許寄出的地址'
        }
      />
    </ConnectionForm>
  )
}

/** The state of the mails, and what decides it. */
function Notice({ smtp }: { smtp: Smtp }) {
  if (smtp.fixed.includes('SMTP_URL')) {
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        由主機的環境變數 SMTP_URL 設定，無法在這裡變更。
      </Alert>
    )
  }
  if (smtp.is_unreadable) {
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        保存的密碼無法讀取，信件暫時不會寄出，請重新輸入密碼。
      </Alert>
    )
  }
  if (smtp.is_on) return null
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      尚未設定寄信主機，信件只保留、不寄出。顧客收不到訂單通知，也無法以信件重設密碼。
    </Alert>
  )
}

const words = {
  host: { label: '主機' },
  port: { label: '連接埠', invalid: '連接埠是 1 到 65535 的數字' },
  security: { label: '加密方式' },
  account: { label: '帳號' },
  password: { label: '密碼', saysItself: true },
  from: { label: '寄件地址', saysItself: true },
}

/** No reply has the password: the field is empty until somebody types a new one. */
function shown({ version, values }: Smtp): StoredForm<Form> {
  return { version, values: { ...values, password: '' } }
}

function toData({ password, ...values }: Form) {
  const { host, account, from } = values
  return {
    values: { ...values, host: host.trim(), account: account.trim(), from: from.trim() },
    ...(password !== '' && { password }),
  }
}
