import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type SaveEntry, type SaveEntryOptions, useSaveEntry } from '../../ui/use-save-entry.ts'
import { useUnsavedForm } from '../unsaved-forms.tsx'
import { type StoredForm, useStoredForm } from '../use-stored-form.ts'

interface Told {
  message: string
}

/** As `ConnectionForm` shows it. */
export interface ConnectionState {
  save: SaveEntry
  test: { isRunning: boolean; run: () => void }
  /** How the last test came out. */
  trial: { isGood: boolean; text: string } | undefined
}

/** The form of an account outside of the shop: saved over its version, and tried as it is typed. */
export function useConnectionForm<
  Form extends FieldValues,
  Data extends object,
  Reply extends Told,
>({
  stored,
  toData,
  save: sendSave,
  saved,
  test: sendTest,
  ...entry
}: Pick<SaveEntryOptions<Form, Reply>, 'words' | 'fieldOf' | 'questionsAbout'> & {
  stored: StoredForm<Form>
  toData: (typed: Form) => Data
  save: (data: Data & { version: number }) => Promise<Reply>
  saved: (reply: Reply) => StoredForm<Form>
  test?: (data: Data) => Promise<Told>
}) {
  const { form, version, takeSaved } = useStoredForm(stored)
  const [trial, setTrial] = useState<ConnectionState['trial']>()
  const save = useSaveEntry<Form, Reply>({
    ...entry,
    form,
    save: (typed) => sendSave({ version, ...toData(typed) }),
    onSaved: (reply, sent) => {
      setTrial(undefined)
      takeSaved(sent, saved(reply))
    },
  })
  const test = useMutation<Told, Error, Data>({
    ...(sendTest && { mutationFn: sendTest }),
    onSuccess: ({ message }) => setTrial({ isGood: true, text: message }),
    onError: ({ message }) => setTrial({ isGood: false, text: message }),
  })
  useUnsavedForm(save.isDirty)
  const run = () => test.mutate(toData(form.getValues()))
  return { form, save, trial, test: { isRunning: test.isPending, run } }
}

/** Keys that somebody typed; the stored ones stay where a field is empty. */
export function typedKeys<Name extends string>(
  fields: Record<Name, string>,
): Partial<Record<Name, string>> {
  const typed = Object.entries<string>(fields).filter(([, key]) => key.trim() !== '')
  const trimmed = typed.map(([name, key]) => [name, key.trim()])
  return Object.fromEntries(trimmed) as Partial<Record<Name, string>>
}
