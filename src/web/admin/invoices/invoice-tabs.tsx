import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { Link } from 'react-router'
import type { EndpointReply } from '#contract/endpoint.ts'
import { type InvoiceView, invoiceViews } from '#contract/invoice-states.ts'
import type { list } from '#contract/invoices.schema.ts'
import { adminInvoiceApi } from '#contract/invoices.ts'
import { useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { invoiceViewLabels } from './invoice-words.ts'

type Reply = EndpointReply<typeof list>

/** The views with how much waits, the numbers that are left, and the way to the sums. */
export function InvoiceTabs({ view, reply }: { view: InvoiceView; reply: Reply | undefined }) {
  const retryAll = useApiMutation(adminInvoiceApi.retryAll, { toast: 'all' })
  const { counts, numbers } = reply ?? {}
  return (
    <>
      <Box component="nav" aria-label="發票" sx={nav}>
        {invoiceViews.map((name) => {
          const isCurrent = name === view
          const count = name === 'problem' || name === 'waiting' ? (counts?.[name] ?? 0) : 0
          return (
            <Button
              key={name}
              component={Link}
              to={paths.adminInvoices(name)}
              color="inherit"
              aria-current={isCurrent ? 'page' : undefined}
              sx={{
                ...tab,
                borderColor: isCurrent ? 'primary.main' : 'transparent',
                fontWeight: isCurrent ? 600 : 400,
                ...(name === 'problem' && count > 0 && { color: 'error.main' }),
              }}
            >
              {invoiceViewLabels[name]}
              {count > 0 && (
                <Box component="span" sx={{ ml: 0.75, fontVariantNumeric: 'tabular-nums' }}>
                  {count}
                </Box>
              )}
            </Button>
          )
        })}
      </Box>
      <Box sx={facts}>
        {numbers && (
          <Box
            component="span"
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            本期剩餘 {numbers.left.toLocaleString('en-US')} 個號碼
          </Box>
        )}
        <MuiLink
          component={Link}
          to={paths.adminInvoiceAgreement()}
          color="inherit"
          sx={{ py: 1, display: 'inline-block' }}
        >
          發票與收款對帳
        </MuiLink>
        {view === 'problem' && (counts?.problem ?? 0) > 0 && (
          <ActionButton
            permission="payment.record"
            variant="outlined"
            color="inherit"
            isLoading={retryAll.isPending}
            onClick={() => retryAll.mutate({})}
            sx={{ minHeight: 44 }}
          >
            全部重試
          </ActionButton>
        )}
      </Box>
      {numbers?.is_low && (
        <Alert severity="warning">
          本期的發票號碼只剩 {numbers.left} 個，用完後無法開立發票。請到綠界後台新增字軌。
        </Alert>
      )}
      {reply && !reply.is_on && (
        <Alert
          severity="info"
          action={
            <Button component={Link} to={paths.adminSettings('invoice')} color="inherit">
              前往設定
            </Button>
          }
        >
          電子發票沒有開啟，新的訂單不會開立發票。
        </Alert>
      )}
    </>
  )
}

const nav = {
  display: 'flex',
  flexShrink: 0,
  flexWrap: 'wrap',
  gap: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const
const tab = {
  minWidth: 0,
  minHeight: 44,
  px: 1.25,
  flexShrink: 0,
  borderRadius: 0,
  borderBottom: 2,
} as const
const facts = { display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, alignItems: 'center' }
