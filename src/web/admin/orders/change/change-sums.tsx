import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { OrderChangeReply, OrderVersion } from '#contract/order-change.ts'
import { changeNotes } from '../../../shared/change-notes.ts'
import { Amount } from '../../ui/amount.tsx'

type SumKey = 'subtotal' | 'discount' | 'shipping_fee' | 'credit_used' | 'total'

const rows: { key: SumKey; label: string }[] = [
  { key: 'subtotal', label: '小計' },
  { key: 'discount', label: '優惠' },
  { key: 'shipping_fee', label: '運費' },
  { key: 'credit_used', label: '購物金與點數' },
  { key: 'total', label: '總計' },
]

/** The sums of an order before and after its change, and what becomes of the difference. */
export function ChangeSums(props: {
  preview: OrderChangeReply
  isCurrent: boolean
  isPaid: boolean
  fault?: string
}) {
  const { preview, isCurrent } = props
  const { before, after } = preview
  return (
    <Box aria-live="polite" aria-busy={!isCurrent} sx={{ opacity: isCurrent ? 1 : 0.6 }}>
      <Table size="small" aria-label="變更前後的金額" sx={sums}>
        <TableHead>
          <TableRow>
            <TableCell>項目</TableCell>
            <TableCell align="right">變更前</TableCell>
            <TableCell align="right">變更後</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows
            .filter(
              ({ key }) => key === 'total' || (before[key] ?? 0) !== 0 || (after[key] ?? 0) !== 0,
            )
            .map(({ key, label }) => (
              <TableRow key={key} sx={key === 'total' ? total : undefined}>
                <TableCell component="th" scope="row">
                  {label}
                </TableCell>
                <SumCell of={before} name={key} />
                <SumCell of={after} name={key} />
              </TableRow>
            ))}
        </TableBody>
      </Table>
      <Box sx={{ display: 'grid', gap: 1, mt: 1.5 }}>
        {changeNotes(preview, { reader: '顧客', isPaid: props.isPaid }).map(
          ({ text, isWarning }) => (
            <Alert key={text} severity={isWarning ? 'warning' : 'info'}>
              {text}
            </Alert>
          ),
        )}
      </Box>
    </Box>
  )
}

function SumCell({ of, name }: { of: OrderVersion; name: SumKey }) {
  const value = of[name] ?? 0
  return (
    <TableCell align="right">
      {(name === 'discount' || name === 'credit_used') && value > 0 && '−'}
      <Amount value={value} />
    </TableCell>
  )
}

const sums = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: { xs: 0.5, sm: 2 } },
} as const
const total = { '& th, & td': { fontWeight: 600, borderBottom: 0 } } as const
