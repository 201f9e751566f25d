import type { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { write } from '../../api/write.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

interface CancelDialogProps {
  title: string
  endpoint: typeof adminCampaignApi.cancel
  id: string
  onSaved: () => void
  onClose: () => void
}

/** Cancels a campaign or one group, for a reason that all participants read. */
export function CancelDialog({ title, endpoint, id, onSaved, onClose }: CancelDialogProps) {
  return (
    <ReasonDialog
      title={title}
      submitLabel="確定取消"
      label="取消原因"
      missing="請填寫取消原因"
      help="1 至 200 字，每位跟團者都會看到；已授權或已付的款項會退還。"
      save={(data) => write(endpoint, { params: { id }, data })}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
