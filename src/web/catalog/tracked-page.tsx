import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { useTracked, useTrackedProducts } from '../tracking/tracking.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { pageClass } from '../ui/page-width.ts'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'

export function TrackedPage() {
  usePageTitle(t('追蹤商品'))
  return (
    <div className={pageClass}>
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">{t('追蹤商品')}</h1>
      <TrackedProducts />
    </div>
  )
}

function TrackedProducts() {
  const ids = useTracked()
  const tracked = useTrackedProducts()
  if (ids.length === 0) {
    return (
      <EmptyState
        message={t('還沒有追蹤的商品')}
        action={
          <Link to={paths.products()} className={buttonClass('primary')}>
            {t('去逛逛')}
          </Link>
        }
      />
    )
  }
  if (!tracked.products) {
    return tracked.isError ? (
      <ErrorState message={t('追蹤的商品暫時無法顯示')} onRetry={() => tracked.refetch()} />
    ) : (
      <ProductGridSkeleton cards={Math.min(ids.length, 12)} />
    )
  }
  const known = new Map(tracked.products.map((product) => [product.id, product]))
  // The last one tracked is what the shopper looks for first.
  const products = ids.toReversed().flatMap((id) => known.get(id) ?? [])
  return <ProductGrid products={products} />
}
