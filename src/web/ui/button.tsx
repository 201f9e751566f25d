import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-fill text-on-fill hover:bg-fill-strong',
  secondary: 'border border-line-strong bg-surface hover:border-accent hover:text-accent',
  quiet: 'text-ink-muted hover:bg-accent-soft hover:text-accent-strong',
  danger: 'bg-danger text-on-accent hover:bg-danger-strong',
}

const disabledLook =
  'disabled:border-line disabled:bg-sand disabled:text-ink-muted disabled:hover:bg-sand disabled:hover:text-ink-muted'

/** The look of a button, for a link that acts as one. */
export function buttonClass(variant: ButtonVariant, options: { fullWidth?: boolean } = {}): string {
  const width = options.fullWidth ? 'flex w-full' : 'inline-flex'
  const padding = options.fullWidth || variant === 'quiet' ? 'px-3' : 'px-5'
  return `${width} ${padding} min-h-11 items-center justify-center gap-2 rounded-lg py-2 text-center text-base break-keep leading-title font-medium transition-colors ${looks[variant]} ${disabledLook}`
}

/** A round button over a picture, for one icon. */
export const roundButtonClass =
  'grid size-11 place-items-center rounded-full bg-surface/90 transition-colors *:size-5 hover:bg-surface hover:text-accent'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant
  fullWidth?: boolean
  /** A running action: it ignores presses, but stays focusable. */
  isLoading?: boolean
  icon?: ReactNode
  /** False where a phone has room for the words alone. */
  isIconOnPhone?: boolean
}

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    fullWidth = false,
    isLoading = false,
    icon,
    isIconOnPhone = true,
    type = 'button',
    children,
    onClick,
    'aria-disabled': isBlocked,
    ...rest
  } = props
  const isInactive = isLoading || isBlocked === true

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isInactive) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type={type}
      {...rest}
      aria-disabled={isInactive || undefined}
      aria-busy={isLoading || undefined}
      onClick={press}
      className={`${buttonClass(variant, { fullWidth })} ${isLoading ? 'cursor-progress' : ''}`}
    >
      {isLoading ? (
        <Spinner className="size-5 shrink-0" />
      ) : (
        icon && (
          <span
            aria-hidden="true"
            className={`grid size-5 shrink-0 place-items-center *:size-5 ${isIconOnPhone ? '' : 'max-sm:hidden'}`}
          >
            {icon}
          </span>
        )
      )}
      {children}
    </button>
  )
}
