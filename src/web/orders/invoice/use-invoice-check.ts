import { useQuery } from '@tanstack/react-query'
import { invoiceCheckApi } from '#contract/invoice-checks.ts'
import { apiQuery } from '../../api/queries.ts'

/** The names by which the ministry is asked. */
type Asked = 'mobile' | 'love_code' | 'tax_id'

/**
 * Asks whether a code exists, once for each; an empty code is not asked for. Without an answer there
 * is none: nothing waits for it.
 */
export function useInvoiceCheck(name: Asked, code: string) {
  const { data } = useQuery({
    ...apiQuery(invoiceCheckApi.check, { query: { [name]: code } }),
    enabled: code !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return code === '' ? undefined : data
}
