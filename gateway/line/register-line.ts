import type { FastifyInstance } from 'fastify'
import { registerLineControl } from './console/control-routes.ts'
import { registerLiffPages } from './liff/liff-pages.ts'
import { registerLiffRoutes } from './liff/liff-routes.ts'
import type { Line } from './line.ts'
import { createRegisterLineCall, keepRawBodies } from './line-call.ts'
import { registerAuthorizeRoutes } from './login/authorize-routes.ts'
import { registerLoginRoutes } from './login/login-routes.ts'
import { registerMessagingRoutes } from './messaging/messaging-routes.ts'
import { registerPayRoutes } from './pay/pay-routes.ts'
import { registerPayerRoutes } from './pay/payer-routes.ts'

/** LINE Login, Messaging API and LINE Pay, with their pages, on the address of the gateway. */
export function registerLine(app: FastifyInstance, line: Line): void {
  registerAuthorizeRoutes(app, line)
  registerPayerRoutes(app, line)
  registerLiffPages(app, line)
  registerLineControl(app, line)
  app.register(async (calls) => {
    keepRawBodies(calls)
    const login = createRegisterLineCall(calls, line, 'login')
    registerLoginRoutes(line, login)
    registerLiffRoutes(line, login)
    registerMessagingRoutes(line, createRegisterLineCall(calls, line, 'messaging'))
    registerPayRoutes(line, createRegisterLineCall(calls, line, 'pay'))
  })
}
