import Button, { type ButtonProps, buttonClasses } from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Tooltip from '@mui/material/Tooltip'
import type { MouseEvent } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { noPermission, useMay } from '../admin-context.ts'

interface ActionButtonProps extends Omit<ButtonProps, 'loading' | 'className'> {
  /** A running action: it ignores presses, but keeps the focus. */
  isLoading?: boolean
  /** Of several, one is enough. */
  permission?: Permission | readonly Permission[] | undefined
  /** Why it cannot be pressed just now. */
  refusal?: string | undefined
  /** The entry that it is about, where several buttons have one label. */
  about?: string | undefined
}

/**
 * A button that is never `disabled`, because that loses the focus: what cannot be pressed just now
 * is aria-disabled, and where the server would refuse it, it says why.
 */
export function ActionButton(props: ActionButtonProps) {
  const { permission, isLoading = false, disabled = false, about, onClick, ...others } = props
  const { refusal, ...button } = others
  const may = useMay()
  const isAllowed = permission === undefined || [permission].flat().some((one) => may(one))
  const reason = isAllowed ? refusal : noPermission
  const isInactive = reason !== undefined || isLoading || disabled
  const description = [about, reason].filter(Boolean).join('，')

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isInactive) event.preventDefault()
    else onClick?.(event)
  }

  const action = (
    <Button
      {...button}
      aria-disabled={isInactive || undefined}
      aria-busy={isLoading || undefined}
      aria-description={description || undefined}
      disableRipple={isInactive}
      onClick={press}
      {...(isInactive && { className: buttonClasses.disabled })}
      // The tooltip would describe it in place of the line above.
      {...(reason !== undefined && { title: undefined, 'aria-describedby': undefined })}
    >
      {button.children}
      {isLoading && <CircularProgress aria-hidden size={16} sx={spinner} />}
    </Button>
  )
  if (reason === undefined) return action
  return (
    <Tooltip title={reason} describeChild enterTouchDelay={0}>
      {action}
    </Tooltip>
  )
}

const spinner = { position: 'absolute', color: 'action.disabled' } as const
