import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/invoices.schema.ts'
import { adminInvoiceApi } from '#contract/invoices.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readText } from '../input/coerced-values.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { findOrder } from '../orders/back-office/admin-orders.queries.ts'
import type { Invoices } from './account/create-invoices.ts'
import { readAgreement } from './agreement.queries.ts'
import { settleInvoices } from './invoice.jobs.ts'
import { readInvoiceTimes } from './invoice-times.ts'
import { toAdminInvoice } from './invoice-wire.ts'
import { listInvoicesOf } from './invoices.queries.ts'
import { previewRefund, readShopNow, reissueInvoice, retryInvoices } from './invoices.service.ts'
import { countInvoices, listInvoices, readNumbers } from './list-invoices.queries.ts'

interface InvoiceRouteDeps {
  db: NodePgDatabase
  jobs: JobSender
  invoices: Invoices
}

/** The invoices of the shop, for the staff. */
export function invoiceRoutes(mount: Mount, deps: InvoiceRouteDeps): void {
  const { db, jobs } = deps

  mount(adminInvoiceApi.list, schema.list, async ({ query }, { actor }) => {
    const filter = {
      view: query.view || ('problem' as const),
      period: query.period || undefined,
      kind: query.kind || undefined,
      q: query.q ?? '',
    }
    const now = await readShopNow(db)
    const [{ rows, pagination }, counts, numbers, times] = await Promise.all([
      readRequestedPage(query, (place) => listInvoices(db, filter, place)),
      countInvoices(db),
      readNumbers(db, now),
      readInvoiceTimes(db),
    ])
    return {
      invoices: rows.map(({ invoice, orderNumber }) =>
        toAdminInvoice(invoice, { orderNumber, now, actor }),
      ),
      pagination,
      messages: [],
      counts,
      ...(numbers && {
        numbers: {
          left: numbers.left,
          all: numbers.all,
          is_low: numbers.isLow,
          asked_at: toEpochSeconds(numbers.askedAt),
        },
      }),
      is_on: times.isOn,
    }
  })

  mount(adminInvoiceApi.ofOrder, schema.ofOrder, async ({ params: { id }, query }, { actor }) => {
    const found = await findOrder(db, id)
    if (!found) throw new ShopError('ORDER_NOT_FOUND')
    const [rows, now] = await Promise.all([listInvoicesOf(db, id), readShopNow(db)])
    const refund = query.refund ? Number(query.refund) : undefined
    const orderNumber = found.order.number
    return {
      invoices: rows.toReversed().map((row) => toAdminInvoice(row, { orderNumber, now, actor })),
      preview: await previewRefund(db, id, rows, refund),
    }
  })

  mount(adminInvoiceApi.agreement, schema.agreement, async ({ query }) => {
    const [now, times] = await Promise.all([readShopNow(db), readInvoiceTimes(db)])
    return readAgreement(db, { period: query.period || undefined, now, times })
  })

  mount(adminInvoiceApi.retryAll, schema.retryAll, async (_, { actor }) => {
    const count = await retryInvoices(deps, actor)
    jobs.wake(settleInvoices)
    return { message: count === 0 ? '沒有需要重試的發票' : `正在重試 ${count} 筆訂單的發票` }
  })

  mount(adminInvoiceApi.retry, schema.retry, async ({ params: { id } }, { actor }) => {
    await retryInvoices(deps, actor, id)
    jobs.wake(settleInvoices)
    return { message: '正在重試' }
  })

  mount(adminInvoiceApi.reissue, schema.reissue, async ({ params: { id }, data }, { actor }) => {
    const reason = readText(data.reason, 'reason')
    await reissueInvoice(deps, actor, { id, reason, input: data.invoice })
    jobs.wake(settleInvoices)
    return { message: '正在作廢並重新開立發票' }
  })
}
