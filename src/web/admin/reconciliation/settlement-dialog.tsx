import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  adminReconciliationApi,
  type Settlement,
  type SettlementLine,
  type SettlementResult,
} from '#contract/reconciliation.ts'
import { apiQuery } from '../../api/queries.ts'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { PagedDialog } from '../lists/paged-dialog.tsx'
import { Amount } from '../ui/amount.tsx'
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
  return (
    <PagedDialog
      title={entry.file_name}
      filter={{
        label: '結果',
        value: result,
        options: entry.results.map(({ result: value, count }) => ({
          value,
          label: `${settlementResultLabels[value]}（${count} 筆）`,
        })),
        onChange: (value) => {
          setResult(value)
          setPage(1)
        },
      }}
      pagination={lines.data?.pagination}
      onPage={setPage}
      error={lines.error}
      onClose={onClose}
    >
      {lines.data && <LineTable lines={lines.data.lines} />}
    </PagedDialog>
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
