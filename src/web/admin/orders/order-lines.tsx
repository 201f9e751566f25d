import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { StaffOrder } from '#contract/orders.ts'
import { Amount } from '../ui/amount.tsx'

/** Order lines as they were when ordered. */
export function OrderLines({ order }: { order: StaffOrder }) {
  const hasAmounts = order.total !== undefined
  return (
    <TableContainer sx={{ flex: 'none' }}>
      <Table size="small" aria-label="訂購商品" sx={lineTable}>
        <TableHead>
          <TableRow>
            <TableCell>商品</TableCell>
            <TableCell align="right">數量</TableCell>
            {hasAmounts && <TableCell align="right">折扣後金額</TableCell>}
            {hasAmounts && <TableCell align="right">原金額</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {Object.values(order.products).map((line) => (
            <TableRow key={line.id}>
              <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 88 }}>
                {line.product.title}
              </TableCell>
              <TableCell align="right">{line.qty}</TableCell>
              {hasAmounts && <AmountCell value={line.final_total} />}
              {hasAmounts && <AmountCell value={line.total} />}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function AmountCell({ value = 0 }: { value: number | undefined }) {
  return (
    <TableCell align="right">
      <Amount value={Math.round(value)} />
    </TableCell>
  )
}

const lineTable = {
  fontVariantNumeric: 'tabular-nums',
  '& th': { whiteSpace: 'nowrap' },
  '& th, & td': { px: { xs: 0.5, sm: 2 } },
}
