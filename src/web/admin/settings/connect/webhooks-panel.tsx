import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Webhook, webhooksApi } from '#contract/webhooks.ts'
import { apiQuery, useApiMutation } from '../../../api/queries.ts'
import { write } from '../../../api/write.ts'
import { formatDateTime } from '../../../ui/dates.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { confirm } from '../../ui/question.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { row } from './connect-styles.ts'
import { eventLabel } from './connect-words.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

type Open =
  | { dialog: 'create' }
  | { dialog: 'edit'; webhook: Webhook }
  | { dialog: 'deliveries'; webhook: Webhook }
  | { dialog: 'secret'; secret: string }

/** The addresses that are told of events. */
export function WebhooksPanel() {
  const read = useQuery({ ...apiQuery(webhooksApi.list, {}), staleTime: 0 })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const webhooks = read.data?.webhooks
  return (
    <Panel
      title="Webhook"
      action={
        <ActionButton
          permission="hook.manage"
          variant="outlined"
          color="inherit"
          onClick={() => setOpen({ dialog: 'create' })}
          sx={{ minHeight: 44 }}
        >
          建立 Webhook
        </ActionButton>
      }
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        訂單、付款、出貨等事情發生時，主動通知您的其他系統；內容只有編號、狀態與金額，沒有顧客的個人資料。
      </Typography>
      {webhooks ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onOpen={(dialog) => setOpen({ dialog, webhook })}
            />
          ))}
        </Box>
      ) : read.error ? (
        <RetryAlert query={read} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
      {webhooks?.length === 0 && <Typography sx={{ mt: 1 }}>還沒有 Webhook。</Typography>}
      {open?.dialog === 'create' && (
        <WebhookDialog
          onSaved={(secret) => (secret ? setOpen({ dialog: 'secret', secret }) : close())}
          onClose={close}
        />
      )}
      {open?.dialog === 'edit' && (
        <WebhookDialog webhook={open.webhook} onSaved={close} onClose={close} />
      )}
      {open?.dialog === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.dialog === 'secret' && (
        <SecretDialog
          title="已建立 Webhook"
          label="簽章密鑰"
          secret={open.secret}
          onClose={close}
        />
      )}
    </Panel>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  onOpen: (dialog: 'edit' | 'deliveries') => void
}

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const { id, url, events, is_on: isOn, waiting } = webhook
  const params = { id }
  const test = useApiMutation(webhooksApi.test)
  const change = useApiMutation(webhooksApi.update, { isPendingUntilShown: true })
  return (
    <Box component="li" sx={row}>
      <Box sx={{ flex: '1 1 100%', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600 }}>{url}</Typography>
          {!isOn && <Chip size="small" color="error" label="已停用" />}
          {waiting > 0 && <Chip size="small" label={`${waiting} 筆等待送出`} />}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {events.map(eventLabel).join('、')}
        </Typography>
        <Failing webhook={webhook} />
      </Box>
      <ActionButton about={url} color="inherit" onClick={() => onOpen('deliveries')} sx={button}>
        傳送紀錄
      </ActionButton>
      <ActionButton
        permission="hook.manage"
        about={url}
        color="inherit"
        isLoading={test.isPending}
        onClick={() => test.mutate({ params })}
        sx={button}
      >
        傳送測試
      </ActionButton>
      <ActionButton
        permission="hook.manage"
        about={url}
        color="inherit"
        isLoading={change.isPending}
        onClick={() => change.mutate({ params, data: { is_on: !isOn } })}
        sx={button}
      >
        {isOn ? '停用' : '啟用'}
      </ActionButton>
      <ActionButton
        permission="hook.manage"
        about={url}
        color="inherit"
        onClick={() => onOpen('edit')}
        sx={button}
      >
        編輯
      </ActionButton>
      <ActionButton
        permission="hook.manage"
        about={url}
        color="error"
        onClick={() =>
          confirm({
            title: '刪除這個 Webhook？',
            text: `${url} 不會再收到通知，傳送紀錄也會一併刪除。`,
            label: '刪除 Webhook',
            color: 'error',
            run: () => write(webhooksApi.remove, { params }),
          })
        }
        sx={button}
      >
        刪除
      </ActionButton>
    </Box>
  )
}

// All five have room on a phone.
const button = { minHeight: 44, minWidth: 44 } as const

function Failing({ webhook }: { webhook: Webhook }) {
  const { off_at: offAt, failing_since: failingSince, is_on: isOn } = webhook
  if (!isOn && offAt !== undefined) {
    return (
      <Alert severity="error" sx={{ mt: 1 }}>
        連續一週無法送達，或對方已不再接收，商店於 {formatDateTime(offAt)} 停用。
      </Alert>
    )
  }
  if (failingSince === undefined) return null
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      {formatDateTime(failingSince)} 起無法送達，商店會繼續重試；連續一週失敗就會停用。
    </Alert>
  )
}
