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
  /** The entry that it is about, where several buttons have one label. */
  about?: string | undefined
}

/**
 * A button that is never `disabled`, because that loses the focus: what cannot be pressed just now
 * is aria-disabled, and for a role that the server would refuse it says so.
 */
export function ActionButton(props: ActionButtonProps) {
  const { permission, isLoading = false, disabled = false, about, onClick, ...button } = props
  const may = useMay()
  const isAllowed = permission === undefined || [permission].flat().some((one) => may(one))
  const isInactive = !isAllowed || isLoading || disabled
  const description = [about, !isAllowed && noPermission].filter(Boolean).join('，')

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
      {...(!isAllowed && { title: undefined, 'aria-describedby': undefined })}
    >
      {button.children}
      {isLoading && <CircularProgress aria-hidden size={16} sx={spinner} />}
    </Button>
  )
  if (isAllowed) return action
  return (
    <Tooltip title={noPermission} describeChild enterTouchDelay={0}>
      {action}
    </Tooltip>
  )
}

const spinner = { position: 'absolute', color: 'action.disabled' } as const
