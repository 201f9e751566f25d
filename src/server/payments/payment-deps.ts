import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { JobSender } from '../jobs/jobs.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import type { PaymentProviders } from './payment-providers.ts'

export interface PaymentDeps {
  db: NodePgDatabase
  jobs: JobSender
  providers: PaymentProviders
  subscribers: readonly OrderSubscriber[]
}
