import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { write } from '../../api/write.ts'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { fromTaipeiInput, toTaipeiInput } from '../ui/fields/taipei-input.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'
import { timeText } from './campaign-words.ts'

interface ExtendDialogProps {
  campaign: AdminCampaign
  onSaved: () => void
  onClose: () => void
}

/** Gives a campaign more time; those who have joined are told. */
export function ExtendDialog({ campaign, onSaved, onClose }: ExtendDialogProps) {
  const form = useForm({ defaultValues: { ends_at: toTaipeiInput(campaign.ends_at), reason: '' } })
  const save = useSaveEntry({
    form,
    save: ({ ends_at, reason }) => {
      const data = { ends_at: fromTaipeiInput(ends_at) ?? 0, reason }
      return write(adminCampaignApi.extend, { params: { id: campaign.id }, data })
    },
    words: {
      ends_at: { label: '新的截止時間', saysItself: true },
      reason: { label: '延長原因', missing: '請填寫延長原因' },
    },
    onSaved,
  })
  const left = 2 - campaign.extensions.length
  return (
    <FormDialog title={`延長 ${campaign.title}`} submitLabel="延長" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <span>
          目前 {timeText(campaign.ends_at)} 截止，還可以延長 {left} 次。
          {campaign.kind === 'team' && '已經開的團不會延長。'}
        </span>
        <DateField
          withTime
          control={form.control}
          name="ends_at"
          label="新的截止時間"
          required
          help="台北時間"
        />
        <TextFormField
          control={form.control}
          name="reason"
          label="延長原因"
          rows={2}
          required
          help={`顯示在團購頁上${campaign.kind === 'pool' ? '，也會寄信給每位跟團者' : ''}。`}
        />
      </Box>
    </FormDialog>
  )
}
