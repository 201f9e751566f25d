import { memo, startTransition, useContext, useOptimistic } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ListFilters } from '#contract/catalog.ts'
import { hasOwnOrder, isFiltered, type ListChoice, listChoice } from '#contract/list-choice.ts'
import type { Pagination as Paging } from '#contract/paging.ts'
import { productListHead } from '#contract/shop-heads.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { isPastEnd } from '../shared/page-number.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageHead } from '../ui/page-head.ts'
import { pageClass } from '../ui/page-width.ts'
import { Pagination } from '../ui/pagination.tsx'
import { useCategories, useCategory, useProductPage } from './catalog.queries.ts'
import { CategoryIntro } from './category-intro.tsx'
import { CategoryTabs } from './category-tabs.tsx'
import { ListControls } from './list-controls.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { ShuffleContext } from './shuffle-context.ts'

export function ProductListPage() {
  const navigate = useNavigate()
  const choice = listChoice(useSearchParams()[0])
  const { category, filters } = choice
  const categories = useCategories()
  // The tab answers the press, the list follows.
  const [selected, select] = useOptimistic(category)

  const hrefOf = (chosen: string) => paths.products({ category: chosen, ...filters })
  function choose(chosen: string) {
    startTransition(() => {
      select(chosen)
      navigate(hrefOf(chosen))
    })
  }
  const filter = (chosen: ListFilters) => navigate(paths.products({ category, ...chosen }))

  return (
    <div className={pageClass}>
      <h1 className="mb-6 font-serif text-title font-semibold">{category || t('全部商品')}</h1>
      <CategoryTabs
        categories={categories.isError ? [] : categories.data}
        selected={selected}
        onSelect={choose}
        hrefOf={hrefOf}
      >
        <CategoryIntro category={category} />
        <ListControls filters={filters} ownOrder={t('預設')} onChange={filter} />
        <ProductResults address={paths.products({ category, page: choice.page, ...filters })} />
      </CategoryTabs>
    </div>
  )
}

/** Memoised by the address: categories that arrive do not render the list again. */
const ProductResults = memo(({ address }: { address: string }) => {
  const choice = listChoice(new URLSearchParams(address.split('?')[1]))
  const { category, filters } = choice
  const list = useProductPage(choice)
  const text = useCategory(category)?.text
  usePageHead((site) => productListHead({ ...choice, text }, list.data?.products.length ?? 0, site))
  const shuffle = useContext(ShuffleContext)
  if (!list.data) {
    return list.isError ? (
      <ErrorState message={t('商品暫時無法顯示')} onRetry={() => list.refetch()} />
    ) : (
      <ProductGridSkeleton cards={12} />
    )
  }
  const { products, pagination } = list.data
  if (products.length === 0) return <NoProducts pagination={pagination} choice={choice} />
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}
    >
      <ProductGrid products={hasOwnOrder(choice) ? products : shuffle(products)} />
      <Pagination
        pagination={pagination}
        hrefOf={(target) => paths.products({ category, page: target, ...filters })}
      />
    </div>
  )
})

function NoProducts({ pagination, choice }: { pagination: Paging; choice: ListChoice }) {
  const { category, filters } = choice
  const isBeyond = isPastEnd(pagination)
  const { sort } = filters
  const isNarrowed = isFiltered(filters) && !isBeyond
  if (isNarrowed) {
    return (
      <EmptyState
        message={t('沒有符合條件的商品')}
        action={
          <Link to={paths.products({ category, sort })} className={buttonClass('primary')}>
            {t('清除條件')}
          </Link>
        }
      />
    )
  }
  if (!category && !isBeyond) {
    // A link to the whole list would lead to itself.
    return (
      <EmptyState
        message={t('目前還沒有商品，歡迎之後再來看看')}
        action={
          <Link to={paths.home()} className={buttonClass('secondary')}>
            {t('回首頁')}
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      message={isBeyond ? t('這一頁沒有商品') : t('這個分類目前沒有商品')}
      action={
        <Link
          to={paths.products(isBeyond ? { category, ...filters } : {})}
          className={buttonClass('primary')}
        >
          {isBeyond ? t('回到第一頁') : t('看全部商品')}
        </Link>
      }
    />
  )
}
