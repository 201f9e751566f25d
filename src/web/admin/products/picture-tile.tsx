import AddPhotoAlternateOutlinedIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import ArrowForwardIcon from '@mui/icons-material/ArrowForward'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import type { DragEvent } from 'react'
import { Thumbnail } from './thumbnail.tsx'

interface PictureTileProps {
  /** 0 is the main picture. */
  position: number
  lastPosition: number
  /** Of its field. */
  label: string
  address: string
  isUploading: boolean
  onPick: () => void
  onRemove: () => void
  onMove: (to: number) => void
  onDragStart: () => void
  onDragEnd: () => void
  onDrop: (event: DragEvent) => void
}

/** One picture: a place to put it, or what can be done with it. */
export function PictureTile(props: PictureTileProps) {
  const { position, lastPosition, label, address } = props
  const isMain = position === 0
  const picture = isMain ? '主圖' : `圖片 ${position}`
  const beforeVerb = isMain ? '' : ' '

  /** The focus stays with the picture; the main one has no way further up. */
  function move(event: { currentTarget: HTMLElement }, to: number, action: string) {
    const group = event.currentTarget.closest('[role=group]')
    props.onMove(to)
    const goal = to === 0 ? 'down' : to === lastPosition ? 'up' : action
    // The tile of an empty place has its buttons only now.
    requestAnimationFrame(() => {
      group?.querySelector<HTMLElement>(`[data-move="${goal}-${to}"]`)?.focus()
    })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the buttons do the same
    <div onDragOver={(event) => event.preventDefault()} onDrop={props.onDrop}>
      <Box
        draggable={address !== ''}
        data-testid={`picture-${position}`}
        onDragStart={props.onDragStart}
        onDragEnd={props.onDragEnd}
        sx={{ ...frame, cursor: address ? 'grab' : 'default' }}
      >
        {address === '' ? (
          <ButtonBase
            aria-label={`上傳到${label}`}
            disabled={props.isUploading}
            onClick={props.onPick}
            sx={empty}
          >
            <AddPhotoAlternateOutlinedIcon />
          </ButtonBase>
        ) : (
          <>
            <Thumbnail src={address} alt={`${picture}${beforeVerb}預覽`} />
            <IconButton
              aria-label={`移除${picture}`}
              disabled={props.isUploading}
              onClick={props.onRemove}
              sx={remove}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        )}
      </Box>
      <Box sx={row}>
        {address !== '' && !isMain ? (
          <IconButton
            aria-label={`${picture} 往前移`}
            data-move={`up-${position}`}
            disabled={props.isUploading}
            onClick={(event) => move(event, position - 1, 'up')}
            sx={action}
          >
            <ArrowBackIcon fontSize="small" />
          </IconButton>
        ) : (
          <span />
        )}
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {picture}
        </Box>
        {address !== '' && position < lastPosition ? (
          <IconButton
            aria-label={`${picture}${beforeVerb}往後移`}
            data-move={`down-${position}`}
            disabled={props.isUploading}
            onClick={(event) => move(event, position + 1, 'down')}
            sx={action}
          >
            <ArrowForwardIcon fontSize="small" />
          </IconButton>
        ) : (
          <span />
        )}
      </Box>
    </div>
  )
}

const frame = {
  position: 'relative',
  aspectRatio: '1',
  borderRadius: 1,
  overflow: 'hidden',
} as const
const empty = {
  width: '100%',
  height: '100%',
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: 1,
  color: 'text.secondary',
  '&:hover': { bgcolor: 'action.hover' },
} as const
const remove = {
  position: 'absolute',
  top: 4,
  right: 4,
  width: 32,
  height: 32,
  bgcolor: 'background.paper',
  boxShadow: 1,
  '&:hover': { bgcolor: 'grey.100' },
  // The pressed area is larger than what is seen.
  '&::after': { content: '""', position: 'absolute', inset: -6 },
} as const
const row = {
  display: 'grid',
  gridTemplateColumns: '36px 1fr 36px',
  alignItems: 'center',
  justifyItems: 'center',
  minHeight: 44,
  mx: -0.5,
} as const
const action = { width: 44, height: 44 } as const
