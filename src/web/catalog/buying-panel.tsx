import { useId, useState } from 'react'
import { contentText, type Product } from '#contract/catalog.ts'
import { formatMoney } from '#contract/money.ts'
import { ProductCampaignNotice } from '../campaigns/product-campaign-notice.tsx'
import { AddToCartButton } from '../cart/add-to-cart-button.tsx'
import { RestockRequest } from '../stock/restock-request.tsx'
import { useStockLeft } from '../stock/stock.queries.ts'
import { stockLeftText } from '../stock/stock-left-text.ts'
import { BookmarkButton } from '../tracking/bookmark-button.tsx'
import { Button } from '../ui/button.tsx'
import { Price } from '../ui/price.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { savedPercent } from './saved-percent.ts'

export function BuyingPanel({ product }: { product: Product }) {
  const titleId = useId()
  const [qty, setQty] = useState(1)
  const saved = savedPercent(product)
  const left = useStockLeft([product]).get(product.id)
  const isSoldOut = product.stock_level === 'sold_out'
  return (
    <div className="md:sticky md:top-24 md:self-start">
      <h1
        id={titleId}
        className="font-serif text-title font-semibold break-keep [overflow-wrap:anywhere]"
      >
        {product.title}
      </h1>
      <p className="mt-3 whitespace-pre-line text-ink-muted">{contentText(product)}</p>
      <div className="mt-6 border-t border-line pt-6">
        <Price price={product.price} originPrice={product.origin_price} size="detail" />
        {saved > 0 && (
          <p className="mt-2 text-sm text-sage tabular-nums">
            團購價現省 {formatMoney(product.origin_price - product.price)}（{saved}%）
          </p>
        )}
      </div>
      <ProductCampaignNotice productId={product.id} />
      {/* Its line is there before the number, so that nothing moves. */}
      {product.stock_level === 'low' && (
        <p className="mt-2 min-h-7 text-sm font-medium text-warn tabular-nums">
          {stockLeftText(left)}
        </p>
      )}
      {isSoldOut ? (
        <RestockRequest key={product.id} productId={product.id} />
      ) : (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <span className="font-medium" aria-hidden="true">
            數量
          </span>
          <QuantityStepper value={qty} onChange={setQty} describedBy={titleId} />
          {product.unit && <span className="text-ink-muted">{product.unit}</span>}
        </div>
      )}
      <div
        data-bottom-bar="fixed"
        className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap gap-3 border-t border-line bg-paper p-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:static md:mt-6 md:border-0 md:bg-transparent md:p-0"
      >
        <div className="flex-1 basis-36">
          {isSoldOut ? (
            <Button variant="primary" fullWidth disabled aria-describedby={titleId}>
              已售完
            </Button>
          ) : (
            <AddToCartButton
              variant="primary"
              productId={product.id}
              qty={qty}
              productTitleId={titleId}
            />
          )}
        </div>
        <BookmarkButton productId={product.id} describedBy={titleId} look="text" />
      </div>
    </div>
  )
}
