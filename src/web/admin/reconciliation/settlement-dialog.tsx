import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  adminReconciliationApi,
  type Settlement,
  type SettlementLine,
  type SettlementResult,
} from '#contract/reconciliation.ts'
import { apiQuery } from '../../api/queries.ts'
import { Amount } from '../amount.tsx'
import { DialogFrame } from '../lists/dialog-frame.tsx'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { settlementResultLabels } from './difference-labels.ts'

/** The lines of a settlement file in their order, and how each was matched. */
export function SettlementDialog({ entry, onClose }: EntryDialogProps<Settlement>) {
  const [page, setPage] = useState(1)
  const [result, setResult] = useState<SettlementResult | ''>('')
  const query = { page: String(page), ...(result !== '' && { result }) }
  const lines = useQuery({
    ...apiQuery(adminReconciliationApi.settlement, { params: { id: entry.id }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { pagination } = lines.data ?? {}
  return (
    <DialogFrame
      title={entry.file_name}
      maxWidth="md"
      fillsSmallScreen
      onClose={onClose}
      onSubmit={onClose}
    >
      <DialogContent dividers>
        <TextField
          select
          size="small"
          label="結果"
          value={result}
          onChange={({ target }) => {
            setResult(target.value as SettlementResult | '')
            setPage(1)
          }}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 200, my: 1 }}
        >
          <option value="">全部</option>
          {entry.results.map((sum) => (
            <option key={sum.result} value={sum.result}>
              {`${settlementResultLabels[sum.result]}（${sum.count} 筆）`}
            </option>
          ))}
        </TextField>
        {lines.data && <LineTable lines={lines.data.lines} />}
        {lines.isError && <Typography role="alert">{lines.error.message}</Typography>}
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

function LineTable({ lines }: { lines: SettlementLine[] }) {
  return (
    <TableContainer tabIndex={0} aria-label="對帳檔明細" role="region">
      <Table
        size="small"
        aria-label="對帳檔明細"
        sx={{ fontVariantNumeric: 'tabular-nums', th: { whiteSpace: 'nowrap' } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>行</TableCell>
            <TableCell>交易編號</TableCell>
            <TableCell>結果</TableCell>
            <TableCell align="right">檔案金額</TableCell>
            <TableCell align="right">帳上金額</TableCell>
            <TableCell align="right">手續費</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map(({ position, trade_no, amount, ours, fee, result }) => (
            <TableRow key={position}>
              <TableCell>{result === 'missing' ? '—' : position}</TableCell>
              <TableCell>{trade_no}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{settlementResultLabels[result]}</TableCell>
              <TableCell align="right">
                {result === 'missing' ? '—' : <Amount value={amount} />}
              </TableCell>
              <TableCell align="right">
                {ours === undefined ? '—' : <Amount value={ours} />}
              </TableCell>
              <TableCell align="right">
                {fee === undefined ? '—' : <Amount value={fee} />}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
