import type { ExportKind } from '#contract/file-kinds.ts'
import { issuesInvoices } from '../orders/order-invoice.ts'
import type { Settings } from '../settings/settings.ts'
import { auditExport } from './audit-export.ts'
import { couponExport } from './coupon-export.ts'
import { customerExport } from './customer-export.ts'
import type { AnyExport } from './export-kind.ts'
import { invoiceExport } from './invoice-export.ts'
import { orderExport, orderLineExport } from './order-export.ts'
import { participantExport } from './participant-export.ts'
import { productExport } from './product-export.ts'
import { stockExport } from './stock-export.ts'
import { subscriberExport } from './subscriber-export.ts'

export type Exports = Record<ExportKind, AnyExport>

export function createExports({ settings }: { settings: Pick<Settings, 'get'> }): Exports {
  return {
    products: productExport,
    stock: stockExport(() => settings.get().stock.low_at),
    coupons: couponExport,
    orders: orderExport({ issuesInvoices: () => issuesInvoices(settings.get()) }),
    order_lines: orderLineExport,
    customers: customerExport,
    participants: participantExport,
    subscribers: subscriberExport,
    invoices: invoiceExport,
    audit: auditExport,
  }
}
