import Box from '@mui/material/Box'
import { useState } from 'react'
import { customerApi } from '#contract/customers.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { NoteForm } from '../note-form.tsx'
import { OrderEntries, OrderEntry } from '../orders/order-entries.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { CustomerPart } from './customer-part.tsx'

/** What the staff notes about a customer, newest first. */
export function CustomerNotes({ customer }: { customer: { id: string } }) {
  const { id } = customer
  const [removing, setRemoving] = useState<string>()
  const remove = useApiMutation(customerApi.removeNote, {
    onSuccess: () => setRemoving(undefined),
  })
  return (
    <>
      <CustomerPart
        title="內部備註"
        emptyText="沒有備註"
        queryOf={(page) => apiQuery(customerApi.notes, { params: { id }, query: { page } })}
        form={<CustomerNoteForm id={id} />}
        isEmpty={({ notes }) => notes.length === 0}
      >
        {({ notes }) => (
          <OrderEntries>
            {notes.map((note) => (
              <OrderEntry
                key={note.id}
                title={<Box sx={{ whiteSpace: 'pre-line' }}>{note.text}</Box>}
                action={
                  <ActionButton
                    permission="customer.write"
                    color="inherit"
                    aria-label={`刪除備註 ${note.text.slice(0, 20)}`}
                    onClick={() => setRemoving(note.id)}
                  >
                    刪除
                  </ActionButton>
                }
              >
                {formatTimestamp(note.create_at)}・{note.author}
              </OrderEntry>
            ))}
          </OrderEntries>
        )}
      </CustomerPart>
      {removing !== undefined && (
        <ConfirmDialog
          title="刪除備註"
          confirmLabel="刪除"
          cancelLabel="取消"
          isRunning={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id, noteId: removing } })}
          onCancel={() => setRemoving(undefined)}
        >
          刪除後無法復原。
        </ConfirmDialog>
      )}
    </>
  )
}

function CustomerNoteForm({ id }: { id: string }) {
  const add = useApiMutation(customerApi.addNote)
  return (
    <NoteForm
      permission="customer.write"
      isAdding={add.isPending}
      onAdd={(text, onSuccess) => add.mutate({ params: { id }, data: { text } }, { onSuccess })}
    />
  )
}
