import { call, withKey } from '../race/shopper.ts'
import { Chain } from './chain.ts'
import type { GatewayParcel } from './gateway-process.ts'
import { insist, insistOnQuery } from './insist.ts'
import { openStoreOf, type StoreName } from './store-orders.ts'
import type { World } from './world.ts'

interface ListedShipment {
  id: string
  order_id: string
  state: string
  code?: string
  store: { chain: StoreName['chain'] }
}

/**
 * The owner, who makes the parcels of orders to stores in runs, hands them in, and looks after those
 * with which something is the matter; and the chain behind the counter.
 */
export class Packer {
  readonly #world: World
  readonly #chain: Chain
  /** Of runs that may not be through yet. */
  #runs: string[] = []
  #calls = 0
  /** Lists that told the owner to do wrong. */
  readonly faults: string[] = []

  constructor(world: World) {
    this.#world = world
    this.#chain = new Chain(world.logistics, world.random)
  }

  /** One look at each list. Gives whether something is left to do. */
  async round(options: { isLast?: boolean } = {}): Promise<boolean> {
    const isMaking = await this.#createParcels()
    await this.#handIn(options)
    await this.#mend()
    await this.#chain.round(options)
    await this.#takeBack()
    return isMaking || !this.#chain.isQuiet
  }

  async #createParcels(): Promise<boolean> {
    const running = await Promise.all(this.#runs.map((id) => this.#isRunning(id)))
    this.#runs = this.#runs.filter((_, index) => running[index])
    if (this.#runs.length > 0) return true
    if ((await this.#list('to_make')).length === 0) return false
    // Pressed twice now and then.
    const presses = this.#world.random() < 0.3 ? 2 : 1
    const data = { kind: 'store_shipments', action: 'make', filter: { view: 'to_make' } }
    const started = await Promise.all(
      Array.from({ length: presses }, () => this.#admin('POST', '/run', data)),
    )
    this.#runs = started.flatMap(({ run }) => (run ? [(run as { id: string }).id] : []))
    return true
  }

  async #isRunning(id: string): Promise<boolean> {
    const { run } = await this.#admin('GET', `/run/${id}`)
    return ['queued', 'running'].includes((run as { state: string }).state)
  }

  async #handIn({ isLast = false }): Promise<void> {
    const { random } = this.#world
    const cancelled = await this.#readCancelled()
    const ready = await this.#waitingAtHome(await this.#list('to_hand_in'))
    if (ready.length === 0) return
    for (const { shipment } of ready) {
      if (!cancelled.has(shipment.order_id)) continue
      this.faults.push(
        `the goods of order ${shipment.order_id}, which is cancelled, were to be sent`,
      )
    }
    const ids = ready.map(({ shipment }) => shipment.id)
    await this.#admin('POST', '/shipments/labels', { ids: ids.slice(0, 100) })
    const marked: string[] = []
    for (const { shipment, parcel } of ready) {
      const fate = isLast ? 1 : random()
      if (fate < 0.1) {
        await this.#admin('POST', `/shipment/${shipment.id}/cancel`)
        this.#chain.leave(parcel, shipment.order_id)
      } else if (fate < 0.2) this.#chain.leave(parcel, shipment.order_id)
      else {
        this.#chain.handIn(parcel, shipment.order_id)
        if (fate < 0.4) marked.push(shipment.id)
      }
    }
    if (marked.length === 0) return
    const data = { kind: 'store_shipments', action: 'hand_in', ids: marked }
    await this.#admin('POST', '/run', data)
  }

  /** Parcels with a code that nobody has handed in, as the machine of the store finds them. */
  async #waitingAtHome(listed: readonly ListedShipment[]) {
    const made = listed.filter(({ state }) => state === 'made')
    if (made.length === 0) return []
    const parcels = await this.#world.logistics.parcels()
    const byCode = new Map(parcels.map((parcel) => [codeOf(parcel), parcel]))
    return made.flatMap((shipment) => {
      const parcel = byCode.get(shipment.code ?? '')
      return parcel && !this.#chain.has(parcel.merchantTradeNo) ? [{ shipment, parcel }] : []
    })
  }

  async #readCancelled(): Promise<Set<string>> {
    const rows = await insistOnQuery<{ id: string }>(
      this.#world.harness,
      `select id from orders where state = 'cancelled' and shipping ->> 'kind' = 'store'`,
    )
    return new Set(rows.map(({ id }) => id))
  }

  async #mend(): Promise<void> {
    const { harness, storeOrders, random } = this.#world
    const problems = await this.#list('problem')
    // Nobody waits for it any more, or it collects another sum than its order has to pay.
    for (const { shipment, parcel } of await this.#waitingAtHome(problems)) {
      await this.#admin('POST', `/shipment/${shipment.id}/cancel`)
      this.#chain.leave(parcel, shipment.order_id)
    }
    for (const { id, order_id, state, store } of problems) {
      if (state === 'failed') await this.#admin('POST', `/shipment/${id}/retry`)
      const shopper = storeOrders.shoppers.get(order_id)
      if (state !== 'store_closed' || !shopper || random() < 0.5) continue
      const chosen = openStoreOf(store.chain)
      const request = call('POST', `/order/${order_id}/store`, shopper, chosen)
      await insist(harness, request, this.#calls++)
    }
  }

  /** Returns the orders whose goods came back: money back, and pieces for sale again. */
  async #takeBack(): Promise<void> {
    const { harness, random } = this.#world
    for (const orderId of this.#chain.takenBack.splice(0)) {
      if (random() < 0.3) continue
      const { refundable: refund } = await this.#admin('GET', `/order/${orderId}`)
      const lines = await insistOnQuery<{ line_id: string; qty: number; to_stock: boolean }>(
        harness,
        'select id as line_id, qty, true as to_stock from order_lines where order_id = $1',
        [orderId],
      )
      const data = { reason: '逾期未取', refund, lines }
      const request = harness.admin('POST', `/order/${orderId}/return`, data)
      await insist(harness, withKey(request, `return-${orderId}`), this.#calls++)
    }
  }

  async #list(view: string): Promise<ListedShipment[]> {
    const found: ListedShipment[] = []
    for (let page = 1; ; page++) {
      const { shipments, pagination } = await this.#admin(
        'GET',
        `/shipments?view=${view}&page=${page}`,
      )
      found.push(...(shipments as ListedShipment[]))
      if (!(pagination as { has_next: boolean }).has_next) return found
    }
  }

  async #admin(method: 'GET' | 'POST', path: string, data?: object) {
    const { harness } = this.#world
    const number = this.#calls++
    const request = harness.admin(method, path, data)
    return insist(
      harness,
      withKey(request, method === 'POST' ? `pack-${number}` : undefined),
      number,
    )
  }
}

function codeOf({ numbers }: GatewayParcel): string {
  return `${numbers.CVSPaymentNo ?? ''}${numbers.CVSValidationNo ?? ''}`
}
