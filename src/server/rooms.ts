import { accountRoutes } from './admin/account.routes.ts'
import { adminRoutes } from './admin/admin.routes.ts'
import { apiKeyRoutes } from './admin/api-keys/api-keys.routes.ts'
import { registerAdminJobs } from './admin/sign-in/admin-reset.ts'
import { staffRoutes } from './admin/staff/staff.routes.ts'
import { viewRoutes } from './admin/views/views.routes.ts'
import { arrivalRoutes } from './arrival/arrival.routes.ts'
import { articleRoutes } from './articles/articles.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { backupRoutes } from './backup/backups.routes.ts'
import { backupBucketRoutes } from './backup/bucket/bucket.routes.ts'
import { registerBackups } from './backup/scheduled-backups.ts'
import { adminCampaignRoutes } from './campaigns/back-office/admin-campaigns.routes.ts'
import { adminGroupRoutes } from './campaigns/back-office/admin-groups.routes.ts'
import { registerShortfall } from './campaigns/closing/shortfall.ts'
import { registerCampaignJobs } from './campaigns/closing/sweep.ts'
import { delayRoutes } from './campaigns/delays/delays.routes.ts'
import { ownPlaceRoutes, participationRoutes } from './campaigns/join/participations.routes.ts'
import { leaderRoutes } from './campaigns/leader/leader.routes.ts'
import { leaderMoneyRoutes } from './campaigns/leader-money/account.routes.ts'
import { adminLeaderMoneyRoutes } from './campaigns/leader-money/admin-accounts.routes.ts'
import { lineOrderRoutes } from './campaigns/line-orders/line-orders.routes.ts'
import { sellerRoutes } from './campaigns/sellers/sellers.routes.ts'
import { campaignRoutes } from './campaigns/storefront/campaigns.routes.ts'
import { settlementRoutes } from './campaigns/supply/settlement.routes.ts'
import { wishRoutes } from './campaigns/wishes/wishes.routes.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { adminCatalogRoutes } from './catalog/admin-catalog.routes.ts'
import { adminCategoryRoutes } from './catalog/admin-categories.routes.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import { adminCouponRoutes } from './coupons/admin-coupons.routes.ts'
import { registerCreditJobs } from './credit/credit.jobs.ts'
import { creditRoutes } from './credit/credit.routes.ts'
import { customerRoutes } from './customers/customers.routes.ts'
import { bookCheckRoutes, registerNightlyCheck } from './doctor/nightly-check.ts'
import { englishTextsRoutes } from './english-texts/english-texts.routes.ts'
import { exportRoutes } from './exports/exports.routes.ts'
import { handOutRoutes } from './hand-out/hand-out.routes.ts'
import type { Mount } from './http/mount.ts'
import { importRoutes } from './imports/imports.routes.ts'
import { registerPictures } from './imports/pictures/fetch-pictures.ts'
import { infoPageRoutes } from './info-pages/info-pages.routes.ts'
import { menuRoutes } from './info-pages/menu.routes.ts'
import { invoiceCheckRoutes } from './invoices/account/invoice-check.routes.ts'
import { invoiceSettingRoutes } from './invoices/account/invoice-settings.routes.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { registerInvoiceJobs } from './invoices/sweep.ts'
import { adminJobRoutes } from './jobs/admin-jobs.routes.ts'
import { registerHousekeeping } from './jobs/housekeeping.jobs.ts'
import type { Jobs } from './jobs/jobs.ts'
import { outgoingRoutes } from './jobs/outgoing.routes.ts'
import { ownLineRoutes } from './line-chat/own-line.routes.ts'
import { lineWebhookRoutes } from './line-chat/webhook.routes.ts'
import { registerLineEvents } from './line-chat/work-events.ts'
import { lineMessagesSettingRoutes } from './line-messages/line-messages-settings.routes.ts'
import { registerLineMessages } from './line-messages/send-line-messages.ts'
import { logisticsSettingRoutes } from './logistics/logistics-settings.routes.ts'
import { registerStoreJobs } from './logistics/stores/renew-stores.ts'
import { storeRoutes } from './logistics/stores/stores.routes.ts'
import { registerMailJobs } from './mail/send-mails.ts'
import { smtpRoutes } from './mail/smtp.routes.ts'
import { lineSignInRoutes } from './members/line/line.routes.ts'
import { lineLoginRoutes } from './members/line/line-settings.routes.ts'
import { mailboxRoutes } from './members/mailbox.routes.ts'
import { newsletterRoutes } from './newsletter/newsletter.routes.ts'
import { demoRoutes } from './opening/demo.routes.ts'
import { openingRoutes } from './opening/opening.routes.ts'
import { orderChangeRoutes } from './order-change/order-change.routes.ts'
import { adminOrderLifeRoutes } from './orders/back-office/admin-order-life.routes.ts'
import { adminOrderRoutes } from './orders/back-office/admin-orders.routes.ts'
import { packingRoutes } from './orders/fulfilment/packing.routes.ts'
import { registerOrderJobs } from './orders/life/complete-orders.ts'
import { registerForgottenOrders } from './orders/life/expire-forgotten-orders.ts'
import { orderLifeRoutes } from './orders/life/order-life.routes.ts'
import { mailPreviewRoutes } from './orders/mails/mail-preview.ts'
import { mergingRoutes } from './orders/merging/merging.routes.ts'
import { orderRoutes } from './orders/placing/orders.routes.ts'
import { gatewaySettingRoutes } from './payments/gateway-settings.routes.ts'
import { linePaySettingRoutes } from './payments/line-pay/line-pay-settings.routes.ts'
import { registerExpiry } from './payments/news/expire-orders.ts'
import { gatewayRoutes } from './payments/news/gateway.routes.ts'
import { registerQueries } from './payments/news/query-attempts.ts'
import { registerAuthorisations } from './payments/paying/authorisations.ts'
import { paymentRoutes } from './payments/paying/payments.routes.ts'
import { reconciliationRoutes } from './payments/reconciliation/reconciliation.routes.ts'
import { refundRoutes } from './payments/refunds/refunds.routes.ts'
import { registerRefunds } from './payments/refunds/send-refunds.ts'
import { registerErasureLedger } from './privacy/erasure-ledger.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { registerRetention } from './privacy/retention.ts'
import { pushRoutes } from './push/push.routes.ts'
import { registerPush } from './push/send-push.ts'
import { monthRoutes } from './reports/months/months.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { adminReturnRoutes } from './returns/admin-returns.routes.ts'
import { returnRoutes } from './returns/returns.routes.ts'
import { runRoutes } from './runs/runs.routes.ts'
import { registerRuns } from './runs/work-run.ts'
import { registerSearchJobs } from './search/count-sales.ts'
import { searchRoutes } from './search/search.routes.ts'
import { registerTerms } from './search/write-terms.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { feedKeyRoutes } from './share/feeds/feed-keys.routes.ts'
import { registerShipmentJobs } from './shipments/ask-shipments.ts'
import { shipmentRoutes } from './shipments/shipments.routes.ts'
import { shippingRoutes } from './shipping/shipping.routes.ts'
import { adminStockRoutes } from './stock/admin-stock.routes.ts'
import { registerStockJobs } from './stock/mail-restocked.ts'
import { stockRoutes } from './stock/stock.routes.ts'
import { trashRoutes } from './trash/trash.routes.ts'
import { registerWebhooks } from './webhooks/deliver.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

/** The rooms of the shop, each with the calls that it answers and the jobs that it works. */
const rooms = {
  catalog: { routes: [catalogRoutes, adminCatalogRoutes, adminCategoryRoutes], jobs: [] },
  stock: { routes: [stockRoutes, adminStockRoutes], jobs: [registerStockJobs] },
  coupons: { routes: [adminCouponRoutes], jobs: [] },
  credit: { routes: [creditRoutes], jobs: [registerCreditJobs] },
  cart: { routes: [cartRoutes], jobs: [] },
  orders: {
    routes: [
      orderRoutes,
      orderLifeRoutes,
      adminOrderRoutes,
      adminOrderLifeRoutes,
      packingRoutes,
      mergingRoutes,
      mailPreviewRoutes,
    ],
    jobs: [registerOrderJobs, registerForgottenOrders],
  },
  orderChange: { routes: [orderChangeRoutes], jobs: [] },
  payments: {
    routes: [
      paymentRoutes,
      gatewayRoutes,
      gatewaySettingRoutes,
      linePaySettingRoutes,
      refundRoutes,
      reconciliationRoutes,
    ],
    jobs: [registerExpiry, registerQueries, registerRefunds, registerAuthorisations],
  },
  campaigns: {
    routes: [
      campaignRoutes,
      participationRoutes,
      ownPlaceRoutes,
      leaderRoutes,
      leaderMoneyRoutes,
      adminLeaderMoneyRoutes,
      adminCampaignRoutes,
      adminGroupRoutes,
      settlementRoutes,
      wishRoutes,
      delayRoutes,
      sellerRoutes,
      lineOrderRoutes,
    ],
    jobs: [registerCampaignJobs, registerShortfall],
  },
  handOut: { routes: [handOutRoutes], jobs: [] },
  admin: {
    routes: [adminRoutes, accountRoutes, staffRoutes, viewRoutes, apiKeyRoutes],
    jobs: [registerAdminJobs],
  },
  arrival: { routes: [arrivalRoutes], jobs: [] },
  articles: { routes: [articleRoutes], jobs: [] },
  audit: { routes: [auditRoutes], jobs: [] },
  backup: { routes: [backupRoutes, backupBucketRoutes], jobs: [registerBackups] },
  customers: { routes: [customerRoutes], jobs: [] },
  doctor: { routes: [bookCheckRoutes], jobs: [registerNightlyCheck] },
  englishTexts: { routes: [englishTextsRoutes], jobs: [] },
  exports: { routes: [exportRoutes], jobs: [] },
  imports: { routes: [importRoutes], jobs: [registerPictures] },
  infoPages: { routes: [infoPageRoutes, menuRoutes], jobs: [] },
  invoices: {
    routes: [invoiceSettingRoutes, invoiceCheckRoutes, invoiceRoutes],
    jobs: [registerInvoiceJobs],
  },
  jobs: { routes: [adminJobRoutes, outgoingRoutes], jobs: [registerHousekeeping] },
  lineChat: { routes: [lineWebhookRoutes, ownLineRoutes], jobs: [registerLineEvents] },
  lineMessages: { routes: [lineMessagesSettingRoutes], jobs: [registerLineMessages] },
  logistics: { routes: [logisticsSettingRoutes, storeRoutes], jobs: [registerStoreJobs] },
  mail: { routes: [smtpRoutes], jobs: [registerMailJobs] },
  newsletter: { routes: [newsletterRoutes], jobs: [] },
  opening: { routes: [demoRoutes, openingRoutes], jobs: [] },
  members: { routes: [mailboxRoutes, lineSignInRoutes, lineLoginRoutes], jobs: [] },
  privacy: { routes: [privacyRoutes], jobs: [registerRetention, registerErasureLedger] },
  push: { routes: [pushRoutes], jobs: [registerPush] },
  reports: { routes: [reportRoutes, monthRoutes], jobs: [] },
  returns: { routes: [returnRoutes, adminReturnRoutes], jobs: [] },
  runs: { routes: [runRoutes], jobs: [registerRuns] },
  search: { routes: [searchRoutes], jobs: [registerTerms, registerSearchJobs] },
  settings: { routes: [settingsRoutes], jobs: [] },
  share: { routes: [feedKeyRoutes], jobs: [] },
  shipments: { routes: [shipmentRoutes], jobs: [registerShipmentJobs] },
  shipping: { routes: [shippingRoutes], jobs: [] },
  trash: { routes: [trashRoutes], jobs: [] },
  webhooks: { routes: [webhookRoutes], jobs: [registerWebhooks] },
}

type Room = (typeof rooms)[keyof typeof rooms]
/** Every parameter of these functions at once. */
type DepsOf<Register> = (
  Register extends (target: never, deps: infer Deps) => void
    ? (deps: Deps) => void
    : never
) extends (deps: infer All) => void
  ? All
  : never

export function mountRooms(mount: Mount, deps: DepsOf<Room['routes'][number]>): void {
  for (const { routes } of Object.values(rooms)) {
    for (const register of routes) register(mount, deps)
  }
}

export function registerRoomJobs(deps: DepsOf<Room['jobs'][number]> & { jobs: Jobs }): void {
  for (const { jobs } of Object.values(rooms)) {
    for (const register of jobs) register(deps.jobs, deps)
  }
}
