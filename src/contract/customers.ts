import type { Static } from 'typebox'
import type * as schema from './customers.schema.ts'
import { endpoint, subjectsOfOrders } from './endpoint.ts'

export type Customer = Static<typeof schema.Customer>
export type CustomerDetail = Static<typeof schema.detail.reply>['customer']
export type CustomerFilter = Static<typeof schema.CustomerFilter>

const path = '{shop}/admin/customer/:id'
const read = { method: 'GET', caller: 'admin', permission: 'customer.read' } as const
const write = { caller: 'admin', permission: 'customer.write' } as const

/** Members with orders, and guests grouped by e-mail address. */
export const customerApi = {
  list: endpoint<typeof schema.list>({
    ...read,
    path: '{shop}/admin/customers',
    shows: ['customer', ...subjectsOfOrders],
    summary: 'One page of the customers, last order first unless sorted; filters hold together',
  }),
  tags: endpoint<typeof schema.tags>({
    ...read,
    path: '{shop}/admin/customers/tags',
    shows: ['customer'],
    summary: 'Tags in use, those that contain q',
  }),
  detail: endpoint<typeof schema.detail>({
    ...read,
    path,
    shows: ['customer', ...subjectsOfOrders],
    summary: 'One customer, and others with the same e-mail address',
  }),
  orders: endpoint<typeof schema.orders>({
    ...read,
    path: `${path}/orders`,
    shows: subjectsOfOrders,
    summary: "One page of a customer's orders, newest first, archived ones too",
  }),
  groups: endpoint<typeof schema.groups>({
    ...read,
    path: `${path}/groups`,
    shows: subjectsOfOrders,
    summary: "One page of a customer's places in groups, newest first",
  }),
  coupons: endpoint<typeof schema.coupons>({
    ...read,
    path: `${path}/coupons`,
    shows: ['coupon', 'order'],
    summary: 'One page of the coupons that a customer used, newest first',
  }),
  mails: endpoint<typeof schema.mails>({
    ...read,
    path: `${path}/mails`,
    shows: ['order', 'refund'],
    summary: 'One page of the mails to a customer, newest first',
  }),
  notes: endpoint<typeof schema.notes>({
    ...read,
    path: `${path}/notes`,
    shows: ['customer'],
    summary: 'One page of the notes about a customer, newest first',
  }),
  update: endpoint<typeof schema.update>({
    ...write,
    method: 'PUT',
    path,
    action: 'customer.update',
    summary: 'Change the tags of a customer',
  }),
  addNote: endpoint<typeof schema.addNote>({
    ...write,
    method: 'POST',
    path: `${path}/note`,
    action: 'customer.note',
    summary: 'Add a note to a customer',
  }),
  removeNote: endpoint<typeof schema.removeNote>({
    ...write,
    method: 'DELETE',
    path: `${path}/note/:noteId`,
    action: 'customer.remove_note',
    summary: 'Delete a note',
    ignoresBody: true,
  }),
}

export type CustomerSortColumn = 'last_order' | 'orders' | 'spent' | 'name'
