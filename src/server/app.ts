import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { getAdministrator } from './admin/admin.queries.ts'
import { verifyKey } from './admin/api-keys/api-keys.queries.ts'
import { verifyAdmin } from './admin/sign-in/admin-session.ts'
import { readAlerts } from './backup/backup-alerts.ts'
import { answerCachedReads } from './cache/cached-reads.ts'
import { cacheKey } from './cache/response-cache.ts'
import type { CampaignCache } from './campaigns/campaign-cache.ts'
import { createGroupGuesses } from './campaigns/storefront/group-guesses.ts'
import { createLiveGroups } from './campaigns/storefront/live-groups.ts'
import { shareCounted } from './campaigns/supply/sweep-goods.ts'
import { mergeGuestCart } from './cart/cart.service.ts'
import type { CatalogCache } from './catalog/catalog-cache.ts'
import type { FollowCategory } from './catalog/categories.service.ts'
import type { Config } from './config.ts'
import { createCouponGuesses } from './coupons/coupon-guesses.ts'
import { renameCategoryOfCoupons } from './coupons/rename-category.ts'
import type { Database, Db } from './db/connect.ts'
import type { Transaction } from './db/transaction.ts'
import type { Exports } from './exports/export-kinds.ts'
import type { StaffActor } from './http/actor.ts'
import { serveApiDocument } from './http/api-page/api-document.ts'
import { serveApiPage } from './http/api-page/api-page.ts'
import { securitySchemes } from './http/api-page/api-security.ts'
import { endConnectionsAtClose } from './http/closing.ts'
import { personalAnswers } from './http/compression.ts'
import { connectionOptions, guardConnections } from './http/connections.ts'
import { refuseAddress, registerErrorHandler } from './http/error-handler.ts'
import { healthRoutes, type Readiness } from './http/health.ts'
import { followLanguages } from './http/language.ts'
import { createMount } from './http/mount.ts'
import { registerNotFoundHandler } from './http/not-found.ts'
import { serveFiles } from './http/pages.ts'
import { limitPipelining } from './http/pipelining.ts'
import { createRequestIds, sendRequestIds } from './http/request-id.ts'
import { requestPath } from './http/request-path.ts'
import { createCookieHint, secure } from './http/security.ts'
import { createSerializerCompiler } from './http/serializer.ts'
import type { Imports } from './imports/import-actions.ts'
import { readJsonOnly } from './input/json-body.ts'
import { createFilePlaces } from './input/read-table.ts'
import { validatorCompiler } from './input/validation.ts'
import type { Invoices } from './invoices/account/create-invoices.ts'
import { readInvoiceText, readOwnInvoices } from './invoices/invoice-wire.ts'
import { isInvoiceFixed } from './invoices/invoices.queries.ts'
import type { FailedJobs, JobSender } from './jobs/jobs.ts'
import { createKeyLimit } from './limits/key-limit.ts'
import { createPersonalLimits } from './limits/personal-limits.ts'
import { createWriteLimits } from './limits/write-limits.ts'
import type { Log } from './log.ts'
import type { Logistics } from './logistics/create-logistics.ts'
import { moveChoices } from './logistics/stores/store-choices.ts'
import type { Identity } from './members/identity.ts'
import type { PasswordHasher } from './members/sign-in/password-hasher.ts'
import { countRequests } from './metrics/count-requests.ts'
import { countUnshipped } from './orders/fulfilment/unshipped.queries.ts'
import type { GuestAccess } from './orders/guest-access.ts'
import type { OrderSubscriber } from './orders/order-events.ts'
import type { LockedOrder } from './orders/order-state.queries.ts'
import type { OrderWithLines } from './orders/order-wire.ts'
import { createPageLook } from './page-look.ts'
import { toAttempt, toStaffAttempt } from './payments/paying/attempt-wire.ts'
import type { PaymentProviders } from './payments/payment-providers.ts'
import { listAttempts } from './payments/payments.queries.ts'
import { isOfShopper, toRefund, toStaffRefund } from './payments/refunds/refund-wire.ts'
import { readRefunds } from './payments/refunds/refunds.queries.ts'
import { readRefundable } from './payments/refunds/refunds.service.ts'
import { readOwnReturns, readStaffReturns } from './returns/own-returns.ts'
import { mountRooms } from './rooms.ts'
import type { RunActions } from './runs/run-action.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import { renameCategoryOfSettings } from './settings/rename-category.ts'
import type { Settings } from './settings/settings.ts'
import { brandFileRoutes } from './share/brand-files.ts'
import { cardRoutes } from './share/cards/card.routes.ts'
import { createDocumentCache } from './share/document-cache.ts'
import { documentRoutes } from './share/documents.ts'
import { feedRoutes } from './share/feeds/feeds.routes.ts'
import { createInProcessReads } from './share/in-process-reads.ts'
import { sitemapRoutes } from './share/sitemap.ts'
import { workerRoutes } from './share/worker-file.ts'
import { findLive } from './shipments/shipments.queries.ts'
import { followShippingSettings } from './shipping/methods.service.ts'
import { updateStock } from './stock/stock.service.ts'
import { traceRequests } from './tracing/trace-requests.ts'
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
  paymentProviders: PaymentProviders
  logistics: Logistics
  invoices: Invoices
  pictures: PictureStore
  secretBox: SecretBox
  guestAccess: GuestAccess
  settings: Settings
  orderSubscribers: readonly OrderSubscriber[]
  actions: RunActions
  exports: Exports
  imports: Imports
}

/** For who reads the document: endpoints are mounted in the order that suits their parsers. */
const sortPaths: SwaggerTransformObject = (made) => {
  if (!('openapiObject' in made)) return made.swaggerObject
  const { paths } = made.openapiObject
  const sorted = Object.entries(paths ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.assign(made.openapiObject, { paths: Object.fromEntries(sorted) })
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
  app.setSerializerCompiler(createSerializerCompiler())
  registerErrorHandler(app)
  registerNotFoundHandler(app, config.shopPath)
  readJsonOnly(app)
  guardConnections(app, config.timeouts)
  endConnectionsAtClose(app)
  limitPipelining(app.server)

  sendRequestIds(app)
  traceRequests(app)
  followLanguages(app)
  countRequests(app, config.logLevel)
  const look = createPageLook(config, deps.settings, deps.paymentProviders, identity)
  const hasLiff = () => look().facts.liffId !== undefined
  const documentCache = createDocumentCache(config, look)
  answerCachedReads(app, (request) => {
    const key = cacheKey(request, config)
    return deps.catalog.find(key) ?? deps.campaignCache.find(key) ?? documentCache.find(key)
  })
  await secure(app, config, hasLiff)
  await app.register(cookie)
  await app.register(compress, personalAnswers)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'MinMin 團購', version: '2' },
      components: { securitySchemes },
    },
    transformObject: sortPaths,
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    const isOpen = !reply.hasHeader('cache-control') && requestPath(request).startsWith('/v2')
    if (isOpen) reply.header('Cache-Control', 'no-store')
    next()
  })

  const liveGroups = createLiveGroups({
    cache: deps.campaignCache,
    log: deps.log,
    db,
    limits: config.limits,
  })
  app.addHook('preClose', (done) => {
    liveGroups.close()
    done()
  })
  const personalLimits = createPersonalLimits(db, config)
  const mount = createMount(app, {
    shopPath: config.shopPath,
    isGuestShared: config.isGuestShared,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    limits: createWriteLimits(db, config.limits),
    isClosed: () => look().shop.is_closed === true,
    verifiers: {
      member: (token) => identity.verifyMember(token),
      admin: (token) => {
        const requiresTotp = deps.settings.get().security.requires_totp
        return verifyAdmin(db, token, { requiresTotp })
      },
      key: (token) => verifyKey(db, token),
    },
    guestOfOrder: (orderId, access) => deps.guestAccess.guestOf(db, orderId, access),
    onNewGuest: createCookieHint(config),
    countKey: createKeyLimit(db, config.limits),
    mergeGuest: (guest, member) =>
      personalLimits.writeCart(member, async () => {
        await moveChoices(db, guest, member)
        return mergeGuestCart(db, guest, member)
      }),
  })
  const followCategory: FollowCategory = async (tx, actor, renamed) => {
    await renameCategoryOfCoupons(tx, renamed)
    await renameCategoryOfSettings(tx, actor, { settings: deps.settings, ...renamed })
  }
  const routeDeps = {
    ...deps,
    db,
    personalLimits,
    liveGroups,
    couponGuesses: createCouponGuesses(db, config.limits),
    groupGuesses: createGroupGuesses(db, config.limits),
    refundsOf: async (orderId: string) =>
      (await readRefunds(db, orderId)).filter(isOfShopper).map(toRefund),
    staffRefundsOf: async (orderId: string, actor: StaffActor) =>
      (await readRefunds(db, orderId)).map((row) => toStaffRefund(row, actor)),
    attemptsOf: async (orderId: string) => (await listAttempts(db, orderId)).map(toStaffAttempt),
    lastAttemptOf: async (orderId: string) => (await listAttempts(db, orderId)).map(toAttempt)[0],
    invoiceText: readInvoiceText,
    invoicesOf: (orderId: string) => readOwnInvoices(db, orderId),
    isLabelled: async (orderId: string) => (await findLive(db, orderId)) !== undefined,
    isInvoiceFixed,
    returnsOf: (found: OrderWithLines) => readOwnReturns(db, found),
    staffReturnsOf: (found: OrderWithLines, actor: StaffActor) =>
      readStaffReturns(db, found, actor),
    refundableOf: (order: LockedOrder) => readRefundable(db, order),
    stockLowAt: () => deps.settings.get().stock.low_at,
    countUnshipped,
    shareCounted: (variantIds: readonly string[]) => shareCounted(db, variantIds),
    followCategory,
    followShipping: followShippingSettings,
    beginStock: (tx: Transaction, actor: StaffActor, variantId: string, onHand: number) => {
      const stock = {
        variantId,
        onHand,
        reason: 'counted' as const,
        note: undefined,
        expected: undefined,
      }
      return updateStock(tx, actor, stock)
    },
    addressOf: async (uid: string) => (await getAdministrator(db, uid)).username,
    filePlace: createFilePlaces(),
    readAlerts: (db: Db) => readAlerts(db, config),
  }
  mountRooms(mount, routeDeps)
  await uploadRoutes(app, mount, routeDeps)
  await identity.routes(app)
  await serveFiles(app, config)
  await brandFileRoutes(app, routeDeps)
  workerRoutes(app, { ...routeDeps, look })
  const shareDeps = { ...routeDeps, openReads: createInProcessReads(routeDeps), look }
  await documentRoutes(app, { ...shareDeps, documentCache })
  cardRoutes(app, shareDeps)
  sitemapRoutes(app, { config, db, hasEnglish: () => look().shop.has_english === true })
  feedRoutes(app, routeDeps)
  healthRoutes(app, deps)
  if (config.showsApiDocs) {
    serveApiDocument(app, {
      shopName: () => deps.settings.get().shop.name,
      hasOwnIdentity: config.identity.provider === 'own',
    })
    serveApiPage(app)
  }
  return app
}
