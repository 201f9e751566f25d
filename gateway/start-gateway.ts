import Fastify from 'fastify'
import { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
import { registerAllowanceRoutes, scheduleExpiry } from './invoices/allowance-routes.ts'
import { registerCheckRoutes } from './invoices/check-routes.ts'
import { registerInvoiceControl } from './invoices/control-routes.ts'
import { createRegisterInvoiceCall } from './invoices/invoice-call.ts'
import { registerIssueRoutes } from './invoices/issue-routes.ts'
import { registerLine } from './line/register-line.ts'
import { createListener } from './listener.ts'
import { registerChangeRoutes } from './logistics/change-routes.ts'
import { registerParcelControl } from './logistics/control-routes.ts'
import { createLogistics } from './logistics/logistics-call.ts'
import { registerMapRoutes } from './logistics/map-routes.ts'
import { scheduleDeadline } from './logistics/move-parcel.ts'
import { registerParcelRoutes } from './logistics/parcel-routes.ts'
import { registerReturnRoutes } from './logistics/return-routes.ts'
import { messagePage } from './pages/layout.ts'
import { registerAssets } from './routes/assets.ts'
import { registerCheckoutRoutes } from './routes/checkout-routes.ts'
import { registerControlRoutes } from './routes/control-routes.ts'
import { registerCreditRoutes } from './routes/credit-routes.ts'
import { registerFormParser } from './routes/forms.ts'
import { registerQueryRoutes } from './routes/query-routes.ts'
import { type PageError, sendPage, wantsJson } from './routes/replies.ts'
import { registerSettlementRoutes } from './routes/settlement-routes.ts'
import { createRegisterCall, payments } from './routes/shop-call.ts'
import { scheduleCredit } from './shopper-actions.ts'

export interface RunningGateway {
  address: string
  /** Everything that it knows; a test in the same process reads and sets it here. */
  gateway: Gateway
  refuseConnections(): Promise<void>
  acceptConnections(): Promise<void>
  close(): Promise<void>
}

/** Starts the try-out gateway on the loopback. */
export async function startGateway({
  port = 0,
  ...options
}: GatewayOptions & { port?: number } = {}): Promise<RunningGateway> {
  const gateway = createGateway(options)
  const app = Fastify()
  registerFormParser(app)
  app.setErrorHandler((error, request, reply) => {
    const { statusCode = 500, message } = error as PageError
    if (wantsJson(request)) return reply.code(statusCode).send({ message })
    return sendPage(reply.code(statusCode), messagePage('無法完成', [message]))
  })
  const listener = createListener(port)
  registerAssets(app)
  registerCheckoutRoutes(app, gateway)
  const registerPayment = createRegisterCall(app, gateway, payments)
  registerQueryRoutes(gateway, registerPayment)
  registerCreditRoutes(gateway, registerPayment)
  registerSettlementRoutes(gateway, registerPayment)
  registerControlRoutes(app, gateway, listener)
  const registerLogistics = createRegisterCall(app, gateway, createLogistics())
  registerMapRoutes(app, gateway, registerLogistics)
  registerParcelRoutes(gateway, registerLogistics)
  registerChangeRoutes(gateway, registerLogistics)
  registerReturnRoutes(gateway, registerLogistics)
  registerParcelControl(app, gateway)
  const registerInvoices = createRegisterInvoiceCall(app, gateway)
  registerIssueRoutes(gateway, registerInvoices)
  registerAllowanceRoutes(gateway, registerInvoices)
  registerCheckRoutes(gateway, registerInvoices)
  registerInvoiceControl(app, gateway)
  registerLine(app, gateway.line)
  await app.ready()
  listener.server.on('request', app.routing)
  await listener.open()
  for (const trade of gateway.books.trades) {
    scheduleCredit(gateway, trade)
    gateway.notifier.resume(trade)
  }
  for (const parcel of gateway.books.parcels) {
    scheduleDeadline(gateway, parcel)
    gateway.notifier.resume(parcel)
  }
  for (const invoice of gateway.books.invoices) {
    for (const allowance of invoice.allowances) scheduleExpiry(gateway, invoice, allowance)
    gateway.notifier.resume(invoice)
  }
  return {
    address: listener.address(),
    gateway,
    refuseConnections: listener.close,
    acceptConnections: listener.open,
    async close() {
      await listener.close()
      await gateway.close()
      await app.close()
    },
  }
}
