import { ArrowUp } from 'lucide-react'
import { t } from '#contract/translate.ts'
import { useScrolledPast } from './use-scrolled-past.ts'

const appearsAfter = 200

export function ScrollToTop() {
  const isScrolled = useScrolledPast(appearsAfter)
  if (!isScrolled) return null
  return (
    <button
      type="button"
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
      className="fixed right-4 bottom-4 z-20 grid size-12 animate-rise place-items-center rounded-full border border-line bg-surface shadow-float transition-colors hover:border-accent hover:text-accent print:hidden md:right-8 md:bottom-8"
    >
      <ArrowUp aria-hidden="true" className="size-5" />
      <span className="sr-only">{t('回到頂端')}</span>
    </button>
  )
}
