import Box from '@mui/material/Box'
import { adminOrderLifeApi, type OrderTimelineEvent } from '#contract/order-life.ts'
import { useApiMutation } from '../../api/queries.ts'
import { isMessage, orderEventLabel } from '../../shared/order-event-label.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { NoteForm } from '../ui/note-form.tsx'
import { Panel } from '../ui/panel.tsx'
import type { OrderLife } from './order-life.ts'

/** Timeline of the order, newest first, with the notes of the staff. */
export function OrderNotes({ life }: { life: OrderLife }) {
  const events = life.timeline.filter((event) => !isMessage(event))
  return (
    <Panel title="訂單紀錄">
      {!life.is_archived && <OrderNoteForm id={life.order.id} />}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: counted from the end, where nothing is added.
          <Step key={events.length - index} event={event} />
        ))}
      </Box>
    </Panel>
  )
}

function OrderNoteForm({ id }: { id: string }) {
  const add = useApiMutation(adminOrderLifeApi.note)
  return (
    <NoteForm
      permission="order.write"
      isAdding={add.isPending}
      onAdd={(text, onSuccess) => add.mutate({ params: { id }, data: { text } }, { onSuccess })}
    />
  )
}

function Step({ event }: { event: OrderTimelineEvent }) {
  return (
    <Box component="li" sx={{ py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box>{orderEventLabel(event.kind)}</Box>
      {event.text && (
        <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{event.text}</Box>
      )}
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {formatTimestamp(event.at)}・{event.actor}
      </Box>
    </Box>
  )
}
