import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './shipments.schema.ts'

export type Shipment = Static<typeof schema.Shipment>
export type ShipmentEvent = Static<typeof schema.ShipmentEvent>

/** Another store, for an order whose store has closed. */
export const shipmentApi = {
  chooseStore: endpoint<typeof schema.chooseStore>({
    method: 'POST',
    path: '{shop}/order/:id/store',
    caller: 'shopper',
    takesAccess: true,
    summary: 'Choose another store of the chain for an own order whose store has closed',
  }),
}

/** The provider of logistics tells the state of a parcel. */
export const shipmentCallbackApi = {
  state: endpoint<typeof schema.callback>({
    method: 'POST',
    caller: 'anyone',
    origin: 'any',
    body: 'raw',
    path: '/v2/logistics/ecpay/state',
    summary: 'The state of a parcel, signed by the provider of logistics',
    maxBodyBytes: 64 * 1024,
  }),
}

export const adminShipmentApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/shipments',
    caller: 'admin',
    permission: 'order.read',
    shows: ['shipment', 'order', 'payment', 'refund'],
    summary:
      'One page of the parcels to convenience stores, by what is to be done, with their number',
  }),
  ofOrder: endpoint<typeof schema.ofOrder>({
    method: 'GET',
    path: '{shop}/admin/order/:id/shipments',
    caller: 'admin',
    permission: 'order.read',
    shows: ['shipment', 'order'],
    summary: 'The parcels of an order to a convenience store with all that was told of them',
  }),
  labels: endpoint<typeof schema.labels>({
    method: 'POST',
    path: '{shop}/admin/shipments/labels',
    caller: 'admin',
    permission: 'order.ship',
    action: 'shipment.print',
    summary:
      'The forms that open labels at the provider; marks them as printed once they are opened',
  }),
  retry: endpoint<typeof schema.retry>({
    method: 'POST',
    path: '{shop}/admin/shipment/:id/retry',
    caller: 'admin',
    permission: 'order.ship',
    action: 'shipment.retry',
    summary: 'Make a parcel again that was refused or not answered',
    ignoresBody: true,
  }),
  ask: endpoint<typeof schema.ask>({
    method: 'POST',
    path: '{shop}/admin/shipment/:id/ask',
    caller: 'admin',
    permission: 'order.ship',
    action: 'shipment.ask',
    summary: 'Ask the provider for the state of a parcel now',
    ignoresBody: true,
  }),
  cancel: endpoint<typeof schema.cancel>({
    method: 'POST',
    path: '{shop}/admin/shipment/:id/cancel',
    caller: 'admin',
    permission: 'order.ship',
    action: 'shipment.cancel',
    summary: 'Give a parcel up that is not handed in; at the provider where the carrier has that',
    ignoresBody: true,
  }),
}
