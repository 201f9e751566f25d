import { useId, useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { findVariant, firstVariant } from '#contract/variants.ts'
import { RestockRequest } from '../stock/restock-request.tsx'
import { Button } from '../ui/button.tsx'
import { DialogContent, Sheet } from '../ui/dialog.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { useAddLine } from './cart.queries.ts'
import { ChosenVariant } from './chosen-variant.tsx'
import { VariantChoice } from './variant-choice.tsx'

interface VariantSheetProps {
  product: Product
  isOpen: boolean
  onClose: () => void
}

/** Chooses a variant for the cart without leaving the list. */
export function AddVariantSheet({ product, isOpen, onClose }: VariantSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('選擇規格')}>
      <AddVariant product={product} onClose={onClose} />
    </Sheet>
  )
}

function AddVariant({ product, onClose }: Omit<VariantSheetProps, 'isOpen'>) {
  const titleId = useId()
  // The first variant stays selected even if it sells out.
  const [id, setId] = useState(() => firstVariant(product)?.id ?? null)
  const [qty, setQty] = useState(1)
  const addLine = useAddLine()
  const chosen = findVariant(product, id) ?? firstVariant(product)
  if (!chosen) return null
  const isSoldOut = chosen.stock_level === 'sold_out'
  const data = { product_id: product.id, variant_id: chosen.id, qty }
  return (
    <DialogContent
      actions={
        <Button
          variant="primary"
          disabled={isSoldOut}
          isLoading={addLine.isPending}
          aria-describedby={titleId}
          onClick={() => addLine.mutate({ data }, { onSuccess: onClose })}
        >
          {isSoldOut ? t('已售完') : t('加入購物車')}
        </Button>
      }
    >
      <ChosenVariant titleId={titleId} product={product} chosen={chosen} />
      <VariantChoice product={product} chosen={chosen} onChoose={(variant) => setId(variant.id)} />
      {isSoldOut ? (
        <RestockRequest key={chosen.id} productId={product.id} variantId={chosen.id} />
      ) : (
        <div className="mt-5 flex flex-wrap items-center gap-4">
          <span className="font-medium" aria-hidden="true">
            {t('數量')}
          </span>
          <QuantityStepper value={qty} onChange={setQty} describedBy={titleId} />
          {product.unit && <span className="text-ink-muted">{product.unit}</span>}
        </div>
      )}
    </DialogContent>
  )
}
