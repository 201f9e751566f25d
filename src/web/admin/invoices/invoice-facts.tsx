import Box from '@mui/material/Box'
import { invoiceChoiceText } from '#contract/invoice-words.ts'
import type { AdminInvoice } from '#contract/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { formatDay, formatTimestamp } from '../../ui/dates.ts'
import { allowanceText } from './invoice-words.ts'

/** The choice of an invoice as it was sent, the answers to it, and its allowances. */
export function InvoiceFacts({ invoice }: { invoice: AdminInvoice }) {
  const { date, random, choice, message, void_reason: reason, voided_at: voidedAt } = invoice
  return (
    <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
      {date !== undefined && (
        <Box>
          {formatTimestamp(date)} 開立{random && `・隨機碼 ${random}`}
        </Box>
      )}
      {choice && <Box>{invoiceChoiceText(choice)}</Box>}
      {voidedAt !== undefined && (
        <Box>
          {formatTimestamp(voidedAt)} 作廢{reason && `：${reason}`}
        </Box>
      )}
      {invoice.is_trial && <Box>測試環境，沒有上傳財政部</Box>}
      {message && <Box sx={{ color: 'error.main' }}>{message}</Box>}
      {invoice.allowances.map((allowance) => (
        <Box key={allowance.id}>
          {allowanceText(allowance)}
          {allowance.number && `・${allowance.number}`}
          {allowance.date !== undefined && `・${formatDay(allowance.date * 1000)}`}
          {allowance.message && (
            <Box component="span" sx={{ color: 'error.main' }}>
              ・{allowance.message}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}

/** Its goods with what each came to, and those of its allowances. */
export function InvoiceLines({ invoice }: { invoice: AdminInvoice }) {
  const parts = [
    { id: invoice.id, name: '發票明細', lines: invoice.lines },
    ...invoice.allowances.map((allowance) => ({
      id: allowance.id,
      name: allowanceText(allowance),
      lines: allowance.lines,
    })),
  ]
  return parts.map(({ id, name, lines }) => (
    <Box key={id} component="table" aria-label={name} sx={table}>
      <Box component="caption" sx={{ textAlign: 'left', fontWeight: 600, pb: 0.5 }}>
        {name}
      </Box>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice never move
          <tr key={index}>
            <Box component="td" sx={{ overflowWrap: 'anywhere' }}>
              {line.title} × {line.qty}
              {line.tax_type === 'free' && '（免稅）'}
            </Box>
            <Box component="td" sx={{ textAlign: 'right', whiteSpace: 'nowrap', pl: 2 }}>
              {formatMoney(line.amount)}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  ))
}

const table = {
  width: '100%',
  mt: 2,
  fontVariantNumeric: 'tabular-nums',
  '& td': { py: 0.25, verticalAlign: 'top' },
} as const
