import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Pagination } from '#contract/paging.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'

interface Props<T extends string> {
  title: string
  /** One choice narrows the list; the empty one is 全部. */
  filter: {
    label: string
    value: T | ''
    options: readonly { value: T; label: string }[]
    onChange: (value: T | '') => void
  }
  pagination: Pagination | undefined
  onPage: (page: number) => void
  error: Error | null
  onClose: () => void
  children: ReactNode
}

/** A list in a dialog, to look at: a choice above it, its pages below. */
export function PagedDialog<T extends string>(props: Props<T>) {
  const { title, filter, pagination, onPage, error, onClose, children } = props
  const { current_page: current = 1, total_pages: total, has_pre, has_next } = pagination ?? {}
  return (
    <DialogFrame title={title} maxWidth="md" fillsSmallScreen onClose={onClose}>
      <DialogContent dividers>
        <TextField
          select
          size="small"
          label={filter.label}
          value={filter.value}
          onChange={({ target }) => filter.onChange(target.value as T | '')}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 200, my: 1 }}
        >
          <option value="">全部</option>
          {filter.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </TextField>
        {children}
        {error && <Typography role="alert">{error.message}</Typography>}
      </DialogContent>
      <DialogActions>
        <ActionButton disabled={!has_pre} onClick={() => onPage(current - 1)}>
          上一頁
        </ActionButton>
        <Typography variant="body2" role="status">
          {pagination && `第 ${current} / ${total} 頁`}
        </Typography>
        <ActionButton disabled={!has_next} onClick={() => onPage(current + 1)}>
          下一頁
        </ActionButton>
        <Button type="submit" color="inherit">
          關閉
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
