import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { adminOrderLifeApi, type OrderTimelineEvent } from '#contract/order-life.ts'
import { isDefinitiveFailure, useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useApiMutation } from '../../api/queries.ts'
import { isMessage } from '../../shared/order-event-label.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import type { OrderLife } from './order-life.ts'

/** Messages between shopper and shop, oldest first, with a form to answer. */
export function OrderMessages({ life }: { life: OrderLife }) {
  const { order, timeline, is_archived: isArchived } = life
  const messages = timeline.filter(isMessage).toReversed()
  const settle = useApiMutation(adminOrderLifeApi.settle)
  return (
    <Panel title={order.asked_at === undefined ? '顧客留言' : '顧客留言（待回覆）'}>
      {messages.length === 0 && <Box sx={{ color: 'text.secondary' }}>沒有留言</Box>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end.
          <Message key={index} message={message} />
        ))}
      </Box>
      {!isArchived && <AnswerForm id={order.id} />}
      {!isArchived && order.asked_at !== undefined && (
        <ActionButton
          permission="order.write"
          color="inherit"
          isLoading={settle.isPending}
          onClick={() => settle.mutate({ params: { id: order.id } })}
        >
          不需回覆，標為已處理
        </ActionButton>
      )}
    </Panel>
  )
}

function Message({ message: { kind, text, at, actor } }: { message: OrderTimelineEvent }) {
  const isOfShopper = kind === 'asked'
  return (
    <Box component="li" sx={isOfShopper ? { pr: 4 } : { pl: 4 }}>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {isOfShopper ? '顧客' : actor}・{formatTimestamp(at)}
      </Box>
      <Box
        sx={{
          mt: 0.5,
          px: 1.5,
          py: 1,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          ...(isOfShopper && { bgcolor: 'action.hover' }),
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Box>
  )
}

function AnswerForm({ id }: { id: string }) {
  const [typed, setTyped] = useState('')
  const idempotency = useIdempotencyKey()
  const answer = useApiMutation(adminOrderLifeApi.answer, {
    callOptions: (input) => ({ idempotencyKey: idempotency.keyOf(input) }),
    onSuccess: (_, { data }) => {
      idempotency.reset()
      // Text typed during the sending stays.
      setTyped((now) => (now.trim() === data.text ? '' : now))
    },
    onError: (error) => {
      if (isDefinitiveFailure(error)) idempotency.reset()
    },
  })
  const text = typed.trim()
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 1, justifyItems: 'end', mt: 2 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (text) answer.mutate({ params: { id }, data: { text } })
      }}
    >
      <TextField
        label="回覆顧客"
        helperText="顧客會在訂單頁看到，也會收到信"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        multiline
        minRows={2}
        size="small"
        fullWidth
        slotProps={{ htmlInput: { maxLength: 1_000 } }}
      />
      <ActionButton
        permission="order.write"
        type="submit"
        variant="outlined"
        color="inherit"
        isLoading={answer.isPending}
        disabled={text === ''}
      >
        送出回覆
      </ActionButton>
    </Box>
  )
}
