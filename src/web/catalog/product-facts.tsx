import type { Product } from '#contract/catalog.ts'
import { noReturnText } from '#contract/no-return.ts'
import { temperatureLabels } from '#contract/shipping-kinds.ts'
import { t } from '#contract/translate.ts'
import { shopTerms } from '../api/shop-config.ts'
import {
  DeliveryFees,
  methodsText,
  ReturnsLink,
  ShopFacts,
  shippingText,
} from '../cart/shop-facts.tsx'
import { type StockShown, useStockLeft } from '../stock/stock.queries.ts'
import { stockLeftText } from '../stock/stock-left-text.ts'

/** `sold` is the product, or the variant that is chosen. */
export function ProductFacts(props: {
  sold: StockShown
  product: Pick<Product, 'shipping_temperature' | 'no_return'>
}) {
  const { sold } = props
  const { shipping_temperature: temperature, no_return: noReturn } = props.product
  const left = useStockLeft([sold]).get(sold.id)
  const { shipping, delivery, methods = [], returns } = shopTerms ?? {}
  const fitting = delivery?.filter(({ temperatures }) =>
    temperatures.includes(temperature ?? 'normal'),
  )
  return (
    <ShopFacts
      facts={[
        {
          label: t('溫層'),
          content:
            temperature &&
            t('{temperature}配送', { temperature: t(temperatureLabels[temperature]) }),
        },
        {
          label: t('運費'),
          content: fitting ? (
            <DeliveryFees methods={fitting} />
          ) : (
            shipping && shippingText(shipping)
          ),
        },
        { label: t('出貨'), content: shipping?.dispatch },
        { label: t('付款'), content: methodsText(methods) },
        { label: t('庫存'), content: <StockState level={sold.stock_level} left={left} /> },
        {
          label: t('鑑賞期'),
          content: noReturn && (
            <span className="font-medium text-warn">{noReturnText(noReturn)}</span>
          ),
        },
        { label: t('退換貨'), content: returns && <ReturnsLink {...returns} /> },
      ]}
    />
  )
}

function StockState(props: { level: Product['stock_level']; left: number | undefined }) {
  if (props.level === undefined) return t('有貨')
  // The number comes later than the document.
  const text = props.level === 'low' ? (stockLeftText(props.left) ?? t('數量不多')) : t('已售完')
  return <span className="font-medium text-warn">{text}</span>
}
