import type { ReactNode } from 'react'
import { type Question, QuestionDialog } from '../ui/question.tsx'
import type { EntryDialogProps } from './list-definition.ts'

/** A question about an entry as a dialog of its list, which has an address. */
export function askAbout<Row>(
  ask: (entry: Row) => Question,
): (props: EntryDialogProps<Row>) => ReactNode {
  return ({ entry, onDeleted, onClose }) => (
    <QuestionDialog {...ask(entry)} onDone={onDeleted} onClose={onClose} />
  )
}
