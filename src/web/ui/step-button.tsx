import type { ReactNode } from 'react'

/**
 * Plus or minus of a quantity. `aria-disabled` instead of `disabled`: a button that is disabled
 * while it has the focus loses it.
 */
export function StepButton(props: {
  name: string
  isDisabled: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-disabled={props.isDisabled || undefined}
      onClick={() => !props.isDisabled && props.onPress()}
      className="grid w-[min(2.75rem,12vw)] place-items-center text-ink outline-none hover:bg-accent-soft hover:text-accent-strong focus-visible:bg-accent-soft aria-disabled:bg-transparent aria-disabled:text-line-strong aria-disabled:focus-visible:bg-accent-soft"
    >
      {/* Text instead of aria-label: a label that contains 數量 would match the field's name too. */}
      <span className="sr-only">{props.name}</span>
      {props.children}
    </button>
  )
}
