import { t } from '#contract/translate.ts'
import { SafeMarkup } from '../shared/safe-markup.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { usePagesOnProducts } from './catalog.queries.ts'

/** Pages of the shop that every product shows, such as 運送 and 退換貨; without any, nothing. */
export function ProductPages() {
  const pages = usePagesOnProducts().data ?? []
  if (pages.length === 0) return null
  return (
    <section
      aria-label={t('購物須知')}
      className="mt-12 max-w-3xl divide-y divide-line border-y border-line"
    >
      {pages.map(({ id, title, content }) => (
        <Disclosure key={id} title={title}>
          <SafeMarkup html={content} className="pt-1 pb-5" />
        </Disclosure>
      ))}
    </section>
  )
}
