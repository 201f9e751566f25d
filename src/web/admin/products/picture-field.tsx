import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { DragEvent } from 'react'
import type { Control } from 'react-hook-form'
import { TextFormField } from '../ui/form-fields.tsx'
import { type ProductForm, productWords } from './product-form.ts'
import { Thumbnail } from './thumbnail.tsx'

interface PictureFieldProps {
  control: Control<ProductForm>
  /** 0 is the main picture. */
  position: number
  lastPosition: number
  address: string
  isUploading: boolean
  onPick: () => void
  onMove: (to: number) => void
  onDragStart: () => void
  onDragEnd: () => void
  onDrop: (event: DragEvent) => void
}

/** One picture: its preview, its address, and what can be done with it. */
export function PictureField(props: PictureFieldProps) {
  const { position, lastPosition } = props
  const isMain = position === 0
  const picture = isMain ? '主圖' : `圖片 ${position}`
  const label = isMain ? productWords.imageUrl.label : `${productWords.imagesUrl.label} ${position}`

  /** The focus stays with the picture; the main one has no way further up. */
  function move(event: { currentTarget: HTMLElement }, to: number, action: string) {
    const group = event.currentTarget.closest('[role=group]')
    props.onMove(to)
    const goal = to === 0 ? 'down' : to === lastPosition ? 'up' : action
    group?.querySelector<HTMLElement>(`[data-move="${goal}-${to}"]`)?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the buttons do the same
    <div onDragOver={(event) => event.preventDefault()} onDrop={props.onDrop}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Box
          draggable={props.address !== ''}
          data-testid={`picture-${position}`}
          onDragStart={props.onDragStart}
          onDragEnd={props.onDragEnd}
          sx={{ cursor: props.address ? 'grab' : 'default', alignSelf: 'flex-start' }}
        >
          <Thumbnail src={props.address} alt={`${picture}${isMain ? '' : ' '}預覽`} size={64} />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <TextFormField
            control={props.control}
            name={isMain ? 'imageUrl' : `imagesUrl.${(position - 1) as 0 | 1 | 2 | 3 | 4}`}
            type="url"
            label={label}
            required
          />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            {!isMain && (
              <IconButton
                aria-label={`上傳到${label}`}
                disabled={props.isUploading}
                onClick={props.onPick}
                sx={action}
              >
                <UploadIcon fontSize="small" />
              </IconButton>
            )}
            {!isMain && (
              <IconButton
                aria-label={`${picture} 往前移`}
                data-move={`up-${position}`}
                disabled={props.isUploading}
                onClick={(event) => move(event, position - 1, 'up')}
                sx={action}
              >
                <ArrowUpwardIcon fontSize="small" />
              </IconButton>
            )}
            {position < lastPosition && (
              <IconButton
                aria-label={`${picture}${isMain ? '' : ' '}往後移`}
                data-move={`down-${position}`}
                disabled={props.isUploading}
                onClick={(event) => move(event, position + 1, 'down')}
                sx={action}
              >
                <ArrowDownwardIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
        </Box>
      </Box>
    </div>
  )
}

const action = { width: 44, height: 44 } as const
