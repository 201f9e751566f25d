import { Link, useParams } from 'react-router'
import { type Article, tagTexts } from '#contract/articles.ts'
import { articleHead } from '#contract/shop-heads.ts'
import { t } from '#contract/translate.ts'
import { isMissing } from '../api/api-error.ts'
import { paths } from '../paths.ts'
import { SafeMarkup } from '../shared/safe-markup.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatTimeDay } from '../ui/dates.ts'
import { EntryFault } from '../ui/entry-fault.tsx'
import { usePageHead, usePageTitle } from '../ui/page-head.ts'
import { pageClass } from '../ui/page-width.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useArticle } from './articles.queries.ts'

export function ArticlePage() {
  const { id = '' } = useParams()
  const article = useArticle(id)
  return (
    <div className={pageClass}>
      {article.error && (!article.data || isMissing(article.error)) ? (
        <Fault error={article.error} onRetry={() => article.refetch()} />
      ) : article.data ? (
        <Content article={article.data.article} />
      ) : (
        <ArticleSkeleton />
      )}
    </div>
  )
}

function Content({ article }: { article: Article }) {
  usePageHead((site) => articleHead(article, site))
  const tags = tagTexts(article.tag)
  return (
    <article className="max-w-3xl">
      <Link
        to={paths.articles()}
        className="-mt-2 inline-flex min-h-11 items-center rounded-lg text-sm text-ink-muted underline-offset-4 hover:text-accent-strong hover:underline"
      >
        {t('‹ 最新公告')}
      </Link>
      <h1 className="font-serif text-title font-semibold [overflow-wrap:anywhere]">
        {article.title}
      </h1>
      <p className="mt-2 text-sm text-ink-muted">
        <span className="tabular-nums">{formatTimeDay(article.create_at)}</span>・{article.author}
      </p>
      {tags.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2 text-sm" aria-label={t('標籤')}>
          {tags.map((tag) => (
            <li key={tag} className="rounded-pill bg-sand px-3 py-1">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {article.image && (
        <img src={article.image} alt="" className="mt-6 max-h-[28rem] rounded-card" />
      )}
      <SafeMarkup html={article.content} className="mt-6" />
    </article>
  )
}

function ArticleSkeleton() {
  usePageTitle(t('公告'))
  return (
    <div role="status" aria-label={t('公告載入中')} className="max-w-3xl">
      <Skeleton className="h-10 w-4/5" />
      <Skeleton className="mt-6 h-64" />
    </div>
  )
}

function Fault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const action = (
    <Link to={paths.articles()} className={buttonClass('primary')}>
      {t('看全部公告')}
    </Link>
  )
  const missing = isMissing(error) ? { message: t('找不到這則公告'), action } : undefined
  return <EntryFault heading={t('公告')} missing={missing} onRetry={onRetry} />
}
