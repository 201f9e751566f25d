import type { Product } from '#contract/catalog.ts'
import { useStockLeft } from '../stock/stock.queries.ts'
import { cardsInView } from './pictures-in-view.ts'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 lg:grid-cols-4 lg:gap-6'

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
    <div role="status" aria-label="商品載入中">
      <div className={grid}>
        {Array.from({ length: cards }, (_, index) => `card-${index}`).map((key) => (
          <ProductCardSkeleton key={key} />
        ))}
      </div>
    </div>
  )
}
