import Box from '@mui/material/Box'
import type { Refund } from '#contract/order-life.ts'

/** Where the shopper wants a refund to be remitted to, for who may see it. */
export function RefundAccountLine({ refund: { account, needs_account } }: { refund: Refund }) {
  if (!account) {
    return needs_account ? (
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>等待顧客提供退款帳戶</Box>
    ) : null
  }
  return (
    <Box
      sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
    >
      退款帳戶：（{account.bank_code}）{account.account}　{account.name}
    </Box>
  )
}
