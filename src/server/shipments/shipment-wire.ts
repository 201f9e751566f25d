import { maskName } from '#contract/masking.ts'
import type { ShipmentState } from '#contract/shipment-states.ts'
import type { Shipment, ShipmentEvent } from '#contract/shipments.ts'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import { type Actor, mayDo } from '../http/actor.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { collectionFault } from './collection-fault.ts'
import type { ListedShipment } from './list-shipments.queries.ts'
import { codeOf, type ShipmentEventRow } from './shipments.queries.ts'

/** As the staff sees it: without `person.read` nothing tells who it is for, and where. */
export function toShipment(
  {
    orderId,
    number,
    along,
    name,
    shipping,
    createdAt,
    openBalance,
    shipment,
    ...order
  }: ListedShipment,
  actor: Actor,
): Shipment {
  const seesPersons = mayDo(actor, 'person.read')
  // An order without one has yet to be made it, for what it has to pay then.
  const collects = shipment?.collects ?? openBalance
  const fault = shipment && collectionFault(shipment, openBalance)
  const chain: StoreChain = shipping?.store?.chain ?? shipment?.chain ?? 'UNIMART'
  const store = {
    chain,
    id: shipping?.store?.id ?? shipment?.storeId ?? '',
    name: shipping?.store?.name ?? '',
    address: shipping?.store?.address ?? '',
  }
  return {
    id: shipment?.id ?? orderId,
    order_id: orderId,
    number,
    ...(along.length > 0 && { along }),
    name: seesPersons ? name : maskName(name),
    store: seesPersons ? store : { chain, id: '', name: '***', address: '' },
    create_at: toEpochSeconds(shipment?.createdAt ?? createdAt),
    ...(shipment && ofShipment(shipment)),
    ...(shipment && faultByOrder(shipment.state, order)),
    ...(collects > 0 && mayDo(actor, 'money.read') && { collects }),
    ...(fault && { collects_fault: mayDo(actor, 'money.read') ? fault : '代收金額與訂單不符' }),
    can_cancel: shipment?.state === 'made',
  }
}

/** A fault of the order, and not of the chain. */
function faultByOrder(
  state: ShipmentState,
  { orderState, unwanted }: Pick<ListedShipment, 'orderState' | 'unwanted'>,
): { fault?: string } {
  if (unwanted) return { fault: `${unwanted}，請取消這張寄件單，不要寄出` }
  const waits = state === 'returned' && orderState === 'shipped'
  return waits ? { fault: '包裹已取回，請在訂單登記退貨' } : {}
}

function ofShipment(shipment: NonNullable<ListedShipment['shipment']>): Partial<Shipment> {
  const { state, stateAt, message, fault, handInUntil, pickUpUntil, printedAt } = shipment
  const code = codeOf(shipment)
  return {
    state,
    state_at: toEpochSeconds(stateAt),
    ...(code && { code }),
    ...(message && { message }),
    ...(fault && { fault }),
    ...(handInUntil && { hand_in_until: handInUntil }),
    ...(pickUpUntil && { pick_up_until: pickUpUntil }),
    ...(printedAt && { printed_at: toEpochSeconds(printedAt) }),
  }
}

export function toShipmentEvent({ at, state, code, message }: ShipmentEventRow): ShipmentEvent {
  return { at: toEpochSeconds(at), code, message, ...(state && { state }) }
}
