import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import { type Webhook, webhooksApi } from '#contract/webhooks.ts'
import { write } from '../../../api/write.ts'
import { TextFormField } from '../../ui/fields/form-fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useSaveEntry } from '../../ui/use-save-entry.ts'
import { CheckboxList } from './checkbox-list.tsx'
import { eventGroups } from './connect-words.ts'

interface WebhookForm {
  url: string
  events: WebhookEvent[]
}

const options = eventGroups.flatMap(({ title, events }) =>
  events.map(({ name, label }) => ({ value: name, label: `${title}：${label}` })),
)

const words = {
  url: { label: '網址', saysItself: true },
  events: { label: '事件', invalid: '請至少選擇一項' },
}

interface WebhookDialogProps {
  /** The one to change; absent: a new one. */
  webhook?: Webhook
  /** Of a new one: its secret, which the server shows once. */
  onSaved: (secret?: string) => void
  onClose: () => void
}

export function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const form = useForm<WebhookForm>({
    defaultValues: {
      url: webhook?.url ?? '',
      events: (webhook?.events ?? []) as WebhookEvent[],
    },
  })
  const save = useSaveEntry<WebhookForm, { message: string; secret?: string }>({
    form,
    words,
    save: (data) =>
      webhook
        ? write(webhooksApi.update, { params: { id: webhook.id }, data })
        : write(webhooksApi.create, { data }),
    onSaved: ({ secret }) => onSaved(secret),
  })
  return (
    <FormDialog
      title={webhook ? '編輯 Webhook' : '建立 Webhook'}
      submitLabel={webhook ? '儲存' : '建立 Webhook'}
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="url"
          label="網址"
          type="url"
          required
          help="以 https:// 開頭，由接收通知的系統提供"
        />
        <CheckboxList control={form.control} name="events" label="通知的事件" options={options} />
      </Box>
    </FormDialog>
  )
}
