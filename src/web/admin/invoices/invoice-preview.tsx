import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { adminInvoiceApi } from '#contract/invoices.ts'
import { apiQuery } from '../../api/queries.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useMay } from '../admin-context.ts'
import { previewSentences } from './invoice-words.ts'

const delayMs = 300

/** Says what a refund would do to the invoices of an order; undefined: one of all that it keeps. */
export function InvoicePreviewNote(props: { orderId: string; refund?: number | '' | undefined }) {
  const may = useMay()
  const asked = props.refund === undefined ? '' : String(props.refund || 0)
  const refund = useDebounced(asked, { delayMs, isComposing: false })
  const isSum = props.refund === undefined || (refund !== '' && refund !== '0')
  const isAsked = shopTerms?.issuesInvoices === true && may('money.read') && isSum
  const query = useQuery({
    ...apiQuery(adminInvoiceApi.ofOrder, { params: { id: props.orderId }, query: { refund } }),
    enabled: isAsked,
  })
  const sentences = isAsked ? previewSentences(query.data?.preview ?? []) : []
  if (sentences.length === 0) return null
  return (
    <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
      {sentences.join('；')}。
    </Alert>
  )
}
