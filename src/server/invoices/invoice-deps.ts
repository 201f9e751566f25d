import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { JobSender } from '../jobs/jobs.ts'
import type { InvoiceProvider } from './provider/invoice-provider.ts'

export interface InvoiceDeps {
  db: NodePgDatabase
  jobs: JobSender
  /** That of now: an account of the settings may change while the shop runs. */
  invoiceProvider: () => InvoiceProvider
}
