import { formatMoney } from '#contract/money.ts'

/** The shipping fee within a sum, in a line of its own. */
export function ShippingNote({ fee }: { fee: number }) {
  if (fee === 0) return null
  return (
    <span className="block w-full text-right text-sm font-normal text-ink-muted tabular-nums">
      含運費 {formatMoney(fee)}
    </span>
  )
}
