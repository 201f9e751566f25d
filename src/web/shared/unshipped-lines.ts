import type { Parcel } from '#contract/order-life.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { StaffOrder } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'

interface ShippedOrder {
  order: StaffOrder
  parcels: Parcel[]
}

interface LinePieces {
  id: string
  title: string
  shipped: number
  /** Not shipped yet. */
  left: number
}

/** The lines of an order with the pieces that are in a parcel and those that are not. */
export function linePieces({ order, parcels }: ShippedOrder): LinePieces[] {
  const contents = parcels.flatMap(({ lines }) => lines)
  return Object.values(order.products).map(({ id, qty, product }) => {
    const shipped = contents
      .filter(({ line_id }) => line_id === id)
      .reduce((sum, content) => sum + content.qty, 0)
    return { id, title: product.title, shipped, left: qty - shipped }
  })
}

export function unshippedLines(life: ShippedOrder): LinePieces[] {
  return linePieces(life).filter(({ left }) => left > 0)
}

const sentStates: readonly OrderState[] = ['shipped', 'delivered', 'completed', 'returned']

/** Pieces that the shop no longer ships of an order with parcels, as text; empty: none. */
export function leftOutText(life: ShippedOrder): string {
  const { order, parcels } = life
  if (parcels.length === 0 || !sentStates.includes(order.state)) return ''
  return unshippedLines(life)
    .map(({ title, left }) => `${title} × ${left}`)
    .join(t('、'))
}
