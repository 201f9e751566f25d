import { t } from '#contract/translate.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'

interface LineShortageProps {
  /** Available pieces, fewer than the line asks for. */
  left: number
  isBusy: boolean
  productTitleId: string
  onChange: (qty: number) => void
}

/** A line that can no longer be had in full: what is left, and one press to take that. */
export function LineShortage({ left, isBusy, productTitleId, onChange }: LineShortageProps) {
  if (left === 0) return <Badge tone="danger">{t('已售完')}</Badge>
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-danger tabular-nums">{t('只剩 {left} 件', { left })}</span>
      <Button
        aria-disabled={isBusy}
        aria-describedby={productTitleId}
        onClick={() => onChange(left)}
      >
        {t('改為 {left} 件', { left })}
      </Button>
    </div>
  )
}
