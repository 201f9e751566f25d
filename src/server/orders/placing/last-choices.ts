import { and, desc, eq, exists, isNull } from 'drizzle-orm'
import type { InvoiceInput } from '#contract/invoice-choice.ts'
import type { Db } from '../../db/connect.ts'
import { orderEvents, orders } from '../../db/tables/orders.ts'
import { toInvoiceWire } from '../order-invoice.ts'
import { shippingOf } from '../order-wire.ts'

/** How many of the last orders are searched for an address and an invoice. */
const recentOrders = 20

export interface LastChoices {
  recipient?: { name: string; tel: string; email: string; address?: string }
  invoice?: InvoiceInput
}

/**
 * Contact of the member's last order, the last address that goods were sent to, and the invoice that
 * was last chosen. An order that a guest made with the member's e-mail does not count, nor one of the
 * staff: a stranger could have chosen its address.
 */
export async function readLastChoices(db: Db, owner: string): Promise<LastChoices> {
  const byMember = db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orders.id),
        eq(orderEvents.kind, 'created'),
        eq(orderEvents.actor, owner),
      ),
    )
  const recent = await db
    .select({
      groupId: orders.groupId,
      shipping: orders.shipping,
      userAddress: orders.userAddress,
      name: orders.contactName,
      tel: orders.userTel,
      email: orders.userEmail,
      invoiceKind: orders.invoiceKind,
      invoiceCarrier: orders.invoiceCarrier,
      invoiceCarrierNumber: orders.invoiceCarrierNumber,
      invoiceTaxId: orders.invoiceTaxId,
      invoiceTitle: orders.invoiceTitle,
      invoiceLoveCode: orders.invoiceLoveCode,
    })
    .from(orders)
    .where(and(eq(orders.owner, owner), isNull(orders.deletedAt), exists(byMember)))
    .orderBy(desc(orders.id))
    .limit(recentOrders)
  const [last] = recent
  if (!last) return {}
  const sent = recent.find((order) => shippingOf(order).kind === 'home')
  const [invoice] = recent.flatMap((order) => toInvoiceWire(order) ?? [])
  const { name, tel, email } = last
  return {
    recipient: { name, tel, email, ...(sent && { address: sent.userAddress }) },
    ...(invoice && { invoice }),
  }
}
