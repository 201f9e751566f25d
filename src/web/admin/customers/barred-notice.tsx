import Alert from '@mui/material/Alert'
import { adminMemberGroupApi } from '#contract/admin-campaigns.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ActionButton } from '../ui/action-button.tsx'

/** Says that a member may not join what is paid after success, and lifts it. */
export function BarredNotice({ memberId }: { memberId: string }) {
  const pardon = useApiMutation(adminMemberGroupApi.pardon, { isPendingUntilShown: true })
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <ActionButton
          permission="campaign.write"
          color="inherit"
          isLoading={pardon.isPending}
          onClick={() => pardon.mutate({ params: { uid: memberId } })}
        >
          解除限制
        </ActionButton>
      }
    >
      近 180 天有 2 次成團未付款，目前只能參加成團才扣款的團購。
    </Alert>
  )
}
