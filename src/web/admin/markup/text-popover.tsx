import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

interface TextPopoverProps {
  anchor: HTMLElement
  title: string
  label: string
  help: string
  value: string
  read: (typed: string) => { value: string } | { fault: string }
  onSubmit: (value: string) => void
  removeLabel?: string | undefined
  onRemove?: () => void
  onClose: () => void
}

/** Asks for one line beside the button that needs it. No form: it stands within one. */
export function TextPopover(props: TextPopoverProps) {
  const [typed, setTyped] = useState(props.value)
  const [fault, setFault] = useState('')

  function submit() {
    const answer = props.read(typed)
    if ('fault' in answer) {
      setFault(answer.fault)
      return
    }
    props.onSubmit(answer.value)
    props.onClose()
  }

  return (
    <Popover
      open
      anchorEl={props.anchor}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      disableRestoreFocus
      onClose={props.onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': props.title, sx: paper } }}
    >
      <TextField
        autoFocus
        size="small"
        fullWidth
        label={props.label}
        value={typed}
        error={fault !== ''}
        helperText={fault || props.help}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 1 }}>
        {props.removeLabel && (
          <Button
            color="inherit"
            sx={{ mr: 'auto' }}
            onClick={() => {
              props.onRemove?.()
              props.onClose()
            }}
          >
            {props.removeLabel}
          </Button>
        )}
        <Button color="inherit" onClick={props.onClose}>
          取消
        </Button>
        <Button variant="contained" onClick={submit}>
          套用
        </Button>
      </Box>
    </Popover>
  )
}

const paper = { p: 2, width: 360, maxWidth: 'calc(100vw - 32px)' } as const
