import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { EndpointReply } from '#contract/endpoint.ts'
import type { readLinePay } from '#contract/line-pay-settings.schema.ts'
import { linePaySettingsApi } from '#contract/line-pay-settings.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FlagFormField, SelectFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { ConnectionForm, ConnectionPanel, useTrial } from './connection-form.tsx'
import { pair } from './field-styles.ts'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

type LinePay = EndpointReply<typeof readLinePay>['line_pay']
type Mode = 'off' | 'trial' | 'live'
interface Form {
  mode: Mode
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
  const { form, version, takeSaved } = useStoredForm<Form>(shown(linePay))
  const { trial, clear, callbacks } = useTrial()
  const save = useSaveEntry({
    form,
    words,
    fieldOf: (field) => field as keyof Form,
    questionsAbout: ({ mode }) =>
      mode === 'live' && (linePay.values.is_trial || !linePay.values.is_on)
        ? ['儲存後，顧客以 LINE Pay 付款會真正收款。']
        : [],
    save: (typed) => write(linePaySettingsApi.update, { data: { version, ...toData(typed) } }),
    onSaved: (reply, sent) => {
      clear()
      takeSaved(sent, shown(reply.line_pay))
    },
  })
  useUnsavedForm(save.isDirty)
  const test = useApiMutation(linePaySettingsApi.test, callbacks)
  const isOn = form.watch('mode') !== 'off'
  const end = linePay.secret_end
  return (
    <>
      <ConnectionForm
        label="LINE Pay"
        isFixed={isFixed}
        notice={<Notice linePay={linePay} />}
        remark={
          linePay.earlier.length > 0 && (
            <Alert severity="info" sx={{ mt: 2 }}>
              先前的 Channel ID{' '}
              {[...new Set(linePay.earlier.map((one) => one.channel_id))].join('、')}{' '}
              仍會處理當時開始的付款與退款。
            </Alert>
          )
        }
        trial={trial}
        test={
          isFixed || !isOn
            ? null
            : {
                label: '測試金鑰',
                isLoading: test.isPending,
                run: () => test.mutate({ data: toData(form.getValues()) }),
              }
        }
        save={save}
      >
        <SelectFormField control={form.control} name="mode" label="LINE Pay 收款" options={modes} />
        {isOn && (
          <>
            <Box sx={pair}>
              <TextFormField
                control={form.control}
                name="channel_id"
                label="Channel ID"
                help="LINE Pay 商家中心的「管理付款連結 → 管理連結金鑰」"
              />
              <TextFormField
                control={form.control}
                name="channel_secret"
                label="Channel Secret Key"
                type="password"
                help={end === null ? '加密保存，不會再顯示' : `已設定，末四碼 ${end}；留空表示不變`}
              />
            </Box>
            <FlagFormField
              control={form.control}
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
      {save.questions.length > 0 && (
        <ConfirmDialog
          title="開始以 LINE Pay 正式收款？"
          confirmLabel="開始收款"
          cancelLabel="返回修改"
          onConfirm={save.confirm}
          onCancel={save.cancel}
        >
          {save.questions.join('')}
        </ConfirmDialog>
      )}
    </>
  )
}

function Notice({ linePay }: { linePay: LinePay }) {
  return (
    <>
      {linePay.fixed.length > 0 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          由主機的環境變數 {linePay.fixed.join('、')} 設定，無法在這裡變更。
        </Alert>
      )}
      {linePay.is_unreadable && (
        <Alert severity="error" sx={{ mb: 2 }}>
          保存的金鑰無法讀取，LINE Pay 暫時無法收款，請重新輸入 Channel Secret Key。
        </Alert>
      )}
    </>
  )
}

const words = {
  channel_id: { label: 'Channel ID', saysItself: true },
  channel_secret: { label: 'Channel Secret Key', saysItself: true },
}

/** No reply has the secret: its field is empty until somebody types a new one. */
function shown({ version, values }: LinePay) {
  const { is_on: isOn, is_trial: isTrial, channel_id } = values
  const mode: Mode = !isOn ? 'off' : isTrial ? 'trial' : 'live'
  const captures: 0 | 1 = values.captures_automatically ? 1 : 0
  return {
    version,
    values: { mode, channel_id, channel_secret: '', captures_automatically: captures },
  }
}

function toData({ mode, channel_id, channel_secret, captures_automatically }: Form) {
  const secret = channel_secret.trim()
  return {
    values: {
      is_on: mode !== 'off',
      is_trial: mode !== 'live',
      channel_id: channel_id.trim(),
      captures_automatically: captures_automatically === 1,
    },
    ...(secret !== '' && { channel_secret: secret }),
  }
}
