import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { adminOutgoingApi } from '#contract/outgoing.ts'
import { apiQuery } from '../api/queries.ts'
import { write } from '../api/write.ts'
import { formatDateTime } from '../ui/dates.ts'
import { ActionButton } from './ui/action-button.tsx'
import { confirm, type Question } from './ui/question.tsx'

/** Above every screen of the back office: a restored shop on hold, and what needs a look. */
export function HoldBanner() {
  const query = useQuery(apiQuery(adminOutgoingApi.read, {}))
  const { hold, alerts = [] } = query.data ?? {}
  return (
    <>
      {hold && (
        <Alert severity="warning" square sx={banner} action={<ReleaseButton />}>
          此商店由備份還原，對外作業暫停中（備份時間 {formatDateTime(hold.backup_at)}）
        </Alert>
      )}
      {alerts.map((text) => (
        <Alert key={text} severity="error" square>
          {text}
        </Alert>
      ))}
    </>
  )
}

const banner = {
  alignItems: 'center',
  '& .MuiAlert-action': { pt: 0, mr: 0, alignItems: 'center' },
}

const question: Question = {
  title: '恢復對外作業',
  text: '等候中的信件會寄出，到期的訂單會處理，退款會送往金流。請先確認原來的商店已停止。',
  label: '恢復對外作業',
  run: () => write(adminOutgoingApi.release, {}),
}

function ReleaseButton() {
  return (
    <ActionButton
      permission="setting.write"
      color="inherit"
      variant="outlined"
      onClick={() => confirm(question)}
      sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
    >
      恢復對外作業
    </ActionButton>
  )
}
