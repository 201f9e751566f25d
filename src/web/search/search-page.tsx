import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ListFilters } from '#contract/catalog.ts'
import { isFiltered, type ListChoice, listChoice, listQuery } from '#contract/list-choice.ts'
import { searchApi } from '#contract/search.ts'
import { t } from '#contract/translate.ts'
import { apiQuery, keepPreviousRows } from '../api/queries.ts'
import { ListControls } from '../catalog/list-controls.tsx'
import { ProductGrid, ProductGridSkeleton } from '../catalog/product-grid.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { pageClass } from '../ui/page-width.ts'
import { Pagination } from '../ui/pagination.tsx'
import { NothingFound } from './nothing-found.tsx'
import { rememberSearch } from './recent-searches.ts'

export function SearchPage() {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const choice = listChoice(address)
  const { category, filters } = choice
  const q = (address.get('q') ?? '').trim()
  const heading = q === '' ? t('搜尋商品') : t('「{q}」的搜尋結果', { q })
  usePageTitle(heading, paths.search({ q }))
  useEffect(() => {
    if (q !== '') rememberSearch(q)
  }, [q])
  const filter = (chosen: ListFilters) => navigate(paths.search({ q, category, ...chosen }))
  return (
    <div className={pageClass}>
      <h1 className="mb-6 font-serif text-title font-semibold [overflow-wrap:anywhere]">
        {heading}
      </h1>
      {q !== '' && <ListControls filters={filters} ownOrder={t('相關')} onChange={filter} />}
      <Results q={q} choice={choice} />
    </div>
  )
}

function Results({ q, choice }: { q: string; choice: ListChoice }) {
  const { category, filters } = choice
  const results = useQuery({
    ...apiQuery(searchApi.search, { query: { q, ...listQuery(choice) } }),
    staleTime: 0,
    placeholderData: keepPreviousRows(({ products }) => products),
  })
  if (!results.data) {
    return results.isError ? (
      <ErrorState message={results.error.message} onRetry={() => results.refetch()} />
    ) : (
      <ProductGridSkeleton cards={12} />
    )
  }
  const { products, pagination, total, total_unfiltered } = results.data
  const busy = results.isPlaceholderData
  if (total === 0) {
    const isNarrowed = (isFiltered(filters) || category !== '') && total_unfiltered > 0
    return <NothingFound q={q} widerPath={isNarrowed ? paths.search({ q }) : undefined} />
  }
  const firstPage = paths.search({ q, category, ...filters })
  return (
    <div aria-busy={busy} className={busy ? 'opacity-60 transition-opacity' : ''}>
      <p role="status" className="mb-4 text-ink-muted tabular-nums">
        {pagination.is_capped
          ? t('1,000 件以上')
          : t('共 {total} 件', { total: total.toLocaleString('zh-TW') })}
      </p>
      {products.length === 0 ? (
        <EmptyState
          message={t('這一頁沒有商品')}
          action={
            <Link to={firstPage} className={buttonClass('primary')}>
              {t('回到第一頁')}
            </Link>
          }
        />
      ) : (
        <ProductGrid products={products} />
      )}
      <Pagination
        pagination={pagination}
        hrefOf={(page) => paths.search({ q, category, ...filters, page })}
      />
    </div>
  )
}
