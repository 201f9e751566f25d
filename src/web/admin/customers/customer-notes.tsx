import Box from '@mui/material/Box'
import { customerApi } from '#contract/customers.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { NoteForm } from '../ui/note-form.tsx'
import { confirm } from '../ui/question.tsx'
import { CustomerPart } from './customer-part.tsx'

/** Internal notes about a customer, newest first. */
export function CustomerNotes({ customer }: { customer: { id: string } }) {
  const { id } = customer
  return (
    <CustomerPart
      title="內部備註"
      emptyText="沒有備註"
      queryOf={(page) => apiQuery(customerApi.notes, { params: { id }, query: { page } })}
      form={<CustomerNoteForm id={id} />}
      isEmpty={({ notes }) => notes.length === 0}
    >
      {({ notes }) => (
        <EntryList>
          {notes.map((note) => (
            <ListEntry
              key={note.id}
              title={<Box sx={{ whiteSpace: 'pre-line' }}>{note.text}</Box>}
              action={
                <ActionButton
                  permission="customer.write"
                  color="inherit"
                  aria-label={`刪除備註 ${note.text.slice(0, 20)}`}
                  onClick={() =>
                    confirm({
                      title: '刪除備註',
                      text: '刪除後無法復原。',
                      label: '刪除',
                      cancelLabel: '取消',
                      run: () => write(customerApi.removeNote, { params: { id, noteId: note.id } }),
                    })
                  }
                >
                  刪除
                </ActionButton>
              }
            >
              {formatTimestamp(note.create_at)}・{note.author}
            </ListEntry>
          ))}
        </EntryList>
      )}
    </CustomerPart>
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
