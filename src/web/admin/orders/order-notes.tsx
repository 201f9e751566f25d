import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { adminOrderLifeApi, type OrderTimelineEvent } from '#contract/order-life.ts'
import { useApiMutation } from '../../api/queries.ts'
import { orderEventLabel } from '../../shared/order-event-label.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import type { OrderLife } from './order-life.ts'
import { OrderPanel } from './order-panel.tsx'

/** What happened to the order, newest first, and what the staff note about it. */
export function OrderNotes({ life }: { life: OrderLife }) {
  return (
    <OrderPanel title="訂單紀錄">
      {!life.is_archived && <NoteForm id={life.order.id} />}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {life.timeline.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: counted from the end, where nothing is added.
          <Step key={life.timeline.length - index} event={event} />
        ))}
      </Box>
    </OrderPanel>
  )
}

function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState('')
  const add = useApiMutation(adminOrderLifeApi.note, {
    refresh: [adminOrderLifeApi.detail],
    onSuccess: () => setText(''),
  })
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 1, justifyItems: 'end', mb: 1 }}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) add.mutate({ params: { id }, data: { text: text.trim() } })
      }}
    >
      <TextField
        label="內部備註"
        helperText="只有後台人員看得到"
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        minRows={2}
        size="small"
        fullWidth
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      <Button
        type="submit"
        variant="outlined"
        color="inherit"
        loading={add.isPending}
        disabled={text.trim() === ''}
      >
        新增備註
      </Button>
    </Box>
  )
}

function Step({ event }: { event: OrderTimelineEvent }) {
  return (
    <Box component="li" sx={{ py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box>{orderEventLabel(event.kind)}</Box>
      {event.text && (
        <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{event.text}</Box>
      )}
      <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
        {formatTimestamp(event.at)}・{event.actor}
      </Box>
    </Box>
  )
}
