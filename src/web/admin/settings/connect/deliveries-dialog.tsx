import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Webhook, type WebhookDelivery, webhooksApi } from '#contract/webhooks.ts'
import { apiQuery, useApiMutation } from '../../../api/queries.ts'
import { formatDateTime } from '../../../ui/dates.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { row } from './connect-styles.ts'
import { eventLabel } from './connect-words.ts'

interface DeliveriesDialogProps {
  webhook: Webhook
  onClose: () => void
}

/** The events that a webhook was sent, and its answers. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  const [page, setPage] = useState(1)
  const params = { id: webhook.id }
  const read = useQuery({
    ...apiQuery(webhooksApi.deliveries, { params, query: { page: String(page) } }),
    staleTime: 0,
  })
  const resendAll = useApiMutation(webhooksApi.resend)
  const { deliveries, pagination } = read.data ?? {}
  return (
    <DialogFrame
      title={`傳送紀錄：${webhook.url}`}
      maxWidth="md"
      fillsSmallScreen
      onClose={onClose}
    >
      <DialogContent dividers>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          紀錄保留 30 天。同一筆訂單的通知依序送出，前一筆沒送達時，後面的會等它。
        </Typography>
        {deliveries ? (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={webhook.id} delivery={delivery} />
            ))}
          </Box>
        ) : read.error ? (
          <RetryAlert query={read} />
        ) : (
          <CircularProgress aria-label="載入中" />
        )}
        {deliveries?.length === 0 && <Typography sx={{ mt: 1 }}>還沒有送出任何通知。</Typography>}
        {pagination && pagination.total_pages > 1 && (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 1 }}>
            <ActionButton disabled={!pagination.has_pre} onClick={() => setPage(page - 1)}>
              上一頁
            </ActionButton>
            <Typography>
              {pagination.current_page} / {pagination.total_pages}
            </Typography>
            <ActionButton disabled={!pagination.has_next} onClick={() => setPage(page + 1)}>
              下一頁
            </ActionButton>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton
          permission="hook.manage"
          color="inherit"
          isLoading={resendAll.isPending}
          onClick={() => resendAll.mutate({ params, data: {} })}
          sx={{ mr: 'auto' }}
        >
          立即重送等待中的通知
        </ActionButton>
        <Button type="submit" color="inherit">
          關閉
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

const stateLabels = { waiting: '等待送出', delivered: '已送達', failed: '未送達' } as const

function DeliveryRow(props: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, type, create_at: at, state, attempts, next_at: nextAt, body } = props.delivery
  const resend = useApiMutation(webhooksApi.resend)
  const outcome = [
    stateLabels[state],
    attempts > 0 && `試過 ${attempts} 次`,
    answerOf(props.delivery),
    state === 'waiting' && nextAt !== undefined && `下次 ${formatDateTime(nextAt)}`,
  ]
  return (
    <Box component="li" sx={row}>
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>
          {eventLabel(type)}（{formatDateTime(at)}）
        </Typography>
        <Typography variant="body2">{outcome.filter(Boolean).join('．')}</Typography>
        <Typography
          variant="body2"
          component="code"
          sx={{ display: 'block', color: 'text.secondary' }}
        >
          {body}
        </Typography>
      </Box>
      {type !== 'webhook.test' && (
        <ActionButton
          permission="hook.manage"
          about={id}
          color="inherit"
          isLoading={resend.isPending}
          onClick={() => resend.mutate({ params: { id: props.webhookId }, data: { delivery: id } })}
          sx={{ minHeight: 44 }}
        >
          重送
        </ActionButton>
      )}
    </Box>
  )
}

function answerOf({ status, answer, error, ms }: WebhookDelivery): string | undefined {
  if (error !== undefined) return error
  if (status === undefined) return undefined
  return `回應 ${status}（${ms ?? 0} 毫秒）${answer ? `「${answer}」` : ''}`
}
