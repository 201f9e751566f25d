import { memo, startTransition, useOptimistic } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Pagination as Paging } from '#contract/paging.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { pageClass } from '../ui/page-width.ts'
import { Pagination } from '../ui/pagination.tsx'
import { useCategories, useProductPage } from './catalog.queries.ts'
import { CategoryTabs } from './category-tabs.tsx'
import { listChoice } from './list-choice.ts'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { shuffled } from './shuffle.ts'

export function ProductListPage() {
  const navigate = useNavigate()
  const { category, page } = listChoice(useSearchParams()[0])
  usePageTitle(category || '全部商品')
  const categories = useCategories()
  // The tab answers the press, the list follows.
  const [selected, select] = useOptimistic(category)

  function choose(chosen: string) {
    startTransition(() => {
      select(chosen)
      navigate(paths.products({ category: chosen }))
    })
  }

  return (
    <div className={pageClass}>
      <h1 className="mb-6 font-serif text-title font-semibold">{category || '全部商品'}</h1>
      <CategoryTabs
        categories={categories.isError ? [] : categories.data}
        selected={selected}
        onSelect={choose}
      >
        <ProductResults category={category} page={page} />
      </CategoryTabs>
    </div>
  )
}

interface Choice {
  category: string
  page: number
}

/** Memoised: categories that arrive do not render the list again. */
const ProductResults = memo(({ category, page }: Choice) => {
  const list = useProductPage({ category, page })
  if (!list.data) {
    return list.isError ? (
      <ErrorState message="商品暫時無法顯示" onRetry={() => list.refetch()} />
    ) : (
      <ProductGridSkeleton cards={12} />
    )
  }
  const { products, pagination } = list.data
  if (products.length === 0) return <NoProducts pagination={pagination} category={category} />
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}
    >
      <ProductGrid products={category ? products : shuffled(products)} />
      <Pagination
        pagination={pagination}
        hrefOf={(target) => paths.products({ category, page: target })}
      />
    </div>
  )
})

function NoProducts({ pagination, category }: { pagination: Paging; category: string }) {
  const isPastEnd = pagination.current_page > pagination.total_pages
  return (
    <EmptyState
      message={isPastEnd ? '這一頁沒有商品' : '這個分類目前沒有商品'}
      action={
        <Link to={paths.products(isPastEnd ? { category } : {})} className={buttonClass('primary')}>
          {isPastEnd ? '回到第一頁' : '看全部商品'}
        </Link>
      }
    />
  )
}
