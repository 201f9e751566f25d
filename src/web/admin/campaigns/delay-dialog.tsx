import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminCampaignDelayApi } from '#contract/campaign-delays.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { write } from '../../api/write.ts'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface DelayDialogProps {
  campaign: AdminCampaign
  onSaved: () => void
  onClose: () => void
}

/** Tells a later day of shipping to those who wait, and asks whether they go on waiting. */
export function DelayDialog({ campaign, onSaved, onClose }: DelayDialogProps) {
  const form = useForm({ defaultValues: { ships_on: '', reason: '' } })
  const save = useSaveEntry({
    form,
    save: (data) => write(adminCampaignDelayApi.announce, { params: { id: campaign.id }, data }),
    words: {
      ships_on: { label: '新的預計出貨日', saysItself: true },
      reason: { label: '延後原因', missing: '請填寫延後原因' },
    },
    onSaved,
  })
  return (
    <FormDialog
      title={`延後出貨 ${campaign.title}`}
      submitLabel="通知跟團者"
      save={save}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <span>
          {campaign.ships_on && `原訂 ${campaign.ships_on.replaceAll('-', '/')} 出貨。`}
          每位已付款、還沒出貨的跟團者會收到信，可以選擇「繼續等」或「退款」；選擇退款的訂單會取消，款項自動退回。
        </span>
        <DateField control={form.control} name="ships_on" label="新的預計出貨日" required />
        <TextFormField
          control={form.control}
          name="reason"
          label="延後原因"
          rows={2}
          required
          help="會寫在信裡，也會顯示給跟團者看。"
        />
      </Box>
    </FormDialog>
  )
}
