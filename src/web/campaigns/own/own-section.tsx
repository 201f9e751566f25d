import type { ReactNode } from 'react'
import type { Pagination } from '#contract/paging.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'

/** A list of a member beside the own places, page by page. */
export function OwnSection(props: {
  title: string
  /** The page of before is shown until the next one has come. */
  isBusy: boolean
  pagination: Pagination
  onPage: (page: number) => void
  children: ReactNode
}) {
  const { title, isBusy, pagination, onPage } = props
  return (
    <section
      aria-label={title}
      aria-busy={isBusy}
      className={`mb-8 ${isBusy ? 'opacity-60 transition-opacity' : ''}`}
    >
      <h2 className="mb-4 font-serif text-xl font-semibold">{title}</h2>
      {props.children}
      {pagination.total_pages > 1 && (
        <p className="mt-3 flex justify-between">
          <Button
            disabled={!pagination.has_pre}
            onClick={() => onPage(pagination.current_page - 1)}
          >
            {t('上一頁')}
          </Button>
          <Button
            disabled={!pagination.has_next}
            onClick={() => onPage(pagination.current_page + 1)}
          >
            {t('下一頁')}
          </Button>
        </p>
      )}
    </section>
  )
}
