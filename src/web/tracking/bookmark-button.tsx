import { Bookmark } from 'lucide-react'
import { t } from '#contract/translate.ts'
import { roundButtonClass } from '../ui/button.tsx'
import { useToggleTracked, useTracked } from './tracking.ts'

interface BookmarkButtonProps {
  productId: string
  /** The id of the element that names the product. */
  describedBy?: string
  look: 'icon' | 'text'
}

export function BookmarkButton({ productId, describedBy, look }: BookmarkButtonProps) {
  const isTracked = useTracked().includes(productId)
  const toggle = useToggleTracked()
  const name = isTracked ? t('取消追蹤') : t('追蹤')
  const icon = <Bookmark aria-hidden="true" className={isTracked ? 'fill-current' : ''} />
  return (
    <button
      type="button"
      aria-pressed={isTracked}
      aria-describedby={describedBy}
      onClick={() => toggle(productId)}
      className={`${looks[look]} ${isTracked ? 'text-accent' : 'text-ink'}`}
    >
      {icon}
      <span className={look === 'icon' ? 'sr-only' : 'max-md:sr-only'}>{name}</span>
    </button>
  )
}

const looks = {
  icon: roundButtonClass,
  text: 'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border border-line-strong bg-surface px-3 font-medium transition-colors md:px-4 *:[svg]:size-5 hover:border-accent hover:text-accent',
}
