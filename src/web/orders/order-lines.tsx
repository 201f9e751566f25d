import type { CartLine } from '#contract/cart.ts'
import { formatMoney } from '../ui/money.ts'
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
            className="size-16 shrink-0 rounded-lg"
          />
          <div className="min-w-0 flex-1">
            <p className="[overflow-wrap:anywhere]">{line.product.title}</p>
            <p className="text-sm text-ink-muted tabular-nums">
              {formatMoney(line.product.price)} × {line.qty}
            </p>
            {line.product.is_enabled === 0 && <p className="text-sm text-danger">已下架</p>}
          </div>
          <p className="shrink-0 text-right tabular-nums">{formatMoney(line.total)}</p>
        </li>
      ))}
    </ul>
  )
}
