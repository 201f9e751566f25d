import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { t } from '#contract/translate.ts'

interface FieldTexts {
  label: string
  help?: ReactNode
  error?: string | undefined
}

type InputProps = Omit<ComponentProps<'input'>, 'className'> & FieldTexts
type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> &
  FieldTexts & { options: readonly string[] }
type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> & FieldTexts

const control =
  'block w-full rounded-lg border border-line-strong bg-surface px-3 text-base text-ink transition-colors placeholder:text-ink-muted hover:border-ink-muted disabled:bg-sand disabled:text-ink-muted aria-invalid:border-danger'
/** A list is `:read-only` by itself. */
const textControl = `${control} read-only:bg-sand`

export function TextField({ label, help, error, ...input }: InputProps) {
  const field = useField({ id: input.id, help, error })
  return (
    <Field label={label} field={field}>
      <input {...input} {...field.controlProps} className={`${textControl} h-11`} />
    </Field>
  )
}

/** A native list of names; its first entry, an empty one, stands for none chosen yet. */
export function SelectField({ label, help, error, options, ...select }: SelectProps) {
  const field = useField({ id: select.id, help, error })
  return (
    <Field label={label} field={field}>
      <select {...select} {...field.controlProps} className={`${control} h-11`}>
        <option value="">{t('請選擇')}</option>
        {options.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </Field>
  )
}

export function TextAreaField({ label, help, error, rows = 4, ...area }: TextAreaProps) {
  const field = useField({ id: area.id, help, error })
  return (
    <Field label={label} field={field}>
      <textarea
        rows={rows}
        {...area}
        {...field.controlProps}
        className={`${textControl} field-sizing-content min-h-24 py-2`}
      />
    </Field>
  )
}

export function PasswordField({ label, help, error, ...input }: InputProps) {
  const field = useField({ id: input.id, help, error })
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} field={field}>
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...field.controlProps}
          type={isShown ? 'text' : 'password'}
          className={`${textControl} h-11 pr-12`}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={field.controlProps.id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-ink-muted hover:text-accent"
        >
          {/* Text, not a label of its own: who looks for the field by its label finds one. */}
          <span className="sr-only">{t('顯示密碼')}</span>
          {isShown ? (
            <EyeOff aria-hidden="true" className="size-5" />
          ) : (
            <Eye aria-hidden="true" className="size-5" />
          )}
        </button>
      </div>
    </Field>
  )
}

type FieldState = ReturnType<typeof useField>

function useField({ id, help, error }: { id?: string | undefined } & Omit<FieldTexts, 'label'>) {
  const ownId = useId()
  const controlId = id ?? ownId
  const noteId = `${controlId}-note`
  return {
    help,
    error,
    noteId,
    controlProps: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error || help ? noteId : undefined,
    },
  }
}

function Field(props: { label: string; field: FieldState; children: ReactNode }) {
  const { label, field, children } = props
  return (
    <div>
      <label htmlFor={field.controlProps.id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children}
      <FieldNote id={field.noteId} help={field.help} error={field.error} />
    </div>
  )
}

/** Help and error below the field, the error before the help. */
export function FieldNote(props: { id: string; help?: ReactNode; error?: string | undefined }) {
  const { id, help, error } = props
  if (error) {
    return (
      <p id={id} className="mt-1 flex items-start gap-1 text-sm text-danger">
        <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
        {error}
      </p>
    )
  }
  if (!help) return null
  return (
    <p id={id} className="mt-1 text-sm text-ink-muted">
      {help}
    </p>
  )
}
