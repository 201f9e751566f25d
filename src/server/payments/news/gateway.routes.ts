import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { fragmentAddress } from '#contract/language.ts'
import * as schema from '#contract/payments.schema.ts'
import { gatewayApi } from '#contract/payments.ts'
import type { Context, Mount } from '../../http/mount.ts'
import { RawReply } from '../../http/raw-reply.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { findOrderLanguage } from '../../orders/orders.queries.ts'
import type { GatewayMessage } from '../payment-provider.ts'
import type { PaymentProviders } from '../payment-providers.ts'
import { receiveCallback, receiveReturn } from './callbacks.service.ts'

interface GatewayRouteDeps {
  db: NodePgDatabase
  jobs: JobSender
  paymentProviders: PaymentProviders
  orderSubscribers: readonly OrderSubscriber[]
}

/** Callbacks and browser returns of the gateways; nobody signs in here. */
export function gatewayRoutes(mount: Mount, routeDeps: GatewayRouteDeps): void {
  const { db, jobs, paymentProviders: providers, orderSubscribers: subscribers } = routeDeps
  const deps = { db, jobs, providers, subscribers }

  for (const kind of ['notify', 'number'] as const) {
    mount(gatewayApi[kind], schema.callback, async ({ params }, { request }) => {
      const message = { ...messageOf(request), kind, ip: request.ip }
      const { type = 'text/plain', ...reply } = await receiveCallback(
        deps,
        params.provider,
        message,
      )
      return new RawReply({ type, ...reply })
    })
  }

  for (const endpoint of [gatewayApi.return, gatewayApi.returnByAddress]) {
    mount(endpoint, schema.callback, async ({ params }, { request, reply }) => {
      const message = { ...messageOf(request), kind: 'return', ip: request.ip } as const
      const orderId = await receiveReturn(deps, params.provider, message)
      const path = orderId ? `/main/cart/pay/${orderId}` : '/main/order'
      const language = (orderId && (await findOrderLanguage(db, orderId))) || 'zh'
      reply.header('Location', fragmentAddress(language, path))
      return new RawReply({ type: 'text/plain', body: '', status: 303 })
    })
  }
}

function messageOf(request: Context['request']): Omit<GatewayMessage, 'kind'> {
  const { headers, body, url } = request
  return {
    headers,
    query: new URL(url, 'http://localhost').searchParams,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  }
}
