import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNote } from './text-field.tsx'

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
}

export function CheckboxField({ label, help, error, ...input }: CheckboxFieldProps) {
  const noteId = useId()
  return (
    <div>
      <label className="-mx-1 inline-flex min-h-11 items-center gap-3 rounded-lg px-1">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? noteId : undefined}
          className="size-5 shrink-0 accent-accent"
        />
        <span>{label}</span>
      </label>
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  )
}
