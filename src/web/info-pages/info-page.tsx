import { Link, useParams, useSearchParams } from 'react-router'
import type { InfoPage } from '#contract/info-pages.ts'
import { infoPageHead } from '#contract/shop-heads.ts'
import { t } from '#contract/translate.ts'
import { isMissing } from '../api/api-error.ts'
import { paths } from '../paths.ts'
import { SafeMarkup } from '../shared/safe-markup.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EntryFault } from '../ui/entry-fault.tsx'
import { usePageHead, usePageTitle } from '../ui/page-head.ts'
import { pageClass } from '../ui/page-width.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useInfoPage } from './info-pages.queries.ts'

export function InfoPageScreen() {
  const { slug = '' } = useParams()
  const [address] = useSearchParams()
  const page = useInfoPage(slug, address)
  return (
    <div className={pageClass}>
      {page.error && (!page.data || isMissing(page.error)) ? (
        <Fault error={page.error} onRetry={() => page.refetch()} />
      ) : page.data ? (
        <Content page={page.data.page} />
      ) : (
        <PageSkeleton />
      )}
    </div>
  )
}

function Content({ page }: { page: InfoPage }) {
  usePageHead((site) => infoPageHead(page, site))
  return (
    <article className="max-w-3xl">
      {!page.is_public && (
        <p className="mb-6 rounded-card bg-sand px-4 py-3 text-sm text-ink-muted">
          {t('這是尚未公開的草稿，只有拿到這個連結的人看得到。')}
        </p>
      )}
      <h1 className="font-serif text-title font-semibold [overflow-wrap:anywhere]">{page.title}</h1>
      <SafeMarkup html={page.content} className="mt-6" />
    </article>
  )
}

function PageSkeleton() {
  usePageTitle(t('頁面'))
  return (
    <div role="status" aria-label={t('頁面載入中')} className="max-w-3xl">
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="mt-6 h-64" />
    </div>
  )
}

function Fault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const action = (
    <Link to={paths.home()} className={buttonClass('primary')}>
      {t('回首頁')}
    </Link>
  )
  const missing = isMissing(error) ? { message: t('找不到這個頁面'), action } : undefined
  return <EntryFault heading={t('頁面')} missing={missing} onRetry={onRetry} />
}
