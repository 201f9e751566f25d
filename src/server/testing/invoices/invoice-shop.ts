import type { Invoice } from '../../../../gateway/invoices/invoice.ts'
import { type RunningGateway, startGateway } from '../../../../gateway/start-gateway.ts'
import { publishedInvoices } from '../../config-invoices.ts'
import { settleOrder } from '../../invoices/settle-order.ts'
import { openAdministrator, type TestAdministrator } from '../test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../test-shop.ts'

/** A shop that issues invoices by the try-out server. */
export interface InvoiceShop extends TestShop {
  running: RunningGateway
  owner: TestAdministrator
  /** An order of two pieces at NT$1,000 each, which the staff has marked as paid. */
  paid(guest?: Visitor): Promise<string>
  /** All of it goes in one parcel. */
  ship(orderId: string): Promise<void>
  refund(orderId: string, amount: number): Promise<void>
  /** Runs the job that follows the books, as often as it is due. */
  settle(orderId: string, options?: { retries: boolean }): Promise<void>
  /** All that waits for its time is due by now. */
  letTimePass(orderId: string): Promise<void>
  /** Invoices and allowances in words, oldest first, such as `issued 2000` and `allowed 300`. */
  invoicesOf(orderId: string): Promise<string[]>
  /** The invoices that the provider has of the order, by our numbers. */
  atProvider(orderId: string): Promise<Invoice[]>
  rows<Row>(statement: string, values?: unknown[]): Promise<Row[]>
}

/** `now`: the time of the try-out server, whose clock only goes forward. */
export async function openInvoiceShop({
  beside,
  now,
  paysAtOnce = false,
}: {
  /** Another node of this shop. */
  beside?: InvoiceShop
  now?: Date
  /** Payments and refunds are done as soon as they are asked for. */
  paysAtOnce?: boolean
} = {}): Promise<InvoiceShop> {
  const running = beside?.running ?? (await startGateway({ now }))
  const ofInvoices = {
    ...{ ECPAY_INVOICE_MERCHANT_ID: publishedInvoices.ECPAY_INVOICE_MERCHANT_ID },
    ...{ ECPAY_STAGE: '1', ECPAY_INVOICE_URL: running.address, DEVELOPMENT: '1' },
  }
  const shop = await openTestShop({
    env: paysAtOnce ? ofInvoices : { PAYMENTS: 'sandbox', ECPAY_URL: running.address },
    ...(beside && { reach: async () => beside.databaseUrl }),
  })
  const owner = await openAdministrator(shop)
  if (!beside) await turnOn(owner)
  const product = await shop.product()

  async function rows<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await shop.database.pool.query(statement, values)).rows
  }

  return {
    ...shop,
    running,
    owner,
    rows,
    async paid(guest = shop.guest()) {
      await guest.post('/cart', { product_id: product, qty: 2 })
      const { orderId } = (await guest.post('/order', orderData)).body
      await owner.put(`/admin/order/${orderId}`, { is_paid: true })
      return orderId
    },
    async ship(orderId) {
      const reply = await owner.post(`/admin/order/${orderId}/parcel`, { carrier: 'own' })
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    },
    async refund(orderId, amount) {
      const reason = '少一件'
      const reply = await owner.post(`/admin/order/${orderId}/refund`, { amount, reason })
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    },
    settle: (orderId, options) => settleOrder(shop.invoices, { orderId, ...options }),
    async letTimePass(orderId) {
      await rows('update invoices set not_before = now() where order_id = $1', [orderId])
      await rows(
        `update invoice_allowances set not_before = now()
         where invoice_id in (select id from invoices where order_id = $1)`,
        [orderId],
      )
    },
    async invoicesOf(orderId) {
      const found = await rows<{ text: string }>(
        `select state || ' ' || amount as text from (
           select id, id as of, state, amount from invoices where order_id = $1
           union all select allowance.id, invoice_id, allowance.state, allowance.amount
             from invoice_allowances as allowance join invoices on invoices.id = invoice_id
             where order_id = $1) as entry
         order by entry.of, entry.id`,
        [orderId],
      )
      return found.map(({ text }) => text)
    },
    async atProvider(orderId) {
      const own = await rows<{ number: string }>(
        'select number from invoices where order_id = $1',
        [orderId],
      )
      const numbers = new Set(own.map(({ number }) => number))
      const newestFirst = running.gateway.invoices.list()
      return newestFirst.toReversed().filter(({ relateNumber }) => numbers.has(relateNumber))
    },
    async close() {
      await shop.close()
      if (!beside) await running.close()
    },
  }
}

async function turnOn(owner: TestAdministrator): Promise<void> {
  const { version } = (await owner.get('/admin/settings')).body.settings.invoice
  const values = { mode: 'on', when: 'shipping' }
  const reply = await owner.put('/admin/settings/invoice', { version, values })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}
