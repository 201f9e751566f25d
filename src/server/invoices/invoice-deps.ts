import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { JobSender } from '../jobs/jobs.ts'
import type { Invoices } from './account/create-invoices.ts'

export interface InvoiceDeps {
  db: NodePgDatabase
  jobs: JobSender
  invoices: Invoices
}
