import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { EndpointReply } from '#contract/endpoint.ts'
import type { readLinePay } from '#contract/line-pay-settings.schema.ts'
import { linePaySettingsApi } from '#contract/line-pay-settings.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { FlagFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { ConnectionForm, ConnectionPanel } from './connections/connection-form.tsx'
import {
  ChargeQuestion,
  ConnectionNotice,
  EarlierAccounts,
  KeyFormField,
} from './connections/connection-parts.tsx'
import { typedKeys, useConnectionForm } from './connections/use-connection-form.ts'
import { pair } from './field-styles.ts'
import type { StoredForm } from './use-stored-form.ts'

type LinePay = EndpointReply<typeof readLinePay>['line_pay']
interface Form {
  mode: 'off' | 'trial' | 'live'
  channel_id: string
  channel_secret: string
  captures_automatically: 0 | 1
}

const modes = [
  { value: 'off', label: '不使用' },
  { value: 'trial', label: 'LINE Pay 測試環境（不收款）' },
  { value: 'live', label: 'LINE Pay 正式收款' },
]

/** LINE Pay, beside whatever else takes payments. */
export function LinePayPanel() {
  return (
    <ConnectionPanel title="LINE Pay" query={apiQuery(linePaySettingsApi.read, {})}>
      {({ line_pay }) => <LinePayForm linePay={line_pay} />}
    </ConnectionPanel>
  )
}

function LinePayForm({ linePay }: { linePay: LinePay }) {
  const isFixed = linePay.fixed.length > 0
  const connection = useConnectionForm({
    stored: shown(linePay),
    words,
    questionsAbout: ({ mode }) =>
      mode === 'live' && (linePay.values.is_trial || !linePay.values.is_on)
        ? ['儲存後，顧客以 LINE Pay 付款會真正收款。']
        : [],
    toData,
    save: (data) => write(linePaySettingsApi.update, { data }),
    saved: (reply) => shown(reply.line_pay),
    test: (data) => write(linePaySettingsApi.test, { data }),
  })
  const { control, watch } = connection.form
  const isOn = watch('mode') !== 'off'
  return (
    <>
      <ConnectionForm
        label="LINE Pay"
        connection={connection}
        isFixed={isFixed}
        notice={
          <ConnectionNotice
            of={linePay}
            unreadable="保存的金鑰無法讀取，LINE Pay 暫時無法收款，請重新輸入 Channel Secret Key。"
          />
        }
        remark={
          <EarlierAccounts
            before="先前的 Channel ID"
            ids={linePay.earlier.map((one) => one.channel_id)}
            after="仍會處理當時開始的付款與退款。"
          />
        }
        test={!isFixed && isOn && '測試金鑰'}
      >
        <SelectFormField control={control} name="mode" label="LINE Pay 收款" options={modes} />
        {isOn && (
          <>
            <Box sx={pair}>
              <TextFormField
                control={control}
                name="channel_id"
                label="Channel ID"
                help="LINE Pay 商家中心的「管理付款連結 → 管理連結金鑰」"
              />
              <KeyFormField
                control={control}
                name="channel_secret"
                label="Channel Secret Key"
                end={linePay.secret_end}
              />
            </Box>
            <FlagFormField
              control={control}
              name="captures_automatically"
              label="顧客付款後立即請款"
            />
            <Alert severity="info">
              「成團才扣款」的團購要先授權、成團後再請款：請先向 LINE Pay
              申請「授權與請款分開」，再關閉立即請款。
            </Alert>
          </>
        )}
      </ConnectionForm>
      <ChargeQuestion title="開始以 LINE Pay 正式收款？" save={connection.save} />
    </>
  )
}

const words = {
  channel_id: { label: 'Channel ID', saysItself: true },
  channel_secret: { label: 'Channel Secret Key', saysItself: true },
}

/** No reply has the secret: its field is empty until somebody types a new one. */
function shown({ version, values }: LinePay): StoredForm<Form> {
  const { is_on: isOn, is_trial: isTrial, channel_id, captures_automatically: captures } = values
  return {
    version,
    values: {
      mode: !isOn ? 'off' : isTrial ? 'trial' : 'live',
      channel_id,
      channel_secret: '',
      captures_automatically: captures ? 1 : 0,
    },
  }
}

function toData({ mode, channel_id, channel_secret, captures_automatically }: Form) {
  return {
    values: {
      is_on: mode !== 'off',
      is_trial: mode !== 'live',
      channel_id: channel_id.trim(),
      captures_automatically: captures_automatically === 1,
    },
    ...typedKeys({ channel_secret }),
  }
}
