import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray } from 'react-hook-form'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { connectionsApi } from '#contract/connections.ts'
import { linePaySettingsApi } from '#contract/line-pay-settings.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { transferMethod } from '#contract/payments.ts'
import type { SettingValues } from '#contract/settings.ts'
import { apiQuery } from '../../api/queries.ts'
import { shopConfig } from '../../api/shop-config.ts'
import { write } from '../../api/write.ts'
import { useMay } from '../admin-context.ts'
import { FlagFormField, TextFormField } from '../ui/fields/form-fields.tsx'
import { focusMoved, MoveButtons } from '../ui/move-buttons.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { SaveButton } from './save-button.tsx'
import type { StoredSettings } from './setting-groups.ts'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

type PaymentSettings = SettingValues['payment']
interface Form {
  methods: {
    method: PaymentSettings['methods'][number]['method']
    is_on: 0 | 1
    name: string
    note: string
  }[]
  account: string
}

const linePayMethod = 'linepay.wallet'

/** By which the server measures a text; it does not say of which method the text is. */
const mostCharacters = { name: 20, note: 200 }

/** Payment methods with their order and texts, and the account for transfers. */
export function PaymentPanel({ stored }: { stored: StoredSettings }) {
  const isReadOnly = !useMay()('setting.write')
  const { form, version, takeSaved } = useStoredForm(shown(stored))
  const methods = useFieldArray({ control: form.control, name: 'methods' })
  const save = useSaveEntry({
    form,
    words: {
      name: wordsOf('顯示名稱', mostCharacters.name),
      note: wordsOf('說明', mostCharacters.note),
      account: wordsOf('匯款帳號', 300),
    },
    fieldOf: (field) => {
      if (field !== 'name' && field !== 'note') return 'account'
      const isLong = (text: string) => [...text].length > mostCharacters[field]
      const index = form.getValues('methods').findIndex((one) => isLong(one[field]))
      return `methods.${Math.max(index, 0)}.${field}`
    },
    save: (typed) =>
      write(adminSettingsApi.updatePayment, {
        data: { version, values: toValues(typed, { hasLinePay: hasLinePay || isListed(stored) }) },
      }),
    onSaved: ({ settings }, sent) => {
      takeSaved(sent, shown(settings))
    },
  })
  const rows = useRef<HTMLFieldSetElement>(null)
  /** The row takes the focus of its button along. */
  function move(index: number, step: -1 | 1) {
    flushSync(() => methods.move(index, index + step))
    focusMoved(rows.current, index + step, step)
  }
  useUnsavedForm(save.isDirty)
  const gateway = useQuery({ ...apiQuery(connectionsApi.readGateway, {}), enabled: !isReadOnly })
  const takenBy = gateway.data?.gateway.values.provider ?? shopConfig.payments
  // Its own panel reads it.
  const linePay = useQuery({ ...apiQuery(linePaySettingsApi.read, {}), enabled: false })
  const hasLinePay = linePay.data?.line_pay.values.is_on === true
  const account = form.watch('account')
  return (
    <Panel title="付款方式">
      <Box
        component="form"
        noValidate
        aria-label="付款方式"
        onSubmit={(event) => {
          event.preventDefault()
          save.submit()
        }}
      >
        {takenBy === 'demonstration' && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {hasLinePay
              ? '顧客目前只能以 LINE Pay 付款'
              : '目前是展示付款，顧客還看不到這些付款方式'}
            ；在上方設定金流後即依此設定。
          </Alert>
        )}
        {takenBy === 'manual' && !hasLinePay && account.trim() === '' && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            還沒有填寫匯款帳號，顧客無法付款。
          </Alert>
        )}
        {takenBy !== 'manual' && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
            顧客依這個順序看到開啟的付款方式。關閉後不再提供，已經開始的付款仍會完成。
          </Typography>
        )}
        <Box component="fieldset" ref={rows} disabled={isReadOnly} sx={fieldset}>
          {methods.fields.map(({ method }, index) => {
            const label = paymentMethodLabel(method)
            if (method === linePayMethod ? !hasLinePay : isOffWhenManual(takenBy, method))
              return null
            return (
              <Box key={method} role="group" aria-label={label} sx={methodRow}>
                <Box sx={{ display: 'flex', alignItems: 'center' }}>
                  <FlagFormField
                    control={form.control}
                    name={`methods.${index}.is_on`}
                    label={label}
                  />
                  {takenBy !== 'manual' && (
                    <Box sx={{ ml: 'auto', display: 'flex', flex: 'none' }}>
                      <MoveButtons
                        labels={[`上移${label}`, `下移${label}`]}
                        at={index}
                        count={methods.fields.length - (hasLinePay ? 0 : 1)}
                        disabled={isReadOnly}
                        onMove={(by) => move(index, by)}
                      />
                    </Box>
                  )}
                </Box>
                <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 2fr' } }}>
                  <TextFormField
                    control={form.control}
                    name={`methods.${index}.name`}
                    label="顯示名稱"
                    help={`留空時為「${label}」`}
                  />
                  <TextFormField
                    control={form.control}
                    name={`methods.${index}.note`}
                    label="說明"
                    help="顯示在名稱下方，可留空"
                  />
                </Box>
              </Box>
            )
          })}
          <TextFormField
            control={form.control}
            name="account"
            label="匯款帳號"
            rows={3}
            help="銀行、分行、帳號與戶名，照顧客會看到的樣子填寫；填寫後才會提供「銀行轉帳」"
          />
        </Box>
        <SaveButton isSaving={save.isSaving} />
      </Box>
    </Panel>
  )
}

const fieldset = { m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 2.5 } as const
const methodRow = {
  display: 'grid',
  gap: 1,
  pb: 2.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Its length is all that the server refuses of a text. */
function wordsOf(label: string, most: number) {
  const text = `${label}最多 ${most} 個字`
  return { label, missing: text, invalid: text }
}

function shown({ payment }: StoredSettings) {
  return { version: payment.version, values: toForm(payment.values) }
}

/** Without words of its own LINE Pay is the last one, as shoppers see it then. */
function toForm({ methods, account }: PaymentSettings): Form {
  const linePay = { method: linePayMethod, is_on: true, name: '', note: '' } as const
  const isThere = methods.some(({ method }) => method === linePayMethod)
  const all = isThere ? methods : [...methods, linePay]
  return { account, methods: all.map((one) => ({ ...one, is_on: one.is_on ? 1 : 0 })) }
}

function isListed({ payment }: StoredSettings): boolean {
  return payment.values.methods.some(({ method }) => method === linePayMethod)
}

function isOffWhenManual(takenBy: string | null, method: string): boolean {
  return takenBy === 'manual' && method !== transferMethod
}

function toValues(
  { methods, account }: Form,
  { hasLinePay }: { hasLinePay: boolean },
): PaymentSettings {
  const kept = methods.filter(({ method }) => hasLinePay || method !== linePayMethod)
  return {
    account: account.trim(),
    methods: kept.map(({ method, is_on, name, note }) => ({
      method,
      is_on: is_on === 1,
      name: name.trim(),
      note: note.trim(),
    })),
  }
}
