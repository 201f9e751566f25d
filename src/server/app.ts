import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { adminRoutes } from './admin/admin.routes.ts'
import { verifyAdmin } from './admin/admin-session.ts'
import { answerCachedReads } from './cache/cached-reads.ts'
import { cacheKey } from './cache/response-cache.ts'
import { adminCampaignRoutes } from './campaigns/admin-campaigns.routes.ts'
import { adminGroupRoutes } from './campaigns/admin-groups.routes.ts'
import type { CampaignCache } from './campaigns/campaign-cache.ts'
import { campaignRoutes } from './campaigns/campaigns.routes.ts'
import { createGroupGuesses } from './campaigns/group-guesses.ts'
import { leaderRoutes } from './campaigns/leader.routes.ts'
import { createLiveGroups } from './campaigns/live-groups.ts'
import { ownPlaceRoutes, participationRoutes } from './campaigns/participations.routes.ts'
import { settlementRoutes } from './campaigns/settlement.routes.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { mergeGuestCart } from './cart/cart.service.ts'
import { adminCatalogRoutes } from './catalog/admin-catalog.routes.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import type { CatalogCache } from './catalog/catalog-cache.ts'
import type { Config } from './config.ts'
import { adminCouponRoutes } from './coupons/admin-coupons.routes.ts'
import type { Database } from './db/connect.ts'
import { serveApiDocument } from './http/api-document.ts'
import { endConnectionsAtClose } from './http/closing.ts'
import { personalAnswers } from './http/compression.ts'
import { connectionOptions, guardConnections } from './http/connections.ts'
import { createCookieHint } from './http/cookie-hint.ts'
import { refuseAddress, registerErrorHandler } from './http/error-handler.ts'
import { healthRoutes, type Readiness } from './http/health.ts'
import { createMount } from './http/mount.ts'
import { registerNotFoundHandler } from './http/not-found.ts'
import { servePages } from './http/pages.ts'
import { limitPipelining } from './http/pipelining.ts'
import { createRequestIds } from './http/request-id.ts'
import { requestPath } from './http/request-path.ts'
import { secure } from './http/security.ts'
import { readJsonOnly } from './input/json-body.ts'
import { validatorCompiler } from './input/validation.ts'
import { adminJobRoutes } from './jobs/admin-jobs.routes.ts'
import type { FailedJobs, JobSender } from './jobs/jobs.ts'
import { createPersonalLimits } from './limits/personal-limits.ts'
import { createWriteLimits } from './limits/write-limits.ts'
import type { Log } from './log.ts'
import type { Identity } from './members/identity.ts'
import type { PasswordHasher } from './members/password-hasher.ts'
import { adminOrderLifeRoutes } from './orders/admin-order-life.routes.ts'
import { adminOrderRoutes } from './orders/admin-orders.routes.ts'
import type { OrderSubscriber } from './orders/order-events.ts'
import { orderLifeRoutes } from './orders/order-life.routes.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { countUnshipped } from './orders/unshipped.queries.ts'
import { toAttempt, toStaffAttempt } from './payments/attempt-wire.ts'
import { gatewayRoutes } from './payments/gateway.routes.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import { listAttempts } from './payments/payments.queries.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { toRefund, toStaffRefund } from './payments/refund-wire.ts'
import { readRefunds } from './payments/refunds.queries.ts'
import { refundRoutes } from './payments/refunds.routes.ts'
import { readRefundable } from './payments/refunds.service.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import type { Settings } from './settings/settings.ts'
import { adminStockRoutes } from './stock/admin-stock.routes.ts'
import { stockRoutes } from './stock/stock.routes.ts'
import type { PictureStore } from './uploads/store.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'

export interface AppDeps {
  config: Config
  log: Log
  database: Database
  readiness: Readiness
  catalog: CatalogCache
  campaignCache: CampaignCache
  jobs: JobSender & FailedJobs
  identity: Identity
  adminHasher: PasswordHasher
  paymentProvider: PaymentProvider
  pictures: PictureStore
  settings: Settings
  orderSubscribers: readonly OrderSubscriber[]
}

/** The whole server, not yet listening; it starts nothing and owns none of what it is given. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, identity } = deps
  const { db } = deps.database
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    // One for all: a logger of its own costs each request more than the lines that few of them log.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    // A request that arrives while the server closes is answered; its connection is then closed.
    return503OnClosing: false,
    frameworkErrors: refuseAddress,
    ...connectionOptions(config.timeouts),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 250 },
  })
  app.setValidatorCompiler(validatorCompiler)
  registerErrorHandler(app)
  registerNotFoundHandler(app, config.shopPath)
  readJsonOnly(app)
  guardConnections(app, config.timeouts)
  endConnectionsAtClose(app)
  limitPipelining(app.server)

  answerCachedReads(app, (request) => {
    const key = cacheKey(request, config)
    return deps.catalog.find(key) ?? deps.campaignCache.find(key)
  })
  await secure(app, config)
  await app.register(cookie)
  await app.register(compress, personalAnswers)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'MinMin 團購', version: '2' } },
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    const isOpen = !reply.hasHeader('cache-control') && requestPath(request).startsWith('/v2')
    if (isOpen) reply.header('Cache-Control', 'no-store')
    next()
  })

  const liveGroups = createLiveGroups({
    cache: deps.campaignCache,
    log: deps.log,
    scale: config.writeLimitScale,
  })
  app.addHook('preClose', (done) => {
    liveGroups.close()
    done()
  })
  const personalLimits = createPersonalLimits(config.writeLimitScale)
  const mount = createMount(app, {
    shopPath: config.shopPath,
    isGuestShared: config.isGuestShared,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    limits: createWriteLimits(db, config.writeLimitScale),
    verifiers: {
      member: (token) => identity.verifyMember(token),
      admin: (token) => verifyAdmin(db, token),
    },
    onNewGuest: createCookieHint(config),
    mergeGuest: (guest, member) =>
      personalLimits.writeCart(member, () => mergeGuestCart(db, guest, member)),
  })
  const routeDeps = {
    ...deps,
    db,
    personalLimits,
    liveGroups,
    groupGuesses: createGroupGuesses(db, config.writeLimitScale),
    refundsOf: async (orderId: string) =>
      (await readRefunds(db, orderId)).filter(({ refund }) => !refund.isOfCapture).map(toRefund),
    staffRefundsOf: async (orderId: string) =>
      (await readRefunds(db, orderId)).map((row) => toStaffRefund(row)),
    attemptsOf: async (orderId: string) => (await listAttempts(db, orderId)).map(toStaffAttempt),
    lastAttemptOf: async (orderId: string) => (await listAttempts(db, orderId)).map(toAttempt)[0],
    refundableOf: (orderId: string) => readRefundable(db, orderId),
  }
  catalogRoutes(mount, routeDeps)
  stockRoutes(mount, routeDeps)
  cartRoutes(mount, routeDeps)
  orderRoutes(mount, routeDeps)
  orderLifeRoutes(mount, routeDeps)
  paymentRoutes(mount, routeDeps)
  gatewayRoutes(mount, routeDeps)
  campaignRoutes(mount, routeDeps)
  participationRoutes(mount, routeDeps)
  ownPlaceRoutes(mount, routeDeps)
  leaderRoutes(mount, routeDeps)
  adminRoutes(mount, routeDeps)
  adminCatalogRoutes(mount, routeDeps)
  adminStockRoutes(mount, { ...routeDeps, countUnshipped })
  adminCouponRoutes(mount, routeDeps)
  adminOrderRoutes(mount, routeDeps)
  adminOrderLifeRoutes(mount, routeDeps)
  refundRoutes(mount, routeDeps)
  adminCampaignRoutes(mount, routeDeps)
  adminGroupRoutes(mount, routeDeps)
  settlementRoutes(mount, routeDeps)
  settingsRoutes(mount, routeDeps)
  adminJobRoutes(mount, routeDeps)
  await uploadRoutes(app, mount, routeDeps)
  await identity.routes(app)
  await servePages(app, config)
  healthRoutes(app, deps)
  serveApiDocument(app)
  return app
}
