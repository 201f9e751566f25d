import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { isUnauthorized } from '../../api/api-error.ts'
import { showToast } from '../../ui/toast-store.ts'
import { type FieldWords, fieldErrors } from './fields/field-errors.ts'
import { useIsUploading } from './use-is-uploading.ts'

export interface SaveEntryOptions<Form extends FieldValues, Reply extends Saved> {
  form: UseFormReturn<Form>
  /** `shown` is what the form was opened with, or reset to. */
  save: (values: Form, shown: Form) => Promise<Reply>
  /** False for a reply that asks for more. */
  isSaved?: (reply: Reply) => boolean
  /** The form's fields by the names that the server gives them, in the order of the form. */
  words?: Record<string, FieldWords>
  /** Where a field of the server stands in the form, if not under its own name. */
  fieldOf?: (field: string) => Path<Form>
  /** Brings a refused field to the screen, before it takes the focus. */
  reveal?: (name: Path<Form>) => void
  /** Likely mistakes, confirmed once before they are saved. */
  questionsAbout?: (values: Form) => string[] | Promise<string[]>
  onSaved: (reply: Reply, values: Form) => void
}

export interface SaveEntry {
  submit: () => void
  isSaving: boolean
  isDirty: boolean
  /** The question that waits for a confirmation, if any. */
  questions: string[]
  confirm: () => void
  cancel: () => void
}

interface Saved {
  message: string
}

/** Saves the entry of a form; a refusal is shown beside its fields and focuses the first of them. */
export function useSaveEntry<Form extends FieldValues, Reply extends Saved = Saved>(
  options: SaveEntryOptions<Form, Reply>,
): SaveEntry {
  const { form, words = {}, onSaved } = options
  const [questions, setQuestions] = useState<string[]>([])
  const answered = useRef(new Set<string>())

  const saving = useMutation<Reply, Error, Form>({
    mutationFn: (values) => options.save(values, form.formState.defaultValues as Form),
    onSuccess: (reply, values) => {
      showToast({ message: reply.message, success: true })
      if (options.isSaved?.(reply) ?? true) onSaved(reply, values)
    },
    onError: (error, values) => {
      // It comes only after 離開後台 or a change of account: nothing is left to tell.
      if (isUnauthorized(error)) return
      const errors = fieldErrors(error, words, (field) => values[field])
      for (const [index, { field, text }] of errors.entries()) {
        const name = options.fieldOf?.(field) ?? (field as Path<Form>)
        if (index === 0) options.reveal?.(name)
        form.setError(name, { type: 'server', message: text }, { shouldFocus: index === 0 })
      }
      const isCounted = errors.length > 0 && error.message !== errors[0]?.text
      const message = isCounted ? `有 ${errors.length} 個欄位需要修正` : error.message
      showToast({ message, success: false })
    },
  })
  const asking = useMutation<string[], Error, Form>({
    mutationFn: async (values) => (await options.questionsAbout?.(values)) ?? [],
    onSuccess: (found, values) => {
      const open = found.filter((question) => !answered.current.has(question))
      if (open.length === 0) saving.mutate(values)
      else setQuestions(open)
    },
    // A failure to compute the question does not prevent the save.
    onError: (_, values) => saving.mutate(values),
  })

  const isUploading = useIsUploading()
  const isSaving = saving.isPending || asking.isPending
  const submit = form.handleSubmit((values) => asking.mutate(values))
  return {
    // A second press would save the same version again, or another new entry.
    submit: () => {
      if (!isSaving && !isUploading) void submit()
    },
    isSaving,
    isDirty: form.formState.isDirty,
    questions,
    confirm: () => {
      for (const question of questions) answered.current.add(question)
      setQuestions([])
      saving.mutate(form.getValues())
    },
    cancel: () => setQuestions([]),
  }
}
