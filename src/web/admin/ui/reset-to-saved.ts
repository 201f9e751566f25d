import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Takes over what a save has stored; what was typed since it was sent stays, unsaved. */
export function resetToSaved<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  sent: Form,
  saved: Form,
): void {
  const typed = structuredClone(form.getValues())
  // Sent values are no longer dirty, also in a form that keeps dirty values at a later read.
  form.reset(saved, { keepDirtyValues: false })
  for (const name of Object.keys(typed) as (Path<Form> & keyof Form)[]) {
    const isTypedSince = JSON.stringify(typed[name]) !== JSON.stringify(sent[name])
    if (isTypedSince) form.setValue(name, typed[name], { shouldDirty: true })
  }
}
