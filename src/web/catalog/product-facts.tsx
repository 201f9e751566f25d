import type { Product } from '#contract/catalog.ts'
import { shopTerms } from '../api/shop-config.ts'
import { methodsText, ReturnsLink, ShopFacts, shippingText } from '../cart/shop-facts.tsx'
import { type StockShown, useStockLeft } from '../stock/stock.queries.ts'
import { stockLeftText } from '../stock/stock-left-text.ts'

/** `sold` is the product, or the variant that is chosen. */
export function ProductFacts({ sold }: { sold: StockShown }) {
  const left = useStockLeft([sold]).get(sold.id)
  const { shipping, methods = [], returns } = shopTerms ?? {}
  return (
    <ShopFacts
      facts={[
        { label: '運費', content: shipping && shippingText(shipping) },
        { label: '出貨', content: shipping?.dispatch },
        { label: '付款', content: methodsText(methods) },
        { label: '庫存', content: <StockState level={sold.stock_level} left={left} /> },
        { label: '退換貨', content: returns && <ReturnsLink {...returns} /> },
      ]}
    />
  )
}

function StockState(props: { level: Product['stock_level']; left: number | undefined }) {
  if (props.level === undefined) return '有貨'
  // The number comes later than the document.
  const text = props.level === 'low' ? (stockLeftText(props.left) ?? '數量不多') : '已售完'
  return <span className="font-medium text-warn">{text}</span>
}
