import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import IconButton from '@mui/material/IconButton'

/** The buttons that move an entry of a list by one place. */
export function MoveButtons(props: {
  /** Their names: towards the beginning and towards the end. */
  labels: readonly [string, string]
  at: number
  count: number
  disabled?: boolean
  onMove: (by: -1 | 1) => void
}) {
  const { labels, at, count, disabled = false, onMove } = props
  return (
    <>
      <IconButton
        aria-label={labels[0]}
        data-move="up"
        disabled={disabled || at === 0}
        onClick={() => onMove(-1)}
        sx={square}
      >
        <ArrowUpwardIcon fontSize="small" />
      </IconButton>
      <IconButton
        aria-label={labels[1]}
        data-move="down"
        disabled={disabled || at === count - 1}
        onClick={() => onMove(1)}
        sx={square}
      >
        <ArrowDownwardIcon fontSize="small" />
      </IconButton>
    </>
  )
}

/** Focuses the button that was pressed in the row where the entry is now; at an end the other one. */
export function focusMoved(list: Element | null, to: number, by: -1 | 1): void {
  const row = list?.querySelectorAll('[role=group]')[to]
  const [up, down] = row?.querySelectorAll('button') ?? []
  const [same, other] = by < 0 ? [up, down] : [down, up]
  if (same?.disabled) other?.focus()
  else same?.focus()
}

const square = { width: 44, height: 44 } as const
