import Box from '@mui/material/Box'
import { formatLowest, formatMoney } from '#contract/money.ts'

/** An amount in whole NT$ that never breaks within its number; 「起」 where others cost more. */
export function Amount({ value, isLowest = false }: { value: number; isLowest?: boolean }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {formatLowest(value, isLowest)}
    </Box>
  )
}

/** The pixels that a cell of a list needs for an amount. */
export function amountWidth(value: number, isLowest = false): number {
  return 8.2 * formatMoney(value).length + (isLowest ? 36 : 16)
}
