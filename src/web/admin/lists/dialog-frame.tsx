import CloseIcon from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, type SubmitEvent, useId } from 'react'

interface DialogFrameProps {
  title: string
  maxWidth: 'xs' | 'sm' | 'md'
  /** Full screen on a small screen. */
  fillsSmallScreen?: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/**
 * A dialog of the back office. Neither Escape nor a press beside it closes it, so that what was
 * typed is not lost by a slip; 關閉 and the X in its corner do.
 */
export function DialogFrame(props: DialogFrameProps) {
  const titleId = useId()
  const isSmall = useMediaQuery(useTheme().breakpoints.down('sm'))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    props.onSubmit()
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth={props.maxWidth}
      fullScreen={props.fillsSmallScreen === true && isSmall}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} component="h2" sx={{ pr: 7, overflowWrap: 'anywhere' }}>
        {props.title}
      </DialogTitle>
      <IconButton
        aria-label="關閉視窗"
        onClick={props.onClose}
        sx={{ position: 'absolute', top: 10, right: 10, width: 44, height: 44 }}
      >
        <CloseIcon />
      </IconButton>
      <form noValidate onSubmit={submit} style={formStyle}>
        {props.children}
      </form>
    </Dialog>
  )
}

const formStyle = { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } as const
