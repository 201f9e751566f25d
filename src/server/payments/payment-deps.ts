import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { JobSender } from '../jobs/jobs.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import type { PaymentProvider } from './payment-provider.ts'

export interface PaymentDeps {
  db: NodePgDatabase
  jobs: JobSender
  provider: PaymentProvider
  subscribers: readonly OrderSubscriber[]
}
