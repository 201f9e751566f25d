import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/payments.schema.ts'
import { gatewayApi } from '#contract/payments.ts'
import type { Context, Mount } from '../../http/mount.ts'
import { RawReply } from '../../http/raw-reply.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { receiveCallback } from './callbacks.service.ts'

interface GatewayRouteDeps {
  db: NodePgDatabase
  jobs: JobSender
  paymentProvider: PaymentProvider
  orderSubscribers: readonly OrderSubscriber[]
}

/** Callbacks and browser returns of the gateway; nobody signs in here. */
export function gatewayRoutes(mount: Mount, routeDeps: GatewayRouteDeps): void {
  const { db, jobs, paymentProvider: provider, orderSubscribers: subscribers } = routeDeps
  const deps = { db, jobs, provider, subscribers }

  const receive = async (kind: 'notify' | 'number', request: Context['request']) => {
    const refusal = await receiveCallback(deps, { kind, body: rawBody(request), ip: request.ip })
    return text(refusal === undefined ? '1|OK' : `0|${refusal}`)
  }
  mount(gatewayApi.notify, schema.callback, (_, { request }) => receive('notify', request))
  mount(gatewayApi.number, schema.callback, (_, { request }) => receive('number', request))

  mount(gatewayApi.return, schema.callback, async (_, { request, reply }) => {
    const orderId = provider.readReturn(rawBody(request))
    reply.header('Location', orderId ? `/#/main/cart/pay/${orderId}` : '/#/main/order')
    return text('', 303)
  })
}

/** The gateway compares the bytes: no quotes and no line break. */
function text(body: string, status = 200): RawReply {
  return new RawReply({ type: 'text/plain', body, status })
}

function rawBody({ body }: Context['request']): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
