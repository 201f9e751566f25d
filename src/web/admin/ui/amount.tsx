import Box from '@mui/material/Box'
import { formatMoney } from '#contract/money.ts'

/** An amount in whole NT$ that never breaks within its number. */
export function Amount({ value }: { value: number }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {formatMoney(value)}
    </Box>
  )
}

/** The pixels that a cell of a list needs for an amount. */
export function amountWidth(value: number): number {
  return 8.2 * formatMoney(value).length + 16
}
