import { useId, useState } from 'react'
import { contentText, type Product, type Variant } from '#contract/catalog.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { isSoldOut as noneLeft } from '#contract/variants.ts'
import { ProductCampaignNotice } from '../campaigns/list/product-campaign-notice.tsx'
import { AddToCartButton } from '../cart/add-to-cart-button.tsx'
import { VariantChoice } from '../cart/variant-choice.tsx'
import { RestockRequest } from '../stock/restock-request.tsx'
import { BookmarkButton } from '../tracking/bookmark-button.tsx'
import { ActionBar } from '../ui/action-bar.tsx'
import { Button } from '../ui/button.tsx'
import { Price } from '../ui/price.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { ProductFacts } from './product-facts.tsx'
import { savedPercent } from './saved-percent.ts'

interface BuyingPanelProps {
  product: Product
  /** Of a product with options. */
  variant: Variant | undefined
  onChoose: (variant: Variant) => void
}

export function BuyingPanel({ product, variant, onChoose }: BuyingPanelProps) {
  const titleId = useId()
  const [qty, setQty] = useState(1)
  const sold = variant ?? product
  const saved = savedPercent(sold)
  const isSoldOut = variant ? variant.stock_level === 'sold_out' : noneLeft(product)
  // Its line keeps its height, so that nothing below moves with the choice.
  const mayBeReduced = product.variants?.some((one) => savedPercent(one) > 0)
  return (
    <div className="md:sticky md:top-24 md:self-start">
      <h1
        id={titleId}
        className="font-serif text-title font-semibold break-keep [overflow-wrap:anywhere]"
      >
        {product.title}
      </h1>
      <div className="mt-2 md:mt-4">
        <Price price={sold.price} originPrice={sold.origin_price} size="detail" />
        {(saved > 0 || mayBeReduced) && (
          <p className="mt-1 min-h-[1.6em] text-sm text-sage tabular-nums">
            {saved > 0 &&
              t('現省 {origin_price}（{saved}%）', {
                origin_price: formatMoney(sold.origin_price - sold.price),
                saved,
              })}
          </p>
        )}
      </div>
      {variant && (
        <div className="mt-4">
          <VariantChoice product={product} chosen={variant} onChoose={onChoose} />
        </div>
      )}
      <p className="mt-4 whitespace-pre-line text-ink-muted">{contentText(product)}</p>
      <div className="mt-5 border-t border-line pt-5">
        <ProductFacts sold={sold} product={product} />
      </div>
      <ProductCampaignNotice productId={product.id} />
      {isSoldOut ? (
        // Of a product with options a variant is asked for.
        (variant || !product.variants) && (
          <RestockRequest key={sold.id} productId={product.id} variantId={variant?.id} />
        )
      ) : (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <span className="font-medium" aria-hidden="true">
            {t('數量')}
          </span>
          <QuantityStepper value={qty} onChange={setQty} describedBy={titleId} />
          {product.unit && <span className="text-ink-muted">{product.unit}</span>}
        </div>
      )}
      <div className="md:mt-6">
        <ActionBar>
          {/* The panel has it, too. */}
          <p
            aria-hidden="true"
            className="text-lg leading-title font-semibold tabular-nums md:hidden"
          >
            {formatMoney(sold.price)}
          </p>
          <BookmarkButton productId={product.id} describedBy={titleId} look="text" />
          <div className="flex-1 basis-36">
            {isSoldOut ? (
              <Button variant="primary" fullWidth disabled aria-describedby={titleId}>
                {t('已售完')}
              </Button>
            ) : (
              <AddToCartButton
                variant="primary"
                product={product}
                variantId={variant?.id}
                qty={qty}
                productTitleId={titleId}
              />
            )}
          </div>
        </ActionBar>
      </div>
    </div>
  )
}
