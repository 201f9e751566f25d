import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { mailFields, unknownMailFields } from '#contract/mail-fields.ts'
import { type MailText, shippedMailTexts } from '#contract/mail-texts.ts'
import { type OrderMailKind, orderMailKinds, orderMailLabels } from '#contract/order-states.ts'
import type { MailSettings } from '#contract/settings.ts'
import { useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { useMay } from '../admin-context.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { Panel } from '../ui/panel.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { fieldset } from './field-styles.ts'
import { MailPreviewDialog } from './mail-preview-dialog.tsx'
import type { StoredSettings } from './setting-groups.ts'
import { useUnsavedForm } from './unsaved-forms.tsx'
import { useStoredForm } from './use-stored-form.ts'

type Form = { sender_name: string } & Record<OrderMailKind, MailText>

/** The texts of the mails to shoppers, one at a time. */
export function MailPanel({ stored }: { stored: StoredSettings }) {
  const [kind, setKind] = useState<OrderMailKind>('placed')
  const isReadOnly = !useMay()('setting.write')
  const { form, version, takeSaved } = useStoredForm(shown(stored))
  const save = useSaveEntry({
    form,
    words: {
      sender_name: { label: '寄件人名稱' },
      ...Object.fromEntries(orderMailKinds.map((one) => [one, { label: orderMailLabels[one] }])),
    },
    fieldOf: (field) => {
      if (field === 'sender_name') return field
      const refused = toKind(field)
      const isSubject = isWrongSubject(form.getValues(`${refused}.subject`))
      return `${refused}.${isSubject ? 'subject' : 'text'}`
    },
    reveal: (name) => {
      const [refused = ''] = name.split('.')
      if (refused !== 'sender_name') flushSync(() => setKind(toKind(refused)))
    },
    save: (typed) =>
      write(adminSettingsApi.updateMail, { data: { version, values: toValues(typed) } }),
    onSaved: ({ settings }, sent) => {
      takeSaved(sent, shown(settings))
    },
  })
  useUnsavedForm(save.isDirty)
  const [isPreviewing, setPreviewing] = useState(false)
  const trial = useApiMutation(adminSettingsApi.testMail)
  const typedMail = () => ({ template: kind, ...form.getValues(kind) })
  const restore = () => form.setValue(kind, shippedMailTexts[kind], { shouldDirty: true })
  return (
    <Panel title="信件內容">
      <Box
        component="form"
        noValidate
        aria-label="信件"
        onSubmit={(event) => {
          event.preventDefault()
          save.submit()
        }}
      >
        <Box component="fieldset" disabled={isReadOnly} sx={fieldset}>
          <TextFormField
            control={form.control}
            name="sender_name"
            label="寄件人名稱"
            help="留空時使用商店名稱"
          />
          <TextField
            select
            size="small"
            label="信件範本"
            value={kind}
            onChange={({ target }) => setKind(toKind(target.value))}
          >
            {orderMailKinds.map((one) => (
              <MenuItem key={one} value={one}>
                {orderMailLabels[one]}
              </MenuItem>
            ))}
          </TextField>
          <TextFormField
            key={`${kind} subject`}
            control={form.control}
            name={`${kind}.subject`}
            label="主旨"
            required
          />
          <TextFormField
            key={`${kind} text`}
            control={form.control}
            name={`${kind}.text`}
            label="內文"
            required
            rows={6}
            help="訂單編號、商品明細、金額、訂單連結與防詐騙提醒會自動附在內文之後。"
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            可使用的欄位：{mailFields.map((field) => `{${field}}`).join(' ')}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
          <ActionButton permission="setting.write" color="inherit" onClick={restore} sx={tall}>
            還原預設
          </ActionButton>
          <ActionButton
            permission="setting.write"
            color="inherit"
            onClick={() => setPreviewing(true)}
            sx={tall}
          >
            預覽
          </ActionButton>
          <ActionButton
            permission="setting.write"
            color="inherit"
            isLoading={trial.isPending}
            onClick={() => trial.mutate({ data: typedMail() })}
            sx={tall}
          >
            寄送測試信
          </ActionButton>
          <ActionButton
            permission="setting.write"
            type="submit"
            variant="contained"
            isLoading={save.isSaving}
            sx={{ ...tall, ml: 'auto' }}
          >
            儲存
          </ActionButton>
        </Box>
      </Box>
      {isPreviewing && (
        <MailPreviewDialog mail={typedMail()} onClose={() => setPreviewing(false)} />
      )}
    </Panel>
  )
}

const tall = { minHeight: 44 } as const

function toKind(text: string): OrderMailKind {
  return orderMailKinds.find((kind) => kind === text) ?? 'placed'
}

/** The server names the template alone. */
function isWrongSubject(subject: string): boolean {
  return subject === '' || subject.length > 100 || unknownMailFields(subject).length > 0
}

function shown({ mail }: StoredSettings) {
  return { version: mail.version, values: toForm(mail.values) }
}

function toForm(values: MailSettings): Form {
  return {
    sender_name: values.sender_name,
    placed: values.placed ?? shippedMailTexts.placed,
    extended: values.extended ?? shippedMailTexts.extended,
    paid: values.paid ?? shippedMailTexts.paid,
    shipped: values.shipped ?? shippedMailTexts.shipped,
    at_store: values.at_store ?? shippedMailTexts.at_store,
    store_closed: values.store_closed ?? shippedMailTexts.store_closed,
    changed: values.changed ?? shippedMailTexts.changed,
    rest_closed: values.rest_closed ?? shippedMailTexts.rest_closed,
    cancelled: values.cancelled ?? shippedMailTexts.cancelled,
    refunded: values.refunded ?? shippedMailTexts.refunded,
    return_news: values.return_news ?? shippedMailTexts.return_news,
    answered: values.answered ?? shippedMailTexts.answered,
  }
}

/** A text that is the shipped one is none of the owner's: it changes with the shop. */
function toValues(form: Form): MailSettings {
  const own = (kind: OrderMailKind): MailText | null => {
    const { subject, text } = form[kind]
    const shipped = shippedMailTexts[kind]
    return subject === shipped.subject && text === shipped.text ? null : { subject, text }
  }
  return {
    sender_name: form.sender_name.trim(),
    placed: own('placed'),
    extended: own('extended'),
    paid: own('paid'),
    shipped: own('shipped'),
    at_store: own('at_store'),
    store_closed: own('store_closed'),
    changed: own('changed'),
    rest_closed: own('rest_closed'),
    cancelled: own('cancelled'),
    refunded: own('refunded'),
    return_news: own('return_news'),
    answered: own('answered'),
  }
}
