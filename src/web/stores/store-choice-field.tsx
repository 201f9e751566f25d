import type { ComponentProps } from 'react'
import { t } from '#contract/translate.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useChunk } from '../ui/use-chunk.ts'
import type { StoreField } from './store-field.tsx'

const loadField = createChunkLoader(() => import('./store-field.tsx'))

/** The choice of a store as a chunk of its own: most orders go to an address. */
export function StoreChoiceField(props: ComponentProps<typeof StoreField>) {
  const field = useChunk('store-field', loadField)
  if (field.isError) {
    return <ErrorState message={t('門市暫時無法顯示')} onRetry={() => field.refetch()} />
  }
  if (!field.data) return <Skeleton className="h-40 rounded-lg" />
  return <field.data.StoreField {...props} />
}
