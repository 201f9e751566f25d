import Box from '@mui/material/Box'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { EndpointReply } from '#contract/endpoint.ts'
import type { adminQuote } from '#contract/orders.schema.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { apiQuery } from '../../../api/queries.ts'
import { shopTerms } from '../../../api/shop-config.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { FlagFormField } from '../../ui/fields/form-fields.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { SumList } from '../order-summary.tsx'
import { type NewOrderForm, quotedLines } from './new-order-form.ts'

export interface OrderQuote {
  /** Of the lines before, while those of now are asked about. */
  quote: EndpointReply<typeof adminQuote> | undefined
  isCurrent: boolean
  /** A quantity is missing: there is nothing to ask about. */
  isAsked: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

/** The amounts of the order as the server would charge them now. */
export function useOrderQuote(control: Control<NewOrderForm>): OrderQuote {
  const [lines, chargesShipping, method, county, district] = useWatch({
    control,
    name: ['lines', 'chargesShipping', 'method', 'county', 'district'],
  })
  const asked = quotedLines(lines)
  const settled = useDebounced(asked, { delayMs: 250, isComposing: false })
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...apiQuery(adminOrderApi.quote, {
      query: {
        ...{ lines: settled, charges_shipping: chargesShipping === 1 ? '1' : '0' },
        ...(method && { shipping_method: method, ...(district && { county, district }) }),
      },
    }),
    enabled: settled !== '',
    // Never from the cache: prices may have changed since.
    ...{ staleTime: 0, gcTime: 0, placeholderData: keepPreviousData },
  })
  return {
    quote: asked === '' ? undefined : data,
    isCurrent: asked === settled && data !== undefined && !isPlaceholderData && error === null,
    isAsked: asked !== '',
    error: asked === settled ? error : null,
    refetch,
  }
}

/** The sums of the order: what stands here is charged, or the order is refused. */
export function OrderQuoteSums(props: { control: Control<NewOrderForm>; quoted: OrderQuote }) {
  const { control, quoted } = props
  const { quote, isCurrent, isAsked, error } = quoted
  return (
    <Box sx={{ display: 'grid', gap: 1, borderTop: 1, borderColor: 'divider', pt: 1 }}>
      {((shopTerms?.shipping.fee ?? 0) > 0 || shopTerms?.delivery) && (
        <FlagFormField
          control={control}
          name="chargesShipping"
          label="收運費"
          help="自取或當面交貨時可以不收"
        />
      )}
      {error ? (
        <RetryAlert query={quoted} />
      ) : (
        <Box aria-live="polite" aria-busy={!isCurrent} sx={{ opacity: isCurrent ? 1 : 0.6 }}>
          {quote ? (
            <SumList
              {...{ ...quote, discount: 0, coupon: undefined }}
              shippingFee={quote.shipping_fee || undefined}
            />
          ) : (
            <Box sx={{ color: 'text.secondary' }}>
              {isAsked ? '計算金額中' : '填好數量後計算金額'}
            </Box>
          )}
        </Box>
      )}
    </Box>
  )
}
