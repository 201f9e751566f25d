import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './returns.schema.ts'

export type OrderReturn = Static<typeof schema.OrderReturn>
export type Returnable = Static<typeof schema.Returnable>
export type ListedReturn = Static<typeof schema.ListedReturn>
export type StaffReturn = Static<typeof schema.StaffReturn>

const own = '{shop}/order/:id/returns'

export const returnApi = {
  ask: endpoint<typeof schema.ask>({
    method: 'POST',
    path: own,
    caller: 'shopper',
    takesAccess: true,
    summary: 'Ask to send goods of an own order back (honours Idempotency-Key)',
  }),
  send: endpoint<typeof schema.send>({
    method: 'PUT',
    path: `${own}/:returnId`,
    caller: 'shopper',
    takesAccess: true,
    summary: 'Name the parcel in which the goods of a return come back',
  }),
  withdraw: endpoint<typeof schema.withdraw>({
    method: 'POST',
    path: `${own}/:returnId/withdraw`,
    caller: 'shopper',
    takesAccess: true,
    summary: 'Withdraw a return whose goods are not back yet',
    ignoresBody: true,
  }),
}

const path = '{shop}/admin/return/:id'

export const adminReturnApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/returns',
    caller: 'admin',
    permission: 'order.read',
    shows: ['return', 'order'],
    summary: 'One page of the returns by what is to be done, what is due first, with their number',
  }),
  detail: endpoint<typeof schema.detail>({
    method: 'GET',
    path,
    caller: 'admin',
    permission: 'order.read',
    shows: ['return', 'order', 'refund'],
    summary: 'One return',
  }),
  open: endpoint<typeof schema.open>({
    method: 'POST',
    path: '{shop}/admin/order/:id/returns',
    caller: 'admin',
    permission: 'order.write',
    action: 'return.open',
    changes: ['return', 'order'],
    summary: 'Open a return for the shopper: its goods are still to come (honours Idempotency-Key)',
  }),
  accept: endpoint<typeof schema.accept>({
    method: 'POST',
    path: `${path}/accept`,
    caller: 'admin',
    permission: 'order.write',
    action: 'return.accept',
    changes: ['return', 'order'],
    summary: 'Accept a return that a shopper has asked for',
  }),
  refuse: endpoint<typeof schema.refuse>({
    method: 'POST',
    path: `${path}/refuse`,
    caller: 'admin',
    permission: 'order.write',
    action: 'return.refuse',
    changes: ['return', 'order'],
    summary: 'Refuse a return, for a reason that the shopper reads',
  }),
  receive: endpoint<typeof schema.receive>({
    method: 'POST',
    path: `${path}/receive`,
    caller: 'admin',
    permission: 'order.ship',
    action: 'return.receive',
    changes: ['return', 'order', 'stock'],
    summary: 'The goods of a return are back; with lines they are judged at once',
  }),
  judge: endpoint<typeof schema.judge>({
    method: 'POST',
    path: `${path}/judge`,
    caller: 'admin',
    permission: 'order.ship',
    action: 'return.judge',
    changes: ['return', 'order', 'stock'],
    summary: 'Which pieces that came back are sold again, and which are written off',
  }),
  refund: endpoint<typeof schema.refund>({
    method: 'POST',
    path: `${path}/refund`,
    caller: 'admin',
    permission: 'refund.write',
    action: 'return.refund',
    changes: ['return', 'order', 'refund'],
    summary: 'Pay back what came back of a return (honours Idempotency-Key)',
  }),
}
