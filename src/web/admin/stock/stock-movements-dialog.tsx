import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminStockApi } from '#contract/stock.ts'
import type { MovementKind } from '#contract/stock-rules.ts'
import { apiQuery } from '../../api/queries.ts'
import { DialogFrame } from '../lists/dialog-frame.tsx'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { MovementTable } from './movement-table.tsx'
import { kindOptions } from './movement-words.ts'
import type { StockEntry } from './stock-entry.ts'

/** The ledger of one product, newest first. */
export function StockMovementsDialog({ entry, onClose }: EntryDialogProps<StockEntry>) {
  const [page, setPage] = useState(1)
  const [kind, setKind] = useState<MovementKind | ''>('')
  const query = { page: String(page), ...(kind !== '' && { kind }) }
  const movements = useQuery({
    ...apiQuery(adminStockApi.movements, { params: { id: entry.id }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { pagination } = movements.data ?? {}
  return (
    <DialogFrame
      title={`庫存異動 ${entry.title}`}
      maxWidth="md"
      fillsSmallScreen
      onClose={onClose}
      onSubmit={onClose}
    >
      <DialogContent dividers>
        <TextField
          select
          size="small"
          label="類型"
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as MovementKind | '')
            setPage(1)
          }}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 160, my: 1 }}
        >
          <option value="">全部</option>
          {kindOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </TextField>
        {movements.data && <MovementTable movements={movements.data.movements} />}
        {movements.isError && <Typography role="alert">{movements.error.message}</Typography>}
      </DialogContent>
      <DialogActions>
        <Button disabled={!pagination?.has_pre} onClick={() => setPage(page - 1)}>
          上一頁
        </Button>
        <Typography variant="body2" role="status">
          {pagination && `第 ${pagination.current_page} / ${pagination.total_pages} 頁`}
        </Typography>
        <Button disabled={!pagination?.has_next} onClick={() => setPage(page + 1)}>
          下一頁
        </Button>
        <Button type="submit" color="inherit">
          關閉
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
