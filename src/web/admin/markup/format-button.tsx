import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { MouseEventHandler, ReactNode } from 'react'

interface FormatButtonProps {
  label: string
  /** Whether the selection has the format; undefined for an action without a state. */
  isOn?: boolean
  disabled: boolean
  onClick: MouseEventHandler<HTMLButtonElement>
  children: ReactNode
}

export function FormatButton({ label, isOn, disabled, onClick, children }: FormatButtonProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton
          aria-label={label}
          aria-pressed={isOn}
          disabled={disabled}
          // A press would take the focus, and with it the selection, from the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClick}
          sx={{ borderRadius: 1, ...(isOn && { bgcolor: 'action.selected' }) }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
