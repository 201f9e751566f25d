import type { PackingOrder } from '#contract/packing.ts'

export interface PackedParcel {
  first: PackingOrder
  orders: readonly PackingOrder[]
}

/** Orders that go in one parcel, as one; in the order of their list. */
export function byParcel(orders: readonly PackingOrder[]): PackedParcel[] {
  const parcels: { first: PackingOrder; orders: PackingOrder[] }[] = []
  for (const order of orders) {
    const known = parcels.find(({ first }) => order.ships_with?.includes(first.number))
    if (known) known.orders.push(order)
    else parcels.push({ first: order, orders: [order] })
  }
  return parcels
}

/** The numbers of all orders in the parcel of an order, its own first. */
export function numbersOf({ number, ships_with = [] }: PackingOrder): string {
  return [number, ...ships_with].join('、')
}
