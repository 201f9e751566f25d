import CloseIcon from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { opaqueBackdrop } from './opaque-backdrop.ts'
import { UnsavedDialog } from './unsaved-dialog.tsx'

interface DialogFrameProps {
  title: string
  maxWidth: 'xs' | 'sm' | 'md'
  /** Full screen on a small screen. */
  fillsSmallScreen?: boolean
  /**
   * By default Escape and the X close, and ask first where something was typed. `close`: they do not
   * ask; `ignore`: Escape does nothing, and the X does not ask.
   */
  escape?: 'close' | 'ignore'
  /** Nothing of the screen below can be read. */
  hidesScreen?: boolean
  onClose: () => void
  /** Without it the dialog only shows: its submit button closes it. */
  onSubmit?: () => void
  children: ReactNode
}

/**
 * A dialog of the back office. A press beside it does not close it, so that what was typed is not
 * lost by a slip.
 */
export function DialogFrame(props: DialogFrameProps) {
  const titleId = useId()
  const isTyped = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const isSmall = useMediaQuery(useTheme().breakpoints.down('sm'))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const { onSubmit = props.onClose } = props
    onSubmit()
  }

  function close() {
    if (isTyped.current && props.onSubmit && props.escape === undefined) setAsking(true)
    else props.onClose()
  }

  return (
    <Dialog
      open
      onClose={(_, reason) => {
        if (reason === 'escapeKeyDown' && props.escape !== 'ignore') close()
      }}
      fullWidth
      maxWidth={props.maxWidth}
      fullScreen={props.fillsSmallScreen === true && isSmall}
      aria-labelledby={titleId}
      {...(props.hidesScreen && { slotProps: opaqueBackdrop })}
    >
      <DialogTitle id={titleId} component="h2" sx={{ pr: 7, overflowWrap: 'anywhere' }}>
        {props.title}
      </DialogTitle>
      <IconButton
        aria-label="關閉視窗"
        onClick={close}
        sx={{ position: 'absolute', top: 10, right: 10, width: 44, height: 44 }}
      >
        <CloseIcon />
      </IconButton>
      <form
        noValidate
        onSubmit={submit}
        onInput={() => {
          isTyped.current = true
        }}
        style={formStyle}
      >
        {props.children}
      </form>
      {isAsking && <UnsavedDialog onDiscard={props.onClose} onStay={() => setAsking(false)} />}
    </Dialog>
  )
}

const formStyle = { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } as const
