import { Link, useSearchParams } from 'react-router'
import type { ListedArticle } from '#contract/articles.ts'
import { type Pagination as Paging, parsePageNumber } from '#contract/paging.ts'
import { articleListHead } from '#contract/shop-heads.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { isPastEnd } from '../shared/page-number.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatTimeDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageHead } from '../ui/page-head.ts'
import { pageClass } from '../ui/page-width.ts'
import { Pagination } from '../ui/pagination.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useArticles } from './articles.queries.ts'

export function ArticleListPage() {
  const [query] = useSearchParams()
  const page = parsePageNumber(query)
  const list = useArticles(page)
  usePageHead((site) => articleListHead(page, list.data?.articles.length ?? 0, site))
  return (
    <div className={pageClass}>
      <h1 className="mb-4 font-serif text-title font-semibold">{t('最新公告')}</h1>
      {list.data?.articles.length === 0 ? (
        <NoArticles pagination={list.data.pagination} />
      ) : list.data ? (
        <>
          <Articles articles={list.data.articles} />
          <Pagination pagination={list.data.pagination} hrefOf={paths.articles} />
        </>
      ) : list.isError ? (
        <ErrorState message={t('公告暫時無法顯示')} onRetry={() => list.refetch()} />
      ) : (
        <div role="status" aria-label={t('公告載入中')} className="max-w-3xl space-y-6">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
    </div>
  )
}

function NoArticles({ pagination }: { pagination: Paging }) {
  if (!isPastEnd(pagination)) return <EmptyState message={t('目前沒有公告')} />
  return (
    <EmptyState
      message={t('這一頁沒有公告')}
      action={
        <Link to={paths.articles()} className={buttonClass('primary')}>
          {t('回到第一頁')}
        </Link>
      }
    />
  )
}

function Articles({ articles }: { articles: ListedArticle[] }) {
  return (
    <ul className="max-w-3xl divide-y divide-line border-y border-line">
      {articles.map((article) => (
        <li key={article.id} className="relative py-5">
          <p className="text-sm text-ink-muted tabular-nums">{formatTimeDay(article.create_at)}</p>
          <h2 className="mt-1 font-serif text-xl font-semibold [overflow-wrap:anywhere]">
            <Link
              to={paths.article(article.id)}
              className="underline-offset-4 after:absolute after:inset-0 hover:text-accent-strong hover:underline"
            >
              {article.title}
            </Link>
          </h2>
          {article.description && (
            <p className="mt-1 line-clamp-2 text-ink-muted [overflow-wrap:anywhere]">
              {article.description}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
