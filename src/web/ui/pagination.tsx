import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#contract/translate.ts'
import { useLinkComponent } from './link-component.tsx'
import { pageNumbers } from './page-numbers.ts'

interface PaginationProps {
  pagination: { total_pages: number; current_page: number }
  /** The path of a page, without the hash. */
  hrefOf: (page: number) => string
  label?: string
}

/** Nothing where there is only one page. */
export function Pagination({ pagination, hrefOf, label = t('分頁') }: PaginationProps) {
  const { total_pages: total, current_page: current } = pagination
  if (total <= 1) return null
  return (
    <nav aria-label={label} className="mt-10 flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-1 tabular-nums">
        <li>
          <Step to={hrefOf(current - 1)} name={t('上一頁')} isOff={current <= 1}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Step>
        </li>
        {pageNumbers(current, total).map((page, index) => (
          <li key={page || `gap-${index}`}>
            {page === 0 ? (
              <span aria-hidden="true" className="grid w-6 place-items-center text-ink-muted">
                …
              </span>
            ) : (
              <PageLink to={hrefOf(page)} page={page} isCurrent={page === current} />
            )}
          </li>
        ))}
        <li>
          <Step to={hrefOf(current + 1)} name={t('下一頁')} isOff={current >= total}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

const box = 'grid h-11 min-w-11 place-items-center rounded-lg px-2'

function PageLink({ to, page, isCurrent }: { to: string; page: number; isCurrent: boolean }) {
  const Link = useLinkComponent()
  return (
    <Link
      to={to}
      aria-label={t('第 {page} 頁', { page })}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${box} ${isCurrent ? 'bg-fill font-semibold text-on-fill' : 'hover:bg-accent-soft'}`}
    >
      {page}
    </Link>
  )
}

function Step(props: { to: string; name: string; isOff: boolean; children: ReactNode }) {
  const Link = useLinkComponent()
  if (props.isOff) {
    return (
      <span aria-hidden="true" className={`${box} text-line-strong`}>
        {props.children}
      </span>
    )
  }
  return (
    <Link to={props.to} aria-label={props.name} className={`${box} hover:bg-accent-soft`}>
      {props.children}
    </Link>
  )
}
