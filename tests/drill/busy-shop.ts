import { Caller, type Json, signInAdministrator } from '../fixtures/caller.ts'

const user = { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '台北市' }

export interface PlacedOrder {
  id: string
  /** When the answer was read, by the clock of this machine. */
  at: number
  cookie: string
}

export interface BusyShop {
  orders: PlacedOrder[]
  failures: string[]
  stop(): Promise<void>
}

/** Shoppers who order and pay, and staff who ship and archive, until they are stopped. */
export function keepBusy(addresses: readonly string[], shoppers = 4): BusyShop {
  const orders: PlacedOrder[] = []
  const failures: string[] = []
  let isOver = false
  const work = Array.from({ length: shoppers }, async (_, number) => {
    const address = addresses[number % addresses.length] ?? ''
    while (!isOver) {
      try {
        orders.push(await orderAndPay(address))
      } catch (error) {
        if (!isOver) failures.push(String(error))
        return
      }
    }
  })
  const staff = careFor(addresses[0] ?? '', orders, () => isOver).catch((error: unknown) => {
    if (!isOver) failures.push(String(error))
  })
  return {
    orders,
    failures,
    async stop() {
      isOver = true
      await Promise.all([...work, staff])
    },
  }
}

async function orderAndPay(address: string): Promise<PlacedOrder> {
  const { id, shopper } = await placeOrder(address)
  await shopper.call('POST', `/pay/${id}`)
  return { id, at: Date.now(), cookie: shopper.cookie }
}

export async function placeOrder(address: string): Promise<{ id: string; shopper: Caller }> {
  const shopper = new Caller(address)
  const { products } = await shopper.call('GET', '/products')
  const [product] = products as Json[]
  await shopper.call('POST', '/cart', { product_id: product?.id, qty: 2 })
  const { orderId } = await shopper.call('POST', '/order', { user })
  return { id: String(orderId), shopper }
}

/** Every third paid order is shipped whole, every fifth archived. */
async function careFor(address: string, orders: PlacedOrder[], isOver: () => boolean) {
  const admin = await signInAdministrator(address)
  for (let next = 0; !isOver(); ) {
    const order = orders[next]
    if (!order) {
      await new Promise((resolve) => setImmediate(resolve))
      continue
    }
    next++
    if (next % 3 === 0) await admin.call('POST', `/admin/order/${order.id}/prepare`)
    if (next % 5 === 0) await admin.call('DELETE', `/admin/order/${order.id}`)
  }
}
