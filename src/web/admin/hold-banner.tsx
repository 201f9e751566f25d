import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminOutgoingApi } from '#contract/outgoing.ts'
import { apiQuery, useApiMutation } from '../api/queries.ts'
import { formatDateTime } from '../ui/dates.ts'
import { ConfirmDialog } from './lists/confirm-dialog.tsx'
import { ActionButton } from './ui/action-button.tsx'

/** Above every screen of the back office: a restored shop on hold, and what needs a look. */
export function HoldBanner() {
  const [isAsking, setIsAsking] = useState(false)
  const query = useQuery(apiQuery(adminOutgoingApi.read, {}))
  const release = useApiMutation(adminOutgoingApi.release)
  const { hold, alerts = [] } = query.data ?? {}
  return (
    <>
      {hold && (
        <Alert
          severity="warning"
          square
          sx={banner}
          action={<ReleaseButton onPress={() => setIsAsking(true)} />}
        >
          此商店由備份還原，對外作業暫停中（備份時間 {formatDateTime(hold.backup_at)}）
        </Alert>
      )}
      {alerts.map((text) => (
        <Alert key={text} severity="error" square>
          {text}
        </Alert>
      ))}
      {isAsking && (
        <ConfirmDialog
          title="恢復對外作業"
          confirmLabel="恢復對外作業"
          cancelLabel="返回"
          onConfirm={() => {
            setIsAsking(false)
            release.mutate({})
          }}
          onCancel={() => setIsAsking(false)}
        >
          等候中的信件會寄出，到期的訂單會處理，退款會送往金流。請先確認原來的商店已停止。
        </ConfirmDialog>
      )}
    </>
  )
}

const banner = {
  alignItems: 'center',
  '& .MuiAlert-action': { pt: 0, mr: 0, alignItems: 'center' },
}

function ReleaseButton({ onPress }: { onPress: () => void }) {
  return (
    <ActionButton
      permission="setting.write"
      color="inherit"
      variant="outlined"
      onClick={onPress}
      sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
    >
      恢復對外作業
    </ActionButton>
  )
}
