import type { Product } from '#contract/catalog.ts'
import { t } from '#contract/translate.ts'
import { useStockLeft } from '../stock/stock.queries.ts'
import { cardsInView } from './pictures-in-view.ts'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

/** Two, three or four columns; fewer where large text would leave a card less than 8 rem. */
const grid =
  'grid grid-cols-[repeat(auto-fill,minmax(max(8rem,(100%_-_1rem)/2),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(max(8rem,(100%_-_3rem)/3),1fr))] sm:gap-5 lg:grid-cols-[repeat(auto-fill,minmax(max(8rem,(100%_-_5rem)/4),1fr))] lg:gap-6'

export function ProductGrid({ products }: { products: readonly Product[] }) {
  const left = useStockLeft(products)
  return (
    <ul className={grid}>
      {products.map((product, index) => (
        <li key={product.id} className="min-w-0">
          <ProductCard
            product={product}
            isPriority={index < cardsInView}
            left={left.get(product.id)}
          />
        </li>
      ))}
    </ul>
  )
}

export function ProductGridSkeleton({ cards }: { cards: number }) {
  return (
    <div role="status" aria-label={t('商品載入中')}>
      <div className={grid}>
        {Array.from({ length: cards }, (_, index) => `card-${index}`).map((key) => (
          <ProductCardSkeleton key={key} />
        ))}
      </div>
    </div>
  )
}
