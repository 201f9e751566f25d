import type { CartLine } from '#contract/cart.ts'
import { formatMoney } from '#contract/money.ts'
import { noReturnText } from '#contract/no-return.ts'
import { t } from '#contract/translate.ts'
import { Picture } from '../ui/picture.tsx'

/** The lines of a cart or an order, to read only. */
export function OrderLines({ lines }: { lines: CartLine[] }) {
  return (
    <ul className="space-y-4">
      {lines.map((line) => (
        <li key={line.id} className="flex items-start gap-3">
          <Picture
            src={line.product.imageUrl}
            alt=""
            sizes="64px"
            className="size-[min(4rem,18vw)] shrink-0 rounded-lg"
          />
          <div className="min-w-0 flex-1">
            <p className="leading-title break-keep [overflow-wrap:anywhere]">
              {line.product.title}
            </p>
            <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
              <span className="text-sm text-ink-muted">
                {formatMoney(line.product.price)} × {line.qty}
              </span>
              <span className="ml-auto">{formatMoney(line.total)}</span>
            </p>
            {line.product.no_return && (
              <p className="text-sm text-warn">{noReturnText(line.product.no_return)}</p>
            )}
            {line.product.is_enabled === 0 && <p className="text-sm text-danger">{t('已下架')}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
