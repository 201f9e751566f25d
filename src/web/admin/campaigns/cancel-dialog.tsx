import Box from '@mui/material/Box'
import { useForm } from 'react-hook-form'
import type { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { write } from '../../api/write.ts'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveEntry } from '../ui/use-save-entry.ts'

interface CancelDialogProps {
  title: string
  endpoint: typeof adminCampaignApi.cancel
  id: string
  onSaved: () => void
  onClose: () => void
}

/** Cancels a campaign or one group, for a reason that all participants read. */
export function CancelDialog({ title, endpoint, id, onSaved, onClose }: CancelDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const save = useSaveEntry({
    form,
    save: (data) => write(endpoint, { params: { id }, data }),
    words: { reason: { label: '取消原因', missing: '請填寫取消原因' } },
    onSaved,
  })
  return (
    <FormDialog title={title} submitLabel="確定取消" save={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextFormField
          control={form.control}
          name="reason"
          label="取消原因"
          rows={3}
          required
          help="1 至 200 字，每位跟團者都會看到；已授權或已付的款項會退還。"
        />
      </Box>
    </FormDialog>
  )
}
