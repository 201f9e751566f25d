import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { resetToSaved } from '../ui/reset-to-saved.ts'

export interface StoredForm<Form> {
  version: number
  values: Form
}

/**
 * The form of a group of settings. A newer version fills its fields, unless something unsaved is
 * typed there: that is saved over the version it was typed over, and the server refuses it.
 */
export function useStoredForm<Form extends FieldValues>(stored: StoredForm<Form>) {
  const form = useForm<Form>({ defaultValues: stored.values as DefaultValues<Form> })
  const [version, setVersion] = useState(stored.version)
  const { isDirty } = form.formState

  useEffect(() => {
    if (stored.version <= version || isDirty) return
    form.reset(stored.values)
    setVersion(stored.version)
  }, [form, stored, version, isDirty])

  /** Takes over what a save has stored; what was typed since it was sent stays, unsaved. */
  function takeSaved(sent: Form, saved: StoredForm<Form>) {
    resetToSaved(form, sent, saved.values)
    setVersion(saved.version)
  }

  return { form, version, takeSaved }
}
