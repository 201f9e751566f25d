import type { UseFormReturn } from 'react-hook-form'
import { t } from '#contract/translate.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { createChunkLoader } from '../../ui/load-chunk.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useChunk } from '../../ui/use-chunk.ts'
import type { CheckoutFields } from '../order-content.ts'

const loadChoice = createChunkLoader(() => import('./invoice-choice.tsx'))

/** The choice of an invoice as a chunk of its own; nothing in a shop that issues none. */
export function InvoiceSection({ form }: { form: UseFormReturn<CheckoutFields> }) {
  return shopTerms?.issuesInvoices ? <LoadedChoice form={form} /> : null
}

function LoadedChoice({ form }: { form: UseFormReturn<CheckoutFields> }) {
  const chunk = useChunk('invoice-choice', loadChoice)
  if (chunk.isError) {
    return <ErrorState message={t('發票選項暫時無法顯示')} onRetry={() => chunk.refetch()} />
  }
  // As high as the choice of a person, so that nothing below moves.
  if (!chunk.data) return <Skeleton className="h-[15.1rem] rounded-lg min-[29rem]:h-[11.7rem]" />
  return <chunk.data.InvoiceChoice form={form} />
}
