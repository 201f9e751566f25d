import type { OrderSubscriber } from '../orders/order-events.ts'
import { followAddress, refreshCustomers } from './customer-rows.queries.ts'

/** Keeps the customer's row as the last order has the contact. */
export const followContacts: OrderSubscriber = async (tx, event) => {
  if (event.type === 'order.placed') {
    await refreshCustomers(tx, [event.customer], event.contact)
  }
  if (event.type !== 'order.contact_changed') return
  const { customer, former } = event
  if (former !== null && former !== customer) await followAddress(tx, former, customer)
  await refreshCustomers(tx, former === null ? [customer] : [former, customer])
}
