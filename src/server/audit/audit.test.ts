import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccountSession, accountApi } from '#contract/account.ts'
import { adminSessionApi } from '#contract/admin.ts'
import {
  adminCampaignApi,
  adminCommissionApi,
  adminGroupApi,
  adminMemberGroupApi,
} from '#contract/admin-campaigns.ts'
import { adminMenuApi } from '#contract/admin-menu.ts'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { adminShippingApi } from '#contract/admin-shipping.ts'
import { apiKeysApi } from '#contract/api-keys.ts'
import { arrivalApi } from '#contract/arrival.ts'
import { adminArticleApi } from '#contract/articles.ts'
import { subjectLabels } from '#contract/audit-words.ts'
import { backupsApi } from '#contract/backups.ts'
import { adminCampaignDelayApi } from '#contract/campaign-delays.ts'
import { adminSellerApi } from '#contract/campaign-sellers.ts'
import { adminCatalogApi } from '#contract/catalog.ts'
import { adminCategoryApi } from '#contract/categories.ts'
import { connectionsApi, defaultConnections } from '#contract/connections.ts'
import { adminCouponApi } from '#contract/coupons.ts'
import { adminCreditApi } from '#contract/credit.ts'
import { customerApi } from '#contract/customers.ts'
import { adminDemoApi } from '#contract/demo.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { englishTextsApi } from '#contract/english-texts.ts'
import { adminFeedApi } from '#contract/feeds.ts'
import { adminExportApi } from '#contract/files.ts'
import { adminImportApi } from '#contract/imports.ts'
import { adminInfoPageApi } from '#contract/info-pages.ts'
import { adminInvoiceApi } from '#contract/invoices.ts'
import { adminJobApi } from '#contract/jobs.ts'
import { adminLeaderMoneyApi } from '#contract/leader-money.ts'
import { lineMessagesSettingsApi } from '#contract/line-messages.ts'
import { adminLineOrderApi } from '#contract/line-orders.ts'
import { linePaySettingsApi } from '#contract/line-pay-settings.ts'
import { listApi } from '#contract/lists.ts'
import { adminMonthApi } from '#contract/months.ts'
import { openingApi } from '#contract/opening.ts'
import { adminOrderChangeApi } from '#contract/order-change.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderMergeApi } from '#contract/order-merge.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { adminOutgoingApi } from '#contract/outgoing.ts'
import { adminPackingApi } from '#contract/packing.ts'
import { adminPrivacyApi } from '#contract/privacy.ts'
import { adminReconciliationApi } from '#contract/reconciliation.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import { adminReturnApi } from '#contract/returns.ts'
import { adminRunApi } from '#contract/runs.ts'
import { defaultSettings, defaultShop } from '#contract/settings.ts'
import { adminShipmentApi } from '#contract/shipments.ts'
import { staffApi } from '#contract/staff.ts'
import { adminStockApi } from '#contract/stock.ts'
import { trashApi } from '#contract/trash.ts'
import { uploadApi } from '#contract/uploads.ts'
import { webhooksApi } from '#contract/webhooks.ts'
import {
  createAdministrator,
  disableAdministrator,
  enableAdministrator,
  removeAdministrator,
  resetPassword,
} from '../admin/administrators.ts'
import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import { takeCampaignTurn } from '../campaigns/turn-campaign.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { publishedInvoices } from '../config-invoices.ts'
import { noteDemoLoaded } from '../db/demo-rows.ts'
import { createId } from '../db/id.ts'
import { auditEntries } from '../db/tables/audit.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { products } from '../db/tables/catalog.ts'
import { customerNotes } from '../db/tables/customers.ts'
import { groups } from '../db/tables/groups.ts'
import { leaderHandOvers } from '../db/tables/leader-money.ts'
import { orders } from '../db/tables/orders.ts'
import { participations } from '../db/tables/participations.ts'
import { runs } from '../db/tables/runs.ts'
import { commissionEntries } from '../db/tables/settlements.ts'
import { stock } from '../db/tables/stock.ts'
import { commandLine } from '../http/actor.ts'
import { sealData } from '../invoices/provider/ecpay/invoice-cipher.ts'
import { setMemberDisabled } from '../members/disable-member.ts'
import { contractEndpoints } from '../testing/contract-endpoints.ts'
import { tradeAnswer } from '../testing/doubles/gateway-shop.ts'
import { type GatewayStandIn, openGatewayStandIn } from '../testing/doubles/gateway-stand-in.ts'
import { openSmtpServer } from '../testing/doubles/smtp-server.ts'
import { createTestHasher } from '../testing/doubles/test-hasher.ts'
import { createFailedJob } from '../testing/failed-job.ts'
import { beginFactor, openFactor } from '../testing/second-factor.ts'
import {
  openAdministrator,
  openStaff,
  signIn,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { closingDeps, joinAs } from '../testing/test-closing.ts'
import { openLeaderTeam } from '../testing/test-leader-money.ts'
import { multipart, photograph } from '../testing/test-pictures.ts'
import { openSeller } from '../testing/test-sellers.ts'
import { insertTestShipment, logisticsEnv, shipmentAnswer } from '../testing/test-shipments.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let gateway: GatewayStandIn
let seen = 0
beforeAll(async () => {
  gateway = await openGatewayStandIn()
  const { url } = gateway
  const providers = { ECPAY_URL: url, ECPAY_INVOICE_URL: url, LINE_URL: url }
  const allowed = { WEBHOOK_ALLOW_PRIVATE: '1' }
  const env = { PAYMENTS: 'settings', ...providers, ...logisticsEnv(url), ...allowed }
  shop = await openTestShop({ worksJobs: true, env })
  owner = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await gateway.close()
})
beforeEach(async () => {
  seen = (await entries()).length
})

function entries() {
  return shop.database.db.select().from(auditEntries).orderBy(asc(auditEntries.id))
}
const newEntries = async () => (await entries()).slice(seen)

const productInput = { title: '燈', category: '燈飾', unit: '盞', origin_price: 200, price: 100 }
const couponInput = {
  title: '券',
  code: 'audited',
  percent: 80,
  due_date: 4_070_908_799,
  is_enabled: 1,
}

const shippingMethod = {
  ...{ kind: 'home', name: '低溫宅配', fee: 180, free_over: null, outlying: { mode: 'same' } },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['frozen'], mixes: false, cod: false, is_on: true },
}
const createShippingMethod = async (): Promise<string> =>
  (await owner.post('/admin/shipping-method', shippingMethod)).body.method.id

const pageInput = { title: '關於我們', content: '內容', is_public: true }
const createPage = async (slug: string): Promise<string> =>
  (await owner.post('/admin/page', { ...pageInput, slug })).body.id

async function createWebhook(): Promise<string> {
  const asked = { url: gateway.url, events: ['campaign.ended'] }
  return (await owner.post('/admin/webhook', asked)).body.webhook.id
}

const articleInput = { title: '公告', author: '店主', isPublic: true, content: '內容' }
async function createArticle(): Promise<string> {
  await owner.post('/admin/article', articleInput)
  return (await owner.get('/admin/articles')).body.articles[0].id
}

interface Target {
  id: string
}

interface Write {
  endpoint: Endpoint
  call: () => Promise<Target>
  /** The actions of the entries that it leaves besides its own. */
  others?: string[]
}

/** How each write of the back office is called with success. */
const writes: Write[] = [
  {
    // The first of all: nobody has ordered.
    endpoint: adminDemoApi.clear,
    others: ['demo.clear'],
    call: async () => {
      await noteDemoLoaded(shop.database.db)
      const asked = await owner.post('/admin/demo/clear', { name: defaultShop.name })
      const { id } = asked.body.run
      const stateOf = async () => (await owner.get(`/admin/run/${id}`)).body.run.state
      await expect.poll(stateOf).toBe('done')
      return { id }
    },
  },
  {
    endpoint: openingApi.putAway,
    call: () => accepted(owner.uid, owner.put('/admin/opening', { is_put_away: true })),
  },
  {
    endpoint: adminCatalogApi.create,
    call: async () => ({
      id: (await owner.post('/admin/product', productInput)).body.product.id,
    }),
  },
  {
    endpoint: adminCatalogApi.update,
    call: async () => {
      const id = await shop.product()
      return accepted(id, owner.put(`/admin/product/${id}`, productInput))
    },
  },
  {
    endpoint: adminCatalogApi.remove,
    call: async () => {
      const id = await shop.product()
      return accepted(id, owner.delete(`/admin/product/${id}`))
    },
  },
  {
    endpoint: adminCategoryApi.order,
    call: async () => accepted('', owner.put('/admin/categories', { names: [] })),
  },
  {
    endpoint: adminCategoryApi.update,
    call: async () => {
      await shop.product({ category: '杯' })
      const change = { name: '杯', new_name: '杯子', picture: '', text: '' }
      return accepted('杯子', owner.put('/admin/category', change))
    },
  },
  {
    endpoint: adminCategoryApi.merge,
    call: async () => {
      await shop.product({ category: '碗' })
      await shop.product({ category: '盤' })
      const merge = { name: '碗', into: '盤' }
      return accepted('盤', owner.post('/admin/category/merge', merge))
    },
  },
  {
    endpoint: adminShippingApi.create,
    call: async () => ({ id: await createShippingMethod() }),
  },
  {
    endpoint: adminShippingApi.update,
    call: async () => {
      const id = await createShippingMethod()
      seen = (await entries()).length
      const data = { ...shippingMethod, fee: 120, version: 1 }
      return accepted(id, owner.put(`/admin/shipping-method/${id}`, data))
    },
  },
  {
    endpoint: adminShippingApi.remove,
    call: async () => {
      const id = await createShippingMethod()
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/shipping-method/${id}`))
    },
  },
  {
    endpoint: adminShippingApi.order,
    call: async () => accepted('', owner.put('/admin/shipping-methods', { ids: [] })),
  },
  {
    endpoint: adminCouponApi.create,
    call: async () => ({ id: (await owner.post('/admin/coupon', couponInput)).body.coupon.id }),
  },
  {
    endpoint: adminCouponApi.update,
    call: async () => {
      const { id, code } = await shop.coupon()
      return accepted(id, owner.put(`/admin/coupon/${id}`, { ...couponInput, code }))
    },
  },
  {
    endpoint: adminCouponApi.remove,
    call: async () => {
      const { id } = await shop.coupon()
      return accepted(id, owner.delete(`/admin/coupon/${id}`))
    },
  },
  { endpoint: adminOrderApi.create, call: () => createOrderByHand() },
  {
    endpoint: adminOrderApi.update,
    call: async () => {
      const id = await placeOrder()
      return accepted(id, owner.put(`/admin/order/${id}`, { is_paid: true, message: '放管理室' }))
    },
  },
  {
    endpoint: adminOrderApi.remove,
    call: async () => {
      const id = await placeOrder()
      return accepted(id, owner.delete(`/admin/order/${id}`))
    },
  },
  {
    endpoint: adminOrderApi.removeAll,
    call: async () => {
      await placeOrder()
      return accepted('', owner.delete('/admin/orders/all'))
    },
  },
  {
    endpoint: adminOrderLifeApi.prepare,
    call: async () => {
      const id = await placePaidOrder()
      return accepted(id, owner.post(`/admin/order/${id}/prepare`))
    },
  },
  {
    endpoint: adminOrderLifeApi.ship,
    call: async () => {
      const id = await placePaidOrder()
      return accepted(id, owner.post(`/admin/order/${id}/parcel`, { carrier: 'own' }))
    },
  },
  {
    endpoint: adminOrderLifeApi.changeParcel,
    call: async () => {
      const { id, parcelId } = await shipOrder()
      const change = { tracking_number: '1' }
      return accepted(id, owner.put(`/admin/order/${id}/parcel/${parcelId}`, change))
    },
  },
  {
    endpoint: adminOrderLifeApi.closeRest,
    call: async () => {
      const id = await placePaidOrder(2)
      const lines = (await owner.get(`/admin/order/${id}`)).body.order.products
      const [line_id = ''] = Object.keys(lines)
      const parcel = { carrier: 'own', lines: [{ line_id, qty: 1 }] }
      await owner.post(`/admin/order/${id}/parcel`, parcel)
      seen = (await entries()).length
      return accepted(id, owner.post(`/admin/order/${id}/close-rest`))
    },
  },
  {
    endpoint: adminOrderChangeApi.change,
    call: async () => {
      const id = await placeOrder()
      return accepted(id, orderMore(id))
    },
  },
  {
    endpoint: adminOrderChangeApi.recordBalance,
    others: ['order.change'],
    call: async () => {
      const { id, amount } = await orderWithBalance()
      return accepted(id, owner.post(`/admin/order/${id}/balance`, { amount }))
    },
  },
  {
    endpoint: adminOrderMergeApi.merge,
    call: async () => {
      const [id, other] = await placeTwoPaid()
      return accepted(id, owner.post(`/admin/order/${id}/merge`, { with: [other] }))
    },
  },
  {
    endpoint: adminOrderMergeApi.split,
    call: async () => {
      const [id, other] = await placeTwoPaid()
      await owner.post(`/admin/order/${other}/merge`, { with: [id] })
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/order/${id}/merge`))
    },
  },
  {
    endpoint: adminOrderLifeApi.cancel,
    call: async () => {
      const id = await placeOrder()
      return accepted(id, owner.post(`/admin/order/${id}/cancel`, { reason: '缺貨' }))
    },
  },
  {
    endpoint: adminOrderLifeApi.return,
    call: async () => {
      const { id } = await shipOrder()
      const input = { reason: '不合用', refund: 0, lines: [] }
      return accepted(id, owner.post(`/admin/order/${id}/return`, input))
    },
  },
  {
    endpoint: adminReturnApi.open,
    call: async () => {
      const { id } = await shipOrder()
      const lines = [{ line_id: await lineOf(id), qty: 1 }]
      return accepted(id, owner.post(`/admin/order/${id}/returns`, { lines }))
    },
  },
  {
    endpoint: adminReturnApi.accept,
    call: async () => {
      const { id, returnId } = await openReturn('asked')
      return accepted(id, owner.post(`/admin/return/${returnId}/accept`, {}))
    },
  },
  {
    endpoint: adminReturnApi.refuse,
    call: async () => {
      const { id, returnId } = await openReturn('asked')
      return accepted(id, owner.post(`/admin/return/${returnId}/refuse`, { reason: '已拆封' }))
    },
  },
  {
    endpoint: adminReturnApi.receive,
    call: async () => {
      const { id, returnId } = await openReturn('accepted')
      return accepted(id, owner.post(`/admin/return/${returnId}/receive`, {}))
    },
  },
  {
    endpoint: adminReturnApi.judge,
    call: async () => {
      const { id, returnId, line_id } = await openReturn('received')
      const lines = [{ line_id, to_stock: 1, written_off: 0 }]
      return accepted(id, owner.post(`/admin/return/${returnId}/judge`, { lines }))
    },
  },
  {
    endpoint: adminReturnApi.refund,
    call: async () => {
      const { id, returnId } = await openReturn('judged')
      return accepted(id, owner.post(`/admin/return/${returnId}/refund`, {}))
    },
  },
  {
    endpoint: adminOrderLifeApi.note,
    call: async () => {
      const id = await placeOrder()
      return accepted(id, owner.post(`/admin/order/${id}/note`, { text: '已去電' }))
    },
  },
  {
    endpoint: adminOrderLifeApi.answer,
    call: async () => {
      const id = await placeOrder()
      return accepted(id, owner.post(`/admin/order/${id}/messages`, { text: '週五會到' }))
    },
  },
  {
    endpoint: adminOrderLifeApi.settle,
    call: async () => {
      const id = await placeOrder()
      await shop.database.pool.query('update orders set asked_at = now() where id = $1', [id])
      return accepted(id, owner.post(`/admin/order/${id}/messages/settle`))
    },
  },
  {
    endpoint: adminOrderLifeApi.mail,
    call: async () => {
      const id = await placeOrder()
      return accepted(id, owner.post(`/admin/order/${id}/mail`, { kind: 'placed' }))
    },
  },
  {
    endpoint: adminArticleApi.create,
    call: async () => accepted(await createArticle(), owner.get('/admin/articles')),
  },
  {
    endpoint: adminArticleApi.update,
    call: async () => {
      const id = await createArticle()
      seen = (await entries()).length
      return accepted(id, owner.put(`/admin/article/${id}`, { ...articleInput, title: '改期' }))
    },
  },
  {
    endpoint: adminArticleApi.remove,
    call: async () => {
      const id = await createArticle()
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/article/${id}`))
    },
  },
  {
    endpoint: adminMenuApi.update,
    call: () => {
      const values = { ...defaultSettings.menu, says_no_calls: false }
      return accepted('menu', owner.put('/admin/menu', { version: 0, values }))
    },
  },
  {
    endpoint: adminInfoPageApi.create,
    call: async () => accepted(await createPage('about'), owner.get('/admin/pages')),
  },
  {
    endpoint: adminInfoPageApi.update,
    call: async () => {
      const id = await createPage('guide')
      seen = (await entries()).length
      const change = { ...pageInput, slug: 'guide', title: '購物說明' }
      return accepted(id, owner.put(`/admin/page/${id}`, change))
    },
  },
  {
    endpoint: englishTextsApi.update,
    call: async () => {
      const id = await createPage('english')
      seen = (await entries()).length
      return accepted(id, owner.put(`/admin/english/page/${id}`, { title: 'About us' }))
    },
  },
  {
    endpoint: adminInfoPageApi.remove,
    call: async () => {
      const id = await createPage('faq')
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/page/${id}`))
    },
  },
  {
    endpoint: trashApi.restore,
    call: async () => {
      const id = await shop.product()
      await owner.delete(`/admin/product/${id}`)
      seen = (await entries()).length
      return accepted(id, owner.post('/admin/trash/restore', { kind: 'product', ids: [id] }))
    },
  },
  {
    endpoint: adminOrderLifeApi.restore,
    call: async () => {
      const id = await placeOrder()
      await owner.delete(`/admin/order/${id}`)
      seen = (await entries()).length
      return accepted(id, owner.post(`/admin/order/${id}/restore`))
    },
  },
  {
    endpoint: adminPackingApi.list,
    call: async () => {
      const id = await placePaidOrder()
      return accepted('', owner.post('/admin/packing', { ids: [id], is_printed: true }))
    },
  },
  {
    endpoint: adminShipmentApi.labels,
    call: async () => {
      const id = await placeShipment('made')
      return accepted('', owner.post('/admin/shipments/labels', { ids: [id] }))
    },
  },
  {
    endpoint: adminShipmentApi.retry,
    call: async () => {
      const id = await placeShipment('failed')
      return accepted(id, owner.post(`/admin/shipment/${id}/retry`))
    },
  },
  {
    endpoint: adminShipmentApi.ask,
    call: async () => {
      gateway.answer = shipmentAnswer
      const id = await placeShipment('made')
      return accepted(id, owner.post(`/admin/shipment/${id}/ask`))
    },
  },
  {
    endpoint: adminShipmentApi.cancel,
    call: async () => {
      const id = await placeShipment('made')
      return accepted(id, owner.post(`/admin/shipment/${id}/cancel`))
    },
  },
  {
    endpoint: adminInvoiceApi.retryAll,
    call: () => accepted('', owner.post('/admin/invoices/retry')),
  },
  {
    endpoint: adminInvoiceApi.retry,
    call: async () => {
      const id = await placeInvoice()
      return accepted(id, owner.post(`/admin/invoice/${id}/retry`))
    },
  },
  {
    endpoint: adminInvoiceApi.reissue,
    call: async () => {
      const id = await placeInvoice()
      return accepted(id, owner.post(`/admin/invoice/${id}/reissue`, { reason: '統編有誤' }))
    },
  },
  {
    endpoint: adminRefundApi.create,
    call: async () => {
      const id = await placePaidOrder()
      const input = { amount: 1, reason: '少一件' }
      return accepted(id, owner.post(`/admin/order/${id}/refund`, input))
    },
  },
  {
    endpoint: adminRefundApi.complete,
    call: async () => {
      const id = await placeRefund('manual')
      const remitted = { remitted_on: '2026-11-22', account_last5: '12345' }
      return accepted(id, owner.post(`/admin/refund/${id}/done`, remitted))
    },
  },
  {
    endpoint: adminRefundApi.retry,
    call: async () => {
      const id = await placeRefund('failed')
      return accepted(id, owner.post(`/admin/refund/${id}/retry`))
    },
  },
  {
    endpoint: adminRefundApi.byHand,
    call: async () => {
      const id = await placeRefund('failed')
      return accepted(id, owner.post(`/admin/refund/${id}/manual`))
    },
  },
  {
    endpoint: adminRefundApi.drop,
    call: async () => {
      const id = await placeRefund('failed')
      return accepted(id, owner.post(`/admin/refund/${id}/drop`))
    },
  },
  {
    endpoint: adminRefundApi.ask,
    call: async () => {
      const id = await placeRefund('sent')
      return accepted(id, owner.post(`/admin/refund/${id}/ask`))
    },
  },
  {
    endpoint: adminRefundApi.seenDone,
    call: async () => {
      const id = await placeRefund('sent')
      return accepted(id, owner.post(`/admin/refund/${id}/seen-done`))
    },
  },
  {
    endpoint: adminRefundApi.seenNotDone,
    call: async () => {
      const id = await placeRefund('sent')
      return accepted(id, owner.post(`/admin/refund/${id}/seen-not-done`))
    },
  },
  ...campaignWrites(),
  {
    endpoint: adminReconciliationApi.check,
    call: async () => accepted('', owner.post('/admin/reconciliation/check')),
  },
  {
    endpoint: adminReconciliationApi.resolve,
    call: async () => {
      const attempt = await placeStrayMoney()
      const { differences } = (await owner.get('/admin/reconciliation')).body
      const line = differences.find(({ trade_no }: { trade_no?: string }) => trade_no === attempt)
      const path = `/admin/reconciliation/${line?.id}/resolve`
      return accepted(line?.id, owner.post(path, { note: '已電話確認' }))
    },
  },
  {
    endpoint: adminReconciliationApi.query,
    call: async () => {
      const attempt = await placeStrayMoney('demonstration')
      const [order] = await ordersOf(attempt)
      return accepted(order ?? '', owner.post(`/admin/attempt/${attempt}/query`))
    },
  },
  {
    endpoint: adminReconciliationApi.importFile,
    call: async () => {
      const bytes = '訂單編號,交易日期,交易金額,服務費(%數)\r\nAUDIT1,2026/11/22,100,3\r\n'
      const file = multipart([{ name: 'file', filename: 'a.csv', bytes }])
      const url = '/v2/api/shopping-minmin/admin/settlement'
      const response = await owner.inject({ method: 'POST', url, ...file })
      expect(response.statusCode).toBe(200)
      return { id: response.json().data.id }
    },
  },
  {
    endpoint: adminSettingsApi.updateShop,
    call: () =>
      accepted(
        'shop',
        owner.put('/admin/settings/shop', {
          version: 0,
          values: { ...defaultSettings.shop, name: '小明團購' },
        }),
      ),
  },
  {
    endpoint: adminSettingsApi.updateMail,
    call: () =>
      accepted(
        'mail',
        owner.put('/admin/settings/mail', {
          version: 0,
          values: { ...defaultSettings.mail, sender_name: '小明' },
        }),
      ),
  },
  {
    endpoint: adminSettingsApi.updateStock,
    call: () =>
      accepted('stock', owner.put('/admin/settings/stock', { version: 0, values: { low_at: 9 } })),
  },
  ...(
    [
      ...(['updateShipping', 'updateSecurity', 'updatePrivacy', 'updateBrand'] as const),
      ...(['updateHome', 'updateInvoice'] as const),
    ] as const
  ).map((name) => ({
    endpoint: adminSettingsApi[name],
    call: async () => {
      const [group, values] = newSettings[name]
      // Methods of delivery change those of shipping, too.
      const { version } = (await owner.get('/admin/settings')).body.settings[group]
      return accepted(group, owner.put(`/admin/settings/${group}`, { version, values }))
    },
  })),
  {
    endpoint: connectionsApi.updateSmtp,
    call: () =>
      accepted(
        'smtp',
        owner.put('/admin/settings/smtp', {
          version: 0,
          values: { ...defaultConnections.smtp, port: 465 },
        }),
      ),
  },
  {
    endpoint: backupsApi.update,
    call: () => {
      const values = { ...defaultSettings.backup, keep_days: 3 }
      return accepted('backup', owner.put('/admin/settings/backup', { version: 0, values }))
    },
  },
  {
    endpoint: backupsApi.create,
    call: () => accepted('backup', owner.post('/admin/backup')),
  },
  {
    endpoint: backupsApi.updateBucket,
    call: () =>
      accepted(
        'backupBucket',
        owner.put('/admin/settings/backup-bucket', {
          version: 0,
          values: { ...defaultConnections.backupBucket, region: 'ap-northeast-1' },
        }),
      ),
  },
  {
    endpoint: backupsApi.testBucket,
    // Nothing listens there.
    call: () =>
      owner
        .post('/admin/settings/backup-bucket/test', {
          values: {
            ...{ is_on: true, endpoint: 'http://127.0.0.1:1', region: 'us-east-1' },
            ...{ bucket: 'backups', access_key_id: 'key' },
          },
          secret_access_key: 'secret',
        })
        .then(() => ({ id: 'backupBucket' })),
  },
  {
    endpoint: connectionsApi.updateGateway,
    call: () =>
      accepted(
        'gateway',
        owner.put('/admin/settings/gateway', {
          version: 0,
          values: { ...defaultConnections.gateway, merchant_id: '2000001' },
        }),
      ),
  },
  {
    endpoint: connectionsApi.testGateway,
    call: () => {
      gateway.answer = ({ fields }) => ({ body: tradeAnswer(fields.MerchantTradeNo ?? '') })
      const values = { ...defaultConnections.gateway, provider: 'ecpay', merchant_id: '3002607' }
      return accepted('gateway', owner.post('/admin/settings/gateway/test', { values }))
    },
  },
  {
    endpoint: linePaySettingsApi.update,
    call: () =>
      accepted(
        'linePay',
        owner.put('/admin/settings/line-pay', {
          version: 0,
          values: { ...defaultConnections.linePay, channel_id: '1650000000' },
        }),
      ),
  },
  {
    endpoint: linePaySettingsApi.test,
    call: () => {
      gateway.answer = () => ({ body: JSON.stringify({ returnCode: '1150', returnMessage: '' }) })
      const values = { ...defaultConnections.linePay, channel_id: '1650000000' }
      const typed = { values, channel_secret: 'secret-of-line-pay' }
      return accepted('linePay', owner.post('/admin/settings/line-pay/test', typed))
    },
  },
  {
    endpoint: lineMessagesSettingsApi.update,
    call: () =>
      accepted(
        'lineMessages',
        owner.put('/admin/settings/line-messages', {
          version: 0,
          values: { ...defaultConnections.lineMessages, line_id: '@minmin' },
        }),
      ),
  },
  {
    endpoint: lineMessagesSettingsApi.test,
    call: () => {
      const answer = { displayName: '小農', basicId: '@minmin', type: 'none', totalUsage: 0 }
      gateway.answer = () => ({ body: JSON.stringify(answer) })
      const secrets = { channel_secret: 'secret-of-messages', access_token: 'token-of-messages' }
      const typed = { values: defaultConnections.lineMessages, ...secrets }
      return accepted('lineMessages', owner.post('/admin/settings/line-messages/test', typed))
    },
  },
  {
    endpoint: connectionsApi.updateLogistics,
    call: () =>
      accepted(
        'logistics',
        owner.put('/admin/settings/logistics', {
          version: 0,
          values: {
            ...defaultConnections.logistics,
            sender_name: '林小美',
            sender_phone: '0911222333',
          },
        }),
      ),
  },
  {
    endpoint: connectionsApi.updateLineLogin,
    call: () =>
      accepted(
        'lineLogin',
        owner.put('/admin/settings/line-login', {
          version: 0,
          values: { is_on: true, channel_id: '2007000001' },
          channel_secret: 'a-secret-of-LINE',
        }),
      ),
  },
  {
    endpoint: connectionsApi.testLogistics,
    call: () => {
      const stores = [{ StoreId: '2001', StoreName: '萊爾富', StoreAddr: '', StorePhone: '' }]
      const list = { RtnCode: 1, StoreList: [{ CvsType: 'HILIFE', StoreInfo: stores }] }
      gateway.answer = () => ({ body: JSON.stringify(list) })
      const values = { ...defaultConnections.logistics, provider: 'ecpay', merchant_id: '2000933' }
      return accepted('logistics', owner.post('/admin/settings/logistics/test', { values }))
    },
  },
  {
    endpoint: connectionsApi.updateInvoiceAccount,
    call: () =>
      accepted(
        'invoice_account',
        owner.put('/admin/settings/invoice-account', {
          version: 0,
          values: { ...defaultConnections.invoice_account, merchant_id: '1234567' },
        }),
      ),
  },
  {
    endpoint: connectionsApi.testInvoiceAccount,
    call: () => {
      const { ECPAY_INVOICE_HASH_KEY: hashKey, ECPAY_INVOICE_HASH_IV: hashIv } = publishedInvoices
      const Data = sealData({ RtnCode: 1, InvoiceInfo: [] }, { hashKey, hashIv })
      const answer = { MerchantID: '2000132', TransCode: 1, Data }
      gateway.answer = () => ({ body: JSON.stringify(answer) })
      const { is_trial } = defaultConnections.invoice_account
      const values = { is_trial, provider: 'ecpay', merchant_id: '2000132' }
      const path = '/admin/settings/invoice-account/test'
      return accepted('invoice_account', owner.post(path, { values }))
    },
  },
  {
    endpoint: connectionsApi.testSmtp,
    call: async () => {
      const server = await openSmtpServer()
      const { hostname: host, port } = new URL(server.url)
      const security = 'none'
      const from = 'shop@example.com'
      const values = { ...defaultConnections.smtp, host, port: Number(port), security, from }
      try {
        return await accepted('smtp', owner.post('/admin/settings/smtp/test', { values }))
      } finally {
        await server.close()
      }
    },
  },
  {
    endpoint: adminSettingsApi.previewMail,
    call: () => accepted('mail', owner.post('/admin/settings/mail/preview', mailText)),
  },
  {
    endpoint: adminSettingsApi.testMail,
    call: () => accepted('mail', owner.post('/admin/settings/mail/test', mailText)),
  },
  {
    endpoint: adminSessionApi.confirm,
    call: () => accepted(owner.uid, owner.post('/v2/admin/confirm', { password: owner.password })),
  },
  {
    endpoint: listApi.createView,
    call: async () => ({ id: (await keepView()).id }),
  },
  {
    endpoint: listApi.updateView,
    call: async () => {
      const { id } = await keepView()
      seen = (await entries()).length
      return accepted(id, owner.put(`/admin/view/${id}`, { name: '新名稱' }))
    },
  },
  {
    endpoint: listApi.removeView,
    call: async () => {
      const { id } = await keepView()
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/view/${id}`))
    },
  },
  {
    endpoint: listApi.chooseColumns,
    call: () =>
      accepted('orders', owner.put('/admin/columns', { list: 'orders', columns: ['電話'] })),
  },
  {
    endpoint: accountApi.update,
    call: () => accepted(owner.uid, owner.put('/admin/me', { name: '王店主' })),
  },
  {
    endpoint: accountApi.endSession,
    call: async () => {
      await signIn(shop, owner)
      const { body } = await owner.get('/admin/me/sessions')
      seen = (await entries()).length
      const other = body.sessions.find((session: AccountSession) => !session.is_current)
      return accepted(owner.uid, owner.delete(`/admin/me/session/${other.id}`))
    },
  },
  {
    endpoint: accountApi.endOtherSessions,
    call: () => accepted(owner.uid, owner.delete('/admin/me/sessions/others')),
  },
  { endpoint: accountApi.beginTotp, call: () => accepted(owner.uid, owner.post('/admin/me/totp')) },
  {
    endpoint: accountApi.enableTotp,
    call: async () => {
      const factor = await beginFactor(owner)
      seen = (await entries()).length
      const enabled = await accepted(
        owner.uid,
        owner.put('/admin/me/totp', { code: factor.code() }),
      )
      await clearFactor()
      return enabled
    },
  },
  {
    endpoint: accountApi.disableTotp,
    call: async () => {
      const { code } = await openOwnFactor()
      const payload = { data: { password: owner.password, code: code(0) } }
      const url = `${shopPrefix}/admin/me/totp`
      const reply = await owner.inject({ method: 'DELETE', url, payload })
      expect(reply.statusCode).toBe(200)
      return { id: owner.uid }
    },
  },
  {
    endpoint: accountApi.renewRecoveryCodes,
    call: async () => {
      const { code } = await openOwnFactor()
      const renewed = await accepted(
        owner.uid,
        owner.post('/admin/me/recovery-codes', { code: code(0) }),
      )
      await clearFactor()
      return renewed
    },
  },
  {
    endpoint: staffApi.update,
    call: async () => {
      const uid = await somebody()
      return accepted(uid, owner.put(`/admin/staff/${uid}`, { role: 'packer' }))
    },
  },
  {
    endpoint: staffApi.remove,
    call: async () => {
      const uid = await somebody()
      return accepted(uid, owner.delete(`/admin/staff/${uid}`))
    },
  },
  {
    endpoint: staffApi.endSessions,
    call: async () => {
      const uid = await somebody()
      return accepted(uid, owner.delete(`/admin/staff/${uid}/sessions`))
    },
  },
  {
    endpoint: staffApi.resetTotp,
    call: async () => {
      const uid = await somebody()
      return accepted(uid, owner.delete(`/admin/staff/${uid}/totp`))
    },
  },
  { endpoint: staffApi.invite, call: async () => ({ id: await inviteSomebody() }) },
  {
    endpoint: staffApi.inviteAgain,
    call: async () => {
      const id = await inviteSomebody()
      seen = (await entries()).length
      return accepted(id, owner.post(`/admin/staff/invitation/${id}`))
    },
  },
  {
    endpoint: staffApi.withdraw,
    call: async () => {
      const id = await inviteSomebody()
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/staff/invitation/${id}`))
    },
  },
  {
    endpoint: apiKeysApi.create,
    call: async () => {
      const asked = { name: 'ERP', permissions: ['order.read'] }
      return { id: (await owner.post('/admin/api-key', asked)).body.api_key.id }
    },
  },
  {
    endpoint: apiKeysApi.revoke,
    call: async () => {
      const asked = { name: 'ERP', permissions: ['order.read'] }
      const { id } = (await owner.post('/admin/api-key', asked)).body.api_key
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/api-key/${id}`))
    },
  },
  { endpoint: webhooksApi.create, call: async () => ({ id: await createWebhook() }) },
  {
    endpoint: webhooksApi.update,
    call: async () => {
      const id = await createWebhook()
      seen = (await entries()).length
      return accepted(id, owner.put(`/admin/webhook/${id}`, { is_on: false }))
    },
  },
  {
    endpoint: webhooksApi.remove,
    call: async () => {
      const id = await createWebhook()
      seen = (await entries()).length
      return accepted(id, owner.delete(`/admin/webhook/${id}`))
    },
  },
  {
    endpoint: webhooksApi.test,
    call: async () => {
      const id = await createWebhook()
      seen = (await entries()).length
      return accepted(id, owner.post(`/admin/webhook/${id}/test`))
    },
  },
  {
    endpoint: webhooksApi.resend,
    call: async () => {
      const id = await createWebhook()
      seen = (await entries()).length
      return accepted(id, owner.post(`/admin/webhook/${id}/resend`, {}))
    },
  },
  {
    endpoint: adminSettingsApi.updatePayment,
    call: () =>
      accepted(
        'payment',
        owner.put('/admin/settings/payment', {
          version: 0,
          values: { ...defaultSettings.payment, account: '812 0001' },
        }),
      ),
  },
  {
    endpoint: adminSettingsApi.updateOrder,
    call: async () => {
      const { version } = (await owner.get('/admin/settings')).body.settings.order
      const values = { ...defaultSettings.order, expires_card: 60 }
      return accepted('order', owner.put('/admin/settings/order', { version, values }))
    },
  },
  {
    endpoint: adminSettingsApi.updateCredit,
    call: async () => {
      const { version } = (await owner.get('/admin/settings')).body.settings.credit
      const values = { ...defaultSettings.credit, credit_on: true, percent: 5 }
      return accepted('credit', owner.put('/admin/settings/credit', { version, values }))
    },
  },
  {
    endpoint: adminStockApi.update,
    call: async () => {
      const id = await shop.product()
      return accepted(id, owner.put(`/admin/stock/${id}`, { on_hand: 5, reason: 'received' }))
    },
  },
  {
    endpoint: adminStockApi.close,
    call: async () => {
      const id = await shop.product()
      await shop.database.db.insert(stock).values({ variantId: id, onHand: 5, held: 0 })
      return accepted(id, owner.delete(`/admin/stock/${id}`))
    },
  },
  {
    endpoint: adminStockApi.count,
    call: async () => {
      const lines = [{ product_id: await shop.product(), on_hand: 5 }]
      return accepted('', owner.post('/admin/stock/count', { lines }))
    },
  },
  {
    endpoint: adminJobApi.retry,
    call: async () => {
      const id = await createFailedJob(shop)
      return accepted(id, owner.post(`/admin/job/${id}/retry`))
    },
  },
  {
    endpoint: adminJobApi.end,
    call: async () => {
      const id = await createFailedJob(shop)
      return accepted(id, owner.delete(`/admin/job/${id}`))
    },
  },
  {
    endpoint: adminRunApi.create,
    call: async () => {
      const asked = { kind: 'orders', action: 'prepare', ids: ['-unknown'] }
      return { id: (await owner.post('/admin/run', asked)).body.run.id }
    },
  },
  {
    endpoint: adminExportApi.create,
    call: async () => ({
      id: (await owner.post('/admin/export', { kind: 'products' })).body.run.id,
    }),
  },
  {
    endpoint: adminImportApi.upload,
    call: async () => ({ id: await sendImport(await shop.product()) }),
  },
  {
    endpoint: adminMonthApi.close,
    call: () => accepted('2020-01', owner.post('/admin/month/2020-01/close')),
  },
  {
    endpoint: adminFeedApi.create,
    call: async () => ({ id: await createFeedKey() }),
  },
  {
    endpoint: adminFeedApi.revoke,
    call: async () => {
      const id = await createFeedKey()
      seen = (await entries()).length
      return accepted(id, owner.delete('/admin/feeds/key'))
    },
  },
  {
    endpoint: adminImportApi.start,
    call: async () => {
      const product = await shop.product()
      const id = await sendImport(product)
      await vi.waitFor(async () => {
        const { body } = await owner.get(`/admin/run/${id}`)
        expect(body.run.state).toBe('ready')
      })
      // Its one line fails then, and leaves no entry of its own.
      await shop.database.db.update(products).set({ unit: '箱' }).where(eq(products.id, product))
      seen = (await entries()).length
      return accepted(id, owner.post(`/admin/run/${id}/start`, {}))
    },
  },
  {
    endpoint: adminRunApi.cancel,
    call: async () => {
      const id = await placeRun({ state: 'ready' })
      return accepted(id, owner.post(`/admin/run/${id}/cancel`))
    },
  },
  {
    endpoint: adminRunApi.undo,
    call: async () => {
      const id = await placeRun({ state: 'done', undoUntil: new Date(Date.now() + 60_000) })
      return accepted(id, owner.post(`/admin/run/${id}/undo`))
    },
  },
  {
    endpoint: adminOutgoingApi.release,
    call: async () => {
      await shop.database.pool.query('insert into outgoing_hold (backup_at) values (now())')
      return accepted('', owner.post('/admin/outgoing/release'))
    },
  },
  {
    endpoint: uploadApi.upload,
    call: async () => {
      const form = multipart([{ name: 'file', filename: 'a.jpg', bytes: await photograph() }])
      const url = `${shopPrefix}/admin/upload`
      const reply = await owner.inject({ method: 'POST', url, ...form })
      return { id: String(reply.json().imageUrl).split('/').at(-1) ?? '' }
    },
  },
  {
    endpoint: adminSettingsApi.uploadLogo,
    call: async () => {
      const form = multipart([{ name: 'file', filename: 'a.jpg', bytes: await photograph() }])
      const url = `${shopPrefix}/admin/settings/logo`
      const reply = await owner.inject({ method: 'POST', url, ...form })
      return { id: String(reply.json().logo).split('/').at(-1) ?? '' }
    },
  },
]

const mailText = { template: 'placed', subject: '訂單成立', text: '您好' }
const newSettings = {
  updateShipping: ['shipping', { fee: 80, free_over: 1_000 }],
  updateSecurity: ['security', { requires_totp: false }],
  updatePrivacy: ['privacy', { keeps_years: 6 }],
  updateBrand: ['brand', { ...defaultSettings.brand, accent: '#2b5c94' }],
  updateInvoice: ['invoice', { mode: 'none', when: 'payment' }],
  updateHome: ['home', { ...defaultSettings.home, category: '茶' }],
} as const

async function somebody(): Promise<string> {
  const { uid } = await openStaff(shop, 'viewer')
  seen = (await entries()).length
  return uid
}

async function inviteSomebody(): Promise<string> {
  const email = `new-${seen}@example.com`
  const { body } = await owner.post('/admin/staff/invitation', { email, role: 'viewer' })
  return body.invitation.id
}

async function openOwnFactor() {
  const factor = await openFactor(owner)
  seen = (await entries()).length
  return factor
}

async function clearFactor(): Promise<void> {
  await shop.database.pool.query('update administrators set totp_secret = null where uid = $1', [
    owner.uid,
  ])
}

/** Those of the owner's campaigns, in the order of the contract. */
function campaignWrites(): Write[] {
  type State = 'draft' | 'scheduled' | 'open'
  const inState = async (state: State, values: object = {}) => {
    const opened = await openCampaign(shop, { kind: 'team', ...values })
    await shop.database.db.update(campaigns).set({ state }).where(eq(campaigns.id, opened.id))
    return opened
  }
  const post = (state: State, step: string, data?: object) => async () => {
    const { id } = await inState(state)
    return accepted(id, owner.post(`/admin/campaign/${id}/${step}`, data))
  }
  const reason = '缺貨'
  const ends_at = Math.floor(Date.now() / 1_000) + 3 * 86_400
  return [
    {
      endpoint: adminCampaignApi.create,
      call: async () => {
        const { body } = await owner.post('/admin/campaign', { title: '新的團' })
        return { id: body.campaign.id }
      },
    },
    {
      endpoint: adminCampaignApi.update,
      call: async () => {
        const { id } = await inState('open')
        return accepted(id, owner.put(`/admin/campaign/${id}`, { title: '改名', version: 1 }))
      },
    },
    {
      endpoint: adminCampaignApi.remove,
      call: async () => {
        const { id } = await inState('draft')
        return accepted(id, owner.delete(`/admin/campaign/${id}`))
      },
    },
    {
      endpoint: adminCampaignApi.copy,
      call: async () => {
        const { id } = await inState('open')
        const { body } = await owner.post(`/admin/campaign/${id}/copy`)
        return { id: body.campaign.id }
      },
    },
    { endpoint: adminCampaignApi.publish, call: post('draft', 'publish') },
    {
      endpoint: adminCampaignApi.unpublish,
      call: async () => {
        const { id } = await inState('scheduled', { startsAt: new Date(Date.now() + 3_600_000) })
        return accepted(id, owner.post(`/admin/campaign/${id}/unpublish`))
      },
    },
    { endpoint: adminCampaignApi.close, call: post('open', 'close') },
    { endpoint: adminCampaignApi.extend, call: post('open', 'extend', { ends_at, reason }) },
    { endpoint: adminCampaignApi.cancel, call: post('open', 'cancel', { reason }) },
    {
      endpoint: adminCampaignDelayApi.announce,
      call: async () => {
        const campaign = await openCampaign(shop, { minTarget: 1 })
        const place = await joinAs(shop, campaign)
        await owner.post(`/admin/group/${campaign.groupId}/close`)
        await takeGroupTurn(closingDeps(shop), campaign.groupId)
        await applyDecision(closingDeps(shop), campaign.groupId)
        await takeCampaignTurn(closingDeps(shop), campaign.id)
        await place.post(`/pay/${place.orderId}`)
        seen = (await entries()).length
        const delay = { ships_on: '2030-12-10', reason }
        return accepted(campaign.id, owner.post(`/admin/campaign/${campaign.id}/delay`, delay))
      },
    },
    {
      endpoint: adminCampaignApi.leaders,
      call: async () => {
        const { id } = await inState('open')
        return accepted(id, owner.put(`/admin/campaign/${id}/leaders`, { emails: [] }))
      },
    },
    {
      endpoint: adminSellerApi.set,
      call: async () => {
        const campaign = await openCampaign(shop, { hasSellers: true, commissionPercent: 5 })
        await openSeller(shop, campaign)
        const { body } = await owner.get(`/admin/campaign/${campaign.id}/sellers`)
        const path = `/admin/campaign-seller/${body.sellers[0].id}`
        return accepted(campaign.id, owner.put(path, { is_ended: true }))
      },
    },
    {
      endpoint: adminCampaignApi.supplierOrder,
      call: async () => {
        const { id } = await openConfirmed()
        return accepted(id, owner.post(`/admin/campaign/${id}/supplier-order`))
      },
    },
    {
      endpoint: adminCampaignApi.receipt,
      call: async () => {
        const { id, productIds } = await openCampaign(shop, { supply: 'order' })
        const receipt = { product_id: productIds[0], qty: 1 }
        return accepted(id, owner.post(`/admin/campaign/${id}/receipt`, receipt))
      },
    },
    {
      endpoint: arrivalApi.arrive,
      call: async () => {
        const { id } = await openCampaign(shop, { supply: 'order' })
        return accepted(
          id,
          owner.post(`/admin/campaign/${id}/arrival`, { lines: [], rule: 'even' }),
        )
      },
    },
    {
      endpoint: adminGroupApi.close,
      call: async () => {
        const { groupId } = await openCampaign(shop)
        await shop.database.db
          .update(groups)
          .set({ state: 'reached' })
          .where(eq(groups.id, groupId))
        return accepted(groupId, owner.post(`/admin/group/${groupId}/close`))
      },
    },
    {
      endpoint: adminGroupApi.cancel,
      call: async () => {
        const { groupId } = await openCampaign(shop)
        return accepted(groupId, owner.post(`/admin/group/${groupId}/cancel`, { reason }))
      },
    },
    {
      endpoint: adminGroupApi.leader,
      call: async () => {
        const { groupId } = await openCampaign(shop)
        const { email } = await shop.member()
        return accepted(groupId, owner.put(`/admin/group/${groupId}/leader`, { email }))
      },
    },
    {
      endpoint: adminGroupApi.shortfall,
      call: async () => {
        const { groupId } = await openConfirmed()
        const decision = { decision: 'ship' }
        return accepted(groupId, owner.post(`/admin/group/${groupId}/shortfall`, decision))
      },
    },
    {
      endpoint: adminLineOrderApi.read,
      call: async () => {
        const { id, groupId } = await openForChats()
        const data = { campaign_id: id, text: '小美 A+1' }
        return accepted(groupId, owner.post('/admin/line-orders/read', data))
      },
    },
    {
      endpoint: adminLineOrderApi.enter,
      call: async () => {
        const { id, groupId, productIds } = await openForChats()
        const lines = productIds.map((product_id) => ({ product_id, qty: 1 }))
        const data = { campaign_id: id, places: [{ name: '小美', lines }] }
        return accepted(groupId, owner.post('/admin/line-orders/enter', data))
      },
    },
    {
      endpoint: adminLeaderMoneyApi.book,
      call: async () => {
        const { groupId } = await openLeaderTeam(shop, 0)
        return accepted(groupId, owner.post(`/admin/group/${groupId}/hand-over`, { amount: 100 }))
      },
    },
    {
      endpoint: adminLeaderMoneyApi.void,
      call: async () => {
        const { groupId } = await openLeaderTeam(shop, 0)
        const id = createId()
        const booked = { booked: 100, bookedAt: new Date(), bookedBy: 's:system' }
        await shop.database.db
          .insert(leaderHandOvers)
          .values({ ...booked, id, groupId, amount: 100, way: 'cash', by: 's:system' })
        const path = `/admin/group/${groupId}/hand-over/${id}/void`
        return accepted(groupId, owner.post(path, { reason: '登記錯誤' }))
      },
    },
    {
      endpoint: adminCommissionApi.payout,
      call: async () => {
        const { uid } = await shop.member()
        const { groupId, orderId } = await openConfirmed()
        const earned = { kind: 'earned', amount: 10, by: 's:system' } as const
        await shop.database.db
          .insert(commissionEntries)
          .values({ ...earned, id: createId(), groupId, orderId, leaderId: uid })
        const payout = { leader_id: uid, amount: 10, note: '匯款' }
        return accepted(uid, owner.post('/admin/commission/payout', payout))
      },
    },
    {
      endpoint: customerApi.update,
      call: async () => {
        const id = await openCustomer()
        return accepted(id, owner.put(`/admin/customer/${id}`, { tags: ['常客'] }))
      },
    },
    {
      endpoint: adminPrivacyApi.publish,
      call: async () => {
        const { body } = await owner.post('/admin/privacy', { text: '新的一版' })
        return { id: String(body.policy.version) }
      },
    },
    {
      endpoint: adminPrivacyApi.erase,
      call: async () => {
        const id = await openCustomer('erased@example.com')
        await shop.database.db
          .update(orders)
          .set({ state: 'cancelled' })
          .where(eq(orders.userEmail, 'erased@example.com'))
        return accepted(id, owner.post(`/admin/customer/${id}/erase`, { customer_id: id }))
      },
    },
    {
      endpoint: adminPrivacyApi.data,
      others: ['run.create'],
      call: async () => {
        const id = await openCustomer()
        return accepted(id, owner.post(`/admin/customer/${id}/data`))
      },
    },
    {
      endpoint: customerApi.addNote,
      call: async () => {
        const id = await openCustomer()
        return accepted(id, owner.post(`/admin/customer/${id}/note`, { text: '已去電' }))
      },
    },
    {
      endpoint: adminCreditApi.change,
      call: async () => {
        await shop.database.pool.query(
          `insert into settings ("group", values, version, updated_by)
            values ('credit', '{"credit_on": true}', 1, 'test')
            on conflict ("group") do update set values = excluded.values`,
        )
        const id = await openCustomer('credited@example.com')
        await shop.database.pool.query('update customers set key = $1 where num = $2', [
          'm:credited',
          id,
        ])
        const change = { kind: 'credit', amount: 100, reason: '延誤補償' }
        return accepted(id, owner.post(`/admin/customer/${id}/credit`, change))
      },
    },
    {
      endpoint: customerApi.removeNote,
      call: async () => {
        const id = await openCustomer()
        await shop.database.db
          .insert(customerNotes)
          .values({ id: 'a-note', customer: Number(id), text: '已去電', author: '店主' })
        return accepted(id, owner.delete(`/admin/customer/${id}/note/a-note`))
      },
    },
    {
      endpoint: adminMemberGroupApi.pardon,
      call: async () => {
        const { uid } = await shop.member()
        return accepted(uid, owner.post(`/admin/member/${uid}/pardon`))
      },
    },
  ]
}

/** The number of a guest with one order. */
async function openCustomer(email = 'customer@example.com'): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  await guest.post('/order', { ...orderData, user: { ...orderData.user, email } })
  return (await owner.get(`/admin/customers?q=${email}`)).body.customers[0].id
}

/** A group of everybody, in a shop that enters orders of chats. */
async function openForChats() {
  const { order } = (await owner.get('/admin/settings')).body.settings
  if (!order.values.line_orders) {
    const values = { ...order.values, line_orders: true }
    await owner.put('/admin/settings/order', { version: order.version, values })
    seen = (await entries()).length
  }
  return openCampaign(shop, { delivery: 'leader' })
}

/** A succeeded group with one place that is paid for, of ten that were asked. */
async function openConfirmed() {
  const opened = await openCampaign(shop, { supply: 'order' })
  const member = await openParticipant(shop)
  const joined = await member.post(`/group/${opened.code}/participation`, joinData(opened))
  const { id, order_id: orderId } = joined.body.participation
  const { db } = shop.database
  const decided = { outcome: 'succeeded', decidedAt: new Date() } as const
  await db
    .update(groups)
    .set({ state: 'succeeded', ...decided })
    .where(eq(groups.id, opened.groupId))
  await db.update(participations).set({ state: 'confirmed' }).where(eq(participations.id, id))
  const paid = { state: 'paid', payment: 'paid', paidAt: new Date() } as const
  await db.update(orders).set(paid).where(eq(orders.id, orderId))
  return { ...opened, orderId: String(orderId) }
}

async function accepted(id: string, answer: Promise<{ status: number }>): Promise<Target> {
  expect((await answer).status).toBe(200)
  return { id }
}

let views = 0

async function keepView(): Promise<{ id: string }> {
  const view = { list: 'orders', name: `檢視 ${++views}`, query: 'state=paid' }
  return (await owner.post('/admin/view', view)).body.view
}

async function placeOrder(): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  return (await guest.post('/order', orderData)).body.orderId
}

async function placePaidOrder(qty = 1): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty })
  const id = (await guest.post('/order', orderData)).body.orderId
  await guest.post(`/pay/${id}`)
  return id
}

/** One piece more of each of its lines, as the staff change it. */
async function orderMore(id: string) {
  const path = `/admin/order/${id}/lines`
  const { order } = (await owner.get(`/admin/order/${id}`)).body
  const lines = Object.values<{ product_id: string; qty: number }>(order.products).map(
    ({ product_id, qty }) => ({ product_id, qty: qty + 1 }),
  )
  const { difference } = (await owner.put(path, { lines, preview: true })).body
  return owner.put(path, { lines, expected_difference: difference })
}

async function orderWithBalance(): Promise<{ id: string; amount: number }> {
  const id = await placePaidOrder()
  return { id, amount: (await orderMore(id)).body.to_pay }
}

const lineOf = async (id: string) =>
  String(Object.keys((await owner.get(`/admin/order/${id}`)).body.order.products)[0])

/** A return of one piece in this state. */
async function openReturn(state: 'asked' | 'accepted' | 'received' | 'judged') {
  const { id } = await shipOrder()
  const line_id = await lineOf(id)
  const lines = [{ line_id, qty: 1 }]
  const returnId = (await owner.post(`/admin/order/${id}/returns`, { lines })).body.return_id
  await shop.database.pool.query(
    `update return_cases set state = $1, received_at = now() where id = $2`,
    [state, returnId],
  )
  seen = (await entries()).length
  return { id, returnId, line_id }
}

/** Of one recipient. */
async function placeTwoPaid(): Promise<[string, string]> {
  const guest = shop.guest()
  const ids: string[] = []
  for (const _ of [1, 2]) {
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const id = (await guest.post('/order', orderData)).body.orderId
    await guest.post(`/pay/${id}`)
    ids.push(id)
  }
  return ids as [string, string]
}

/** The run of a file with a new price of a product. */
async function sendImport(product: string): Promise<string> {
  const bytes = `編號,售價\r\n${product},1\r\n`
  const file = multipart([{ name: 'file', filename: 'a.csv', bytes }])
  const url = `${shopPrefix}/admin/import/products`
  const response = await owner.inject({ method: 'POST', url, ...file })
  expect(response.statusCode).toBe(200)
  return response.json().run.id
}

async function createFeedKey(): Promise<string> {
  // The key before it would leave an entry of its own.
  await shop.database.pool.query('update feed_keys set revoked_at = now()')
  expect((await owner.post('/admin/feeds/key')).status).toBe(200)
  const { rows } = await shop.database.pool.query('select max(id) as id from feed_keys')
  return rows[0].id
}

/** A run over many orders that has none. */
async function placeRun(values: Pick<typeof runs.$inferInsert, 'state' | 'undoUntil'>) {
  const id = createId()
  const starter = { id: owner.uid, requestId: '', network: '', device: '' }
  await shop.database.db.insert(runs).values({
    ...{ id, kind: 'orders', action: 'prepare', startedBy: owner.uid, starterName: '店主' },
    ...{ starter, endedAt: new Date(), ...values },
  })
  return id
}

/** A refund of an order that was paid by hand, for two days in this state. */
async function placeRefund(state: 'manual' | 'failed' | 'sent'): Promise<string> {
  const orderId = await placeOrder()
  await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  const input = { amount: 1, reason: '少一件' }
  const { id } = (await owner.post(`/admin/order/${orderId}/refund`, input)).body.data
  await shop.database.pool.query(
    `update refunds set state = $1, state_since = now() - interval '2 days' where id = $2`,
    [state, id],
  )
  seen = (await entries()).length
  return id
}

/** An invoice that was issued a moment ago. */
async function placeInvoice(): Promise<string> {
  const id = createId()
  await shop.database.pool.query(
    `insert into invoices (id, order_id, number, amount, lines, is_donated, state, merchant, is_trial,
       invoice_number, random_number, issued_at)
     values ($1, $2, $1, 1000, '[]', false, 'issued', 'trial:2000132', true, 'AB10000000', '1234', now())`,
    [id, await placeOrder()],
  )
  seen = (await entries()).length
  return id
}

/** A parcel to a store in this state. */
async function placeShipment(state: 'made' | 'failed'): Promise<string> {
  const id = await insertTestShipment(shop, await placeOrder(), state)
  seen = (await entries()).length
  return id
}

/** Money in another amount than asked for; gives the id of the attempt, which is its trade number. */
async function placeStrayMoney(provider = 'ecpay'): Promise<string> {
  const orderId = await placeOrder()
  const id = `STRAY${seen}`
  await shop.database.pool.query(
    `insert into payments (id, order_id, provider, method, amount, captured_amount, status,
       reference, trade_no, counts)
     values ($1, $2, $3, 'card', 1000, 900, 'succeeded', $1, $1, false)`,
    [id, orderId, provider],
  )
  return id
}

async function ordersOf(attempt: string): Promise<(string | undefined)[]> {
  const { rows } = await shop.database.pool.query<{ order_id: string }>(
    'select order_id from payments where id = $1',
    [attempt],
  )
  return rows.map(({ order_id }) => order_id)
}

async function shipOrder(): Promise<{ id: string; parcelId: string }> {
  const id = await placePaidOrder()
  const { body } = await owner.post(`/admin/order/${id}/parcel`, { carrier: 'own' })
  seen = (await entries()).length
  return { id, parcelId: body.data.id }
}

async function createOrderByHand(): Promise<Target> {
  const products = [{ product_id: await shop.product(), qty: 1 }]
  return { id: (await owner.post('/admin/order', { ...orderData, products })).body.orderId }
}

describe('each write of the back office', () => {
  it('has its call here (AUDIT-01)', async () => {
    const all = (await contractEndpoints()).filter(({ action }) => action)
    const named = ({ method, path }: Endpoint) => `${method} ${path}`
    const called = writes.map(({ endpoint }) => named(endpoint))
    expect(called.toSorted()).toEqual(all.map(named).toSorted())
  })

  it.each(writes)(
    'leaves one entry of its action: $endpoint.method $endpoint.path (AUDIT-01, AUDIT-03)',
    async ({ endpoint, call, others = [] }) => {
      const { id } = await call()
      const all = await newEntries()
      const actions = all.map(({ action }) => action)
      expect(actions.toSorted()).toEqual([endpoint.action, ...others].toSorted())
      const made = all.find(({ action }) => action === endpoint.action)
      expect(made).toMatchObject({
        actorId: owner.uid,
        actorName: expect.stringMatching(/./),
        role: 'owner',
        subjectId: id || null,
        network: '127.0.0.1',
        device: 'lightMyRequest',
        requestId: expect.any(String),
        at: expect.any(Date),
      })
      expect(made?.subjectTitle).not.toBe('')
    },
  )
})

it('what entries are about has its word, to be filtered by (AUDIT-09)', async () => {
  const { rows } = await shop.database.pool.query<{ kind: string }>(
    'select distinct subject_kind as kind from audit_entries',
  )
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.map(({ kind }) => kind).filter((kind) => !(kind in subjectLabels))).toEqual([])
})

describe('an entry', () => {
  it.each(['0000-01-01', '0001-02-03', '2026-02-30'])(
    'is not filtered by %j, which is no day (AUDIT-09)',
    async (day) => {
      for (const name of ['from', 'to']) {
        const { status, body } = await owner.get(`/admin/audit?${name}=${day}`)
        expect([status, body.fields]).toEqual([400, { [name]: '請輸入正確的日期' }])
      }
    },
  )

  it('has the fields that changed, as they were and as they are (AUDIT-04)', async () => {
    const id = await shop.product({ title: '舊', price: 90, originPrice: 200 })
    await owner.put(`/admin/product/${id}`, { ...productInput, title: '新', price: 90 })
    const [entry] = await newEntries()
    expect(entry?.subjectTitle).toBe('舊')
    expect(entry?.before).toMatchObject({ title: '舊' })
    expect(entry?.after).toMatchObject({ title: '新' })
    expect(Object.keys(entry?.after ?? {})).toEqual(Object.keys(entry?.before ?? {}))
    expect(Object.keys(entry?.after ?? {})).not.toContain('price')
  })

  it('is not made by a write that changes nothing or is refused', async () => {
    const id = await shop.product()
    await owner.put(`/admin/product/${id}`, productInput)
    seen = (await entries()).length
    expect((await owner.put(`/admin/product/${id}`, productInput)).status).toBe(200)
    expect((await owner.put('/admin/product/-unknown', productInput)).status).toBe(404)
    expect((await owner.delete('/admin/order/-unknown')).status).toBe(404)
    expect((await owner.put(`/admin/product/${id}`, { ...productInput, price: -1 })).status).toBe(
      400,
    )
    expect(await newEntries()).toEqual([])
  })

  it('has personal data masked, and of a message only that it changed (AUDIT-05)', async () => {
    const id = await placeOrder()
    await owner.put(`/admin/order/${id}`, {
      message: '按門鈴三聲',
      user: {
        name: '林春嬌',
        email: 'chun@example.com',
        tel: '0987654321',
        address: '台中市西屯區文華路 100 號',
      },
    })
    const [entry] = await newEntries()
    expect(entry?.after).toEqual({
      message: '***',
      name: '林**嬌',
      email: 'c***@example.com',
      tel: '098*******',
      address: '台中市西屯區***',
    })
    const text = JSON.stringify(entry)
    for (const personal of [
      '林春嬌',
      'chun@',
      '0987654321',
      '文華路',
      '按門鈴',
      orderData.user.tel,
    ])
      expect(text).not.toContain(personal)
  })

  it('and its change are there together or not at all (AUDIT-02)', async () => {
    const id = await shop.product({ title: '未變' })
    const orderId = await placeOrder()
    await shop.database.db.execute(
      sql`alter table audit_entries add constraint refuses_all check (false) not valid`,
    )
    try {
      const changed = await owner.put(`/admin/product/${id}`, productInput)
      expect(changed.status).toBe(500)
      expect((await owner.delete(`/admin/order/${orderId}`)).status).toBe(500)
      expect((await owner.put(`/admin/order/${orderId}`, { is_paid: true })).status).toBe(500)
    } finally {
      await shop.database.db.execute(sql`alter table audit_entries drop constraint refuses_all`)
    }
    const { rows } = await shop.database.db.execute(
      sql`select p.title, o.payment_state as state, o.deleted_at from products p, orders o
        where p.id = ${id} and o.id = ${orderId}`,
    )
    expect(rows).toEqual([{ title: '未變', state: 'unpaid', deleted_at: null }])
    expect(await newEntries()).toEqual([])
  })

  it('cannot be changed or deleted in the database', async () => {
    await owner.delete(`/admin/product/${await shop.product()}`)
    const { db } = shop.database
    const refusal = { cause: { message: expect.stringContaining('never changed') } }
    await expect(db.update(auditEntries).set({ actorName: '別人' })).rejects.toMatchObject(refusal)
    await expect(db.delete(auditEntries)).rejects.toMatchObject(refusal)
    await expect(db.execute(sql`truncate audit_entries`)).rejects.toMatchObject(refusal)
  })
})

it('is written for the commands of npm run admin, without a password', async () => {
  const { db } = shop.database
  const hasher = createTestHasher()
  const username = 'second@example.com'
  await createAdministrator(db, commandLine, hasher, { username, password: 'first-password' })
  await resetPassword(db, commandLine, hasher, { username, password: 'second-password' })
  await disableAdministrator(db, commandLine, username)
  await enableAdministrator(db, commandLine, username)
  await removeAdministrator(db, commandLine, username)
  const member = await shop.member('chun@example.com')
  await setMemberDisabled(db, commandLine, { named: member.email, isDisabled: true })
  await setMemberDisabled(db, commandLine, { named: member.email, isDisabled: false })
  const made = await newEntries()
  expect(made.map(({ action, subjectTitle }) => `${action} ${subjectTitle}`)).toEqual([
    `staff.create ${username}`,
    `staff.reset_password ${username}`,
    `staff.disable ${username}`,
    `staff.enable ${username}`,
    `staff.remove ${username}`,
    'member.disable c***@example.com',
    'member.enable c***@example.com',
  ])
  expect(new Set(made.map(({ actorName }) => actorName))).toEqual(new Set(['系統管理指令']))
  expect(made[2]).toMatchObject({ before: { isDisabled: false }, after: { isDisabled: true } })
  expect(JSON.stringify(made)).not.toMatch(/first-password|second-password|passwordHash|argon/)
})
