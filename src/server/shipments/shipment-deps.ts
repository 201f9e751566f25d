import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { JobSender } from '../jobs/jobs.ts'
import type { Logistics } from '../logistics/create-logistics.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import type { PaymentProviders } from '../payments/payment-providers.ts'

export interface ShipmentDeps {
  db: NodePgDatabase
  jobs: JobSender
  logistics: Logistics
  subscribers: readonly OrderSubscriber[]
  providers: PaymentProviders
}
