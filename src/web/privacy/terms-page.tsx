import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { privacyApi } from '#contract/privacy.ts'
import { t } from '#contract/translate.ts'
import { apiQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { PolicyText } from '../shared/policy-text.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { pageWidth } from '../ui/page-width.ts'
import { Skeleton } from '../ui/skeleton.tsx'

/** The terms in force, or of one version; they have the versions of the privacy policy. */
export function TermsPage() {
  usePageTitle(t('服務條款'))
  const [search] = useSearchParams()
  const version = search.get('version') ?? ''
  const query = useQuery(apiQuery(privacyApi.read, { query: version ? { version } : {} }))
  const policy = query.data?.policy
  return (
    <div className={pageWidth}>
      <div className="mx-auto max-w-3xl py-8">
        <h1 className="font-serif text-2xl font-semibold">{t('服務條款')}</h1>
        {!policy && query.isError ? (
          <ErrorState message={query.error.message} onRetry={() => query.refetch()} />
        ) : !policy ? (
          <Skeleton className="mt-6 h-96" />
        ) : policy.terms === '' ? (
          <EmptyState
            message={t('這家商店目前沒有服務條款')}
            action={
              <Link to={paths.home()} className={buttonClass('secondary')}>
                {t('回首頁')}
              </Link>
            }
          />
        ) : (
          <>
            <p className="mt-2 mb-6 text-ink-muted">
              {t('版本 {version}・生效日期 {from}', {
                version: policy.version,
                from: formatDay(policy.from * 1000),
              })}
            </p>
            <PolicyText text={policy.terms} />
          </>
        )}
      </div>
    </div>
  )
}
