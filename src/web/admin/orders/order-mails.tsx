import Box from '@mui/material/Box'
import { adminOrderLifeApi, type OrderMail } from '#contract/order-life.ts'
import { type OrderMailState, orderMailLabels } from '#contract/order-states.ts'
import { useApiMutation } from '../../api/queries.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { Panel } from '../ui/panel.tsx'
import type { OrderLife } from './order-life.ts'

export const mailStateLabels: Record<OrderMailState, string> = {
  queued: '待寄出',
  sent: '已寄出',
  failed: '寄送失敗',
  withheld: '未寄出',
}

/** The mails to the shopper, newest first. The last one of each kind can be sent again. */
export function OrderMails({ life }: { life: OrderLife }) {
  const { order, mails } = life
  const resend = useApiMutation(adminOrderLifeApi.mail)
  const isLast = (mail: OrderMail) => mails.find(({ kind }) => kind === mail.kind) === mail
  return (
    <Panel title="信件紀錄">
      {mails.length === 0 && <Box sx={{ color: 'text.secondary' }}>沒有信件</Box>}
      <EntryList>
        {mails.map((mail) => (
          <ListEntry
            key={mail.id}
            title={
              <Box>
                {orderMailLabels[mail.kind]}・
                <Box
                  component="span"
                  sx={{ color: mail.state === 'failed' ? 'error.main' : 'text.secondary' }}
                >
                  {mailStateLabels[mail.state]}
                </Box>
              </Box>
            }
            action={
              isLast(mail) &&
              !life.is_archived && (
                <ActionButton
                  permission="order.write"
                  variant="outlined"
                  color="inherit"
                  aria-label={`重新寄送 ${orderMailLabels[mail.kind]}`}
                  isLoading={resend.isPending && resend.variables.data.kind === mail.kind}
                  onClick={() =>
                    resend.mutate({ params: { id: order.id }, data: { kind: mail.kind } })
                  }
                >
                  重新寄送
                </ActionButton>
              )
            }
          >
            {formatTimestamp(mail.at)}・{mail.recipient}
            {mail.last_error && <Box sx={{ color: 'text.primary' }}>{mail.last_error}</Box>}
          </ListEntry>
        ))}
      </EntryList>
    </Panel>
  )
}
