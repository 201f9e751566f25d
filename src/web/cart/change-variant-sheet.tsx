import { useId, useState } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { t } from '#contract/translate.ts'
import { findVariant, firstVariant } from '#contract/variants.ts'
import { isMissing } from '../api/api-error.ts'
import { useProduct } from '../api/use-product.ts'
import { Button } from '../ui/button.tsx'
import { DialogContent, Sheet } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useUpdateLine } from './cart.queries.ts'
import { ChosenVariant } from './chosen-variant.tsx'
import { VariantChoice } from './variant-choice.tsx'

interface ChangeVariantSheetProps {
  line: CartLine
  isOpen: boolean
  onClose: () => void
}

/** Turns a line into one of another variant. */
export function ChangeVariantSheet({ line, isOpen, onClose }: ChangeVariantSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('更改規格')}>
      <ChangeVariant line={line} onClose={onClose} />
    </Sheet>
  )
}

function ChangeVariant({ line, onClose }: Omit<ChangeVariantSheetProps, 'isOpen'>) {
  const titleId = useId()
  const { data, error, refetch } = useProduct(line.product_id)
  const isGone = error !== null && isMissing(error)
  const product = isGone ? undefined : data?.product
  const [id, setId] = useState(line.variant_id ?? '')
  const update = useUpdateLine()
  const chosen = product && (findVariant(product, id) ?? firstVariant(product))

  function apply({ id: variantId }: { id: string }) {
    const changed = { product_id: line.product_id, variant_id: variantId, qty: line.qty }
    update.mutate({ params: { id: line.id }, data: changed }, { onSuccess: onClose })
  }
  return (
    <DialogContent
      actions={
        chosen && (
          <Button
            variant="primary"
            disabled={chosen.stock_level === 'sold_out'}
            isLoading={update.isPending}
            aria-describedby={titleId}
            onClick={() => (chosen.id === line.variant_id ? onClose() : apply(chosen))}
          >
            {chosen.stock_level === 'sold_out' ? t('已售完') : t('確定')}
          </Button>
        )
      }
    >
      {product && chosen ? (
        <>
          <ChosenVariant titleId={titleId} product={product} chosen={chosen} />
          <VariantChoice product={product} chosen={chosen} onChoose={(one) => setId(one.id)} />
        </>
      ) : isGone ? (
        <p>{t('這個商品已經下架，請從購物車移除。')}</p>
      ) : product ? (
        <p>
          {product.variants
            ? t('這個商品的規格目前都沒有販售，請從購物車移除。')
            : t('這個商品已經不分規格，請從購物車移除後重新加入。')}
        </p>
      ) : error ? (
        <ErrorNotice message={t('規格暫時無法顯示')} onRetry={() => refetch()} />
      ) : (
        <div role="status" aria-label={t('規格載入中')} className="space-y-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-11" />
        </div>
      )}
    </DialogContent>
  )
}
