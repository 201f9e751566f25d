import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import type { EndpointReply } from '#contract/endpoint.ts'
import type * as schema from '#contract/privacy.schema.ts'
import { privacyApi } from '#contract/privacy.ts'
import { t } from '#contract/translate.ts'
import { apiQuery } from '../api/queries.ts'
import { PolicyText } from '../shared/policy-text.tsx'
import { formatDay } from '../ui/dates.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { pageWidth } from '../ui/page-width.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const kindLabels = {
  cookie: 'Cookie',
  localStorage: '本機儲存空間',
  sessionStorage: '分頁儲存空間',
  indexedDB: '瀏覽器資料庫',
  cache: '離線檔案',
  push: '瀏覽器通知',
}

/** The policy in force, or one of its versions, and all that the shop stores in a browser. */
export function PrivacyPage() {
  usePageTitle(t('隱私權政策'))
  const [search] = useSearchParams()
  const version = search.get('version') ?? ''
  const query = useQuery(apiQuery(privacyApi.read, { query: version ? { version } : {} }))
  return (
    <div className={pageWidth}>
      <div className="mx-auto max-w-3xl py-8">
        <h1 className="font-serif text-2xl font-semibold">{t('隱私權政策')}</h1>
        {query.data ? (
          <Policy reply={query.data} />
        ) : query.isError ? (
          <ErrorState message={query.error.message} onRetry={() => query.refetch()} />
        ) : (
          <Skeleton className="mt-6 h-96" />
        )}
      </div>
    </div>
  )
}

type Reply = EndpointReply<typeof schema.read>

function Policy({ reply: { policy, storage } }: { reply: Reply }) {
  const storageId = useId()
  return (
    <>
      <p className="mt-2 text-ink-muted">
        {t('版本 {version}・生效日期 {from}', {
          version: policy.version,
          from: formatDay(policy.from * 1000),
        })}
      </p>
      <div className="mt-6">
        <PolicyText text={policy.text} />
      </div>
      <h2 id={storageId} className="mt-12 text-lg font-semibold">
        {t('本網站使用的 Cookie 與瀏覽器儲存空間')}
      </h2>
      <ul aria-labelledby={storageId} className="mt-4 divide-y divide-line border-y border-line">
        {storage.map(({ name, kind, purpose, life }) => (
          <li key={name} className="grid gap-1 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div className="min-w-0">
              <code className="[overflow-wrap:anywhere]">{name}</code>
              <div className="text-sm text-ink-muted">{t(kindLabels[kind])}</div>
            </div>
            <div className="min-w-0">
              {purpose}
              <div className="text-sm text-ink-muted">{t('保存：{life}', { life })}</div>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
