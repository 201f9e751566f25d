import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import { useMay } from '../admin-context.ts'
import { Thumbnail } from '../products/thumbnail.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { MoveButtons } from '../ui/move-buttons.tsx'

interface CategoryRowProps {
  category: Category
  position: number
  /** The last position. */
  last: number
  onMove: (to: number) => void
  onDragStart: () => void
  onDrop: () => void
  onEdit: () => void
  onMerge: () => void
}

/** A category with what can be done with it; it is dragged as a whole. */
export function CategoryRow(props: CategoryRowProps) {
  const { category, position, last, onMove } = props
  const { name, count, picture, text } = category
  const mayWrite = useMay()('catalog.write')
  const [isOver, setOver] = useState(false)
  return (
    <Box
      component="li"
      draggable={mayWrite}
      onDragStart={props.onDragStart}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        props.onDrop()
      }}
      sx={{ ...row, ...(isOver && { bgcolor: 'action.hover' }) }}
    >
      {mayWrite && (
        <DragIndicatorIcon
          aria-hidden
          fontSize="small"
          sx={{ color: 'text.disabled', cursor: 'grab', flex: 'none' }}
        />
      )}
      <Thumbnail src={picture} alt="" size={56} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {count} 項商品
        </Typography>
        {text && (
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {text}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: 'auto' }}>
        {mayWrite && (
          <MoveButtons
            labels={[`「${name}」往前移`, `「${name}」往後移`]}
            at={position}
            count={last + 1}
            onMove={(by) => onMove(position + by)}
          />
        )}
        <ActionButton permission="catalog.write" about={name} onClick={props.onEdit} sx={button}>
          編輯
        </ActionButton>
        {last > 0 && (
          <ActionButton
            permission="catalog.write"
            about={name}
            color="inherit"
            onClick={props.onMerge}
            sx={button}
          >
            合併
          </ActionButton>
        )}
      </Box>
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
const button = { minHeight: 44 } as const
