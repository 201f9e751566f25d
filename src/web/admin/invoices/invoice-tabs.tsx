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
import { ViewTabs } from '../lists/view-tabs.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { invoiceViewLabels } from './invoice-words.ts'

type Reply = EndpointReply<typeof list>

/** The views with how much waits, the numbers that are left, and the way to the sums. */
export function InvoiceTabs({ view, reply }: { view: InvoiceView; reply: Reply | undefined }) {
  const retryAll = useApiMutation(adminInvoiceApi.retryAll, { toast: 'all' })
  const { counts, numbers } = reply ?? {}
  const tabs = invoiceViews.map((name) => ({
    name,
    label: invoiceViewLabels[name],
    link: paths.adminInvoices(name),
    count: name === 'problem' || name === 'waiting' ? (counts?.[name] ?? 0) : 0,
    isFault: name === 'problem',
  }))
  return (
    <>
      <ViewTabs label="發票" tabs={tabs} current={view} />
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

const facts = { display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, alignItems: 'center' }
