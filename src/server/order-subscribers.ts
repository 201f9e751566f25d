import type { Config } from './config.ts'
import type { JobSender } from './jobs/jobs.ts'
import { completeDeliveredOrders } from './orders/complete-orders.ts'
import type { OrderSubscriber } from './orders/order-events.ts'
import { mailShoppers } from './orders/order-mails.ts'
import { recordManualPayments } from './payments/manual-payments.ts'
import { expireUnpaidOrders } from './payments/order-expiry.jobs.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import { refundOrders } from './payments/refund-orders.ts'

/** What runs in the transaction of each change of an order, in this order. */
export function createOrderSubscribers({
  config,
  jobs,
  provider,
}: {
  config: Config
  jobs: JobSender
  provider: PaymentProvider
}): readonly OrderSubscriber[] {
  const subscribers: OrderSubscriber[] = []
  subscribers.push(
    recordManualPayments,
    refundOrders({ jobs, provider, subscribers }),
    completeDeliveredOrders(jobs),
    mailShoppers({ config, jobs }),
    expireUnpaidOrders(jobs, provider),
  )
  return subscribers
}
