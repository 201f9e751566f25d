import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './shipping.schema.ts'

export type AdminShippingMethod = Static<typeof schema.AdminShippingMethod>
export type ShippingMethodInput = Static<typeof schema.adminCreate.data>

/** A shop that has made no method has one home method at the fee of its settings, version 0. */
export const adminShippingApi = {
  list: endpoint<typeof schema.adminList>({
    method: 'GET',
    path: '{shop}/admin/shipping-methods',
    caller: 'admin',
    permission: 'setting.read',
    shows: ['shipping', 'setting'],
    summary: 'All shipping methods, in their order',
  }),
  create: endpoint<typeof schema.adminCreate>({
    method: 'POST',
    path: '{shop}/admin/shipping-method',
    caller: 'admin',
    permission: 'setting.write',
    action: 'shipping.create',
    changes: ['shipping', 'setting'],
    summary: 'Add a shipping method, behind the others',
  }),
  update: endpoint<typeof schema.adminUpdate>({
    method: 'PUT',
    path: '{shop}/admin/shipping-method/:id',
    caller: 'admin',
    permission: 'setting.write',
    action: 'shipping.update',
    changes: ['shipping', 'setting'],
    summary: 'Change a shipping method, or switch it on or off',
  }),
  remove: endpoint<typeof schema.adminRemove>({
    method: 'DELETE',
    path: '{shop}/admin/shipping-method/:id',
    caller: 'admin',
    permission: 'setting.write',
    action: 'shipping.archive',
    changes: ['shipping', 'setting'],
    summary: 'Delete a shipping method; orders keep what they have of it',
    ignoresBody: true,
  }),
  order: endpoint<typeof schema.adminOrder>({
    method: 'PUT',
    path: '{shop}/admin/shipping-methods',
    caller: 'admin',
    permission: 'setting.write',
    action: 'shipping.order',
    changes: ['shipping', 'setting'],
    summary: 'Order the shipping methods; those that are not named come last',
  }),
}
