import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultConnections } from '#contract/connections.ts'
import { keyPermissions } from '#contract/permissions.ts'
import { defaultSettings } from '#contract/settings.ts'
import { createId } from '../db/id.ts'
import { adminSessions } from '../db/tables/admin.ts'
import { articles } from '../db/tables/articles.ts'
import { groups } from '../db/tables/groups.ts'
import { infoPages } from '../db/tables/info-pages.ts'
import { signingKeys } from '../db/tables/members.ts'
import { stock } from '../db/tables/stock.ts'
import { createFailedJob } from './failed-job.ts'
import { openAdministrator } from './test-administrator.ts'
import { joinData, openCampaign, openParticipant } from './test-campaigns.ts'
import {
  openTestShop,
  orderData,
  shopPrefix,
  type TestShop,
  type Visitor,
  visitor,
} from './test-shop.ts'

const callers = [
  'nobody',
  'a guest',
  'the member',
  'another member',
  'the administrator',
  'a signed-out administrator',
  'an expired administrator',
  'a forged administrator',
  'a revoked API key',
  'an expired member',
  'a forged member',
  'a member of another issuer',
  "a member's refresh token",
  'garbage',
] as const
type CallerName = (typeof callers)[number]

/** Expected status of each caller's call. */
type Statuses = (caller: CallerName) => number

const badMembers: CallerName[] = [
  'an expired member',
  'a forged member',
  'a member of another issuer',
  "a member's refresh token",
  'garbage',
]
const anyone: Statuses = () => 200
/** The administrator is let in, and answered by what the call finds. */
const adminAnswered = (status: number): Statuses => {
  return (caller) => (caller === 'the administrator' ? status : 401)
}
const adminOnly = adminAnswered(200)
/** A token of an administrator, good or bad, makes no shopper: such a caller is a guest. */
const shopper = (status: { owner: number; others: number }): Statuses => {
  return (caller) => {
    if (badMembers.includes(caller)) return 401
    return caller === 'the member' ? status.owner : status.others
  }
}
const ownOnly = shopper({ owner: 200, others: 404 })
const everyShopper = shopper({ owner: 200, others: 200 })

const pushEndpoint = 'https://fcm.googleapis.com/fcm/send/a'

/** For members alone: the one whom it is about, and every other. */
const membersOnly = ({ owner, others }: { owner: number; others: number }): Statuses => {
  return (caller) => {
    if (caller === 'the member') return owner
    return caller === 'another member' ? others : 401
  }
}
const ownersOnly = (owner: number) => membersOnly({ owner, others: 404 })
const everyMemberAnswered = (status: number) => membersOnly({ owner: status, others: status })
const everyMember = everyMemberAnswered(200)

/** Of groups that the member leads, and of all orders to the staff. */
const memberOrStaff = (status: number): Statuses => {
  return (caller) => {
    const isLetIn = ['the member', 'another member', 'the administrator'].includes(caller)
    return isLetIn ? status : 401
  }
}

/** Subjects of the calls; the cart line and the first order are the member's. */
interface Targets {
  product: string
  coupon: string
  article: string
  page: string
  code: string
  job: string
  order: string
  line: string
  /** A product that is counted, and sold out. */
  soldOut: string
  campaign: string
  /** A group that nobody has joined. */
  group: string
  groupId: string
  endedGroup: string
  /** The team that the member leads. */
  ledGroup: string
  participation: string
  /** Body of a join or a new team. */
  place: object
}

interface Row {
  statuses: Statuses
  id?: Exclude<keyof Targets, 'place'>
  query?: string
  data?: (targets: Targets) => unknown
  /** Bodies without the wrapper. */
  body?: () => object
}

const articleInput = { title: '公告', author: '店主', isPublic: true, content: '內容' }
const pageInput = () => ({
  title: '關於我們',
  slug: `p-${randomBytes(8).toString('hex')}`,
  content: '內容',
  is_public: true,
})
const productInput = { title: '燈', category: '燈飾', unit: '盞', origin_price: 2, price: 1 }
const couponInput = () => ({
  title: '券',
  code: randomBytes(8).toString('hex'),
  percent: 80,
  due_date: 4_070_908_799,
  is_enabled: 1,
})

const shopSettings = () => ({ version: 0, values: defaultSettings.shop })
const menuSettings = () => ({ version: 0, values: defaultSettings.menu })
const stockSettings = () => ({ version: 0, values: defaultSettings.stock })
const settingsOf =
  (group: 'shipping' | 'security' | 'privacy' | 'brand' | 'home' | 'backup' | 'invoice') => () => ({
    version: 0,
    values: defaultSettings[group],
  })
const shippingMethod = () => ({
  ...{ kind: 'home', name: '宅配', fee: 80, free_over: null, outlying: { mode: 'same' } },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['normal'], mixes: false, cod: false, is_on: true },
})
const mailText = () => ({ template: 'placed', subject: '訂單成立', text: '您好' })
const gatewaySettings = () => ({ version: 0, values: defaultConnections.gateway })
const bucketSettings = () => ({ version: 0, values: defaultConnections.backupBucket })
const closedBucket = {
  ...{ is_on: true, endpoint: 'http://127.0.0.1:1', region: 'us-east-1' },
  ...{ bucket: 'backups', access_key_id: 'key' },
}
const lineLoginSettings = () => ({ version: 0, values: defaultConnections.lineLogin })
const gatewayKeys = () => ({
  values: { ...defaultConnections.gateway, provider: 'ecpay', merchant_id: '3002607' },
})
const linePaySettings = () => ({ version: 0, values: defaultConnections.linePay })
const logisticsSettings = () => ({ version: 0, values: defaultConnections.logistics })
const logisticsKeys = () => ({
  values: { ...defaultConnections.logistics, provider: 'ecpay', merchant_id: '2000933' },
})
const invoiceAccount = () => ({ version: 0, values: defaultConnections.invoice_account })
const invoiceKeys = () => ({
  values: { ...defaultConnections.invoice_account, provider: 'ecpay', merchant_id: '2000132' },
})
const smtpSettings = () => ({ version: 0, values: defaultConnections.smtp })
const closedSmtp = () => ({
  values: { ...defaultConnections.smtp, host: '127.0.0.1', port: 1, from: 'shop@example.com' },
})
const mailSettings = () => ({ version: 0, values: defaultSettings.mail })

const matrix: Record<string, Row> = {
  'GET {shop}/products': { statuses: anyone },
  'GET {shop}/products/all': { statuses: anyone },
  'GET {shop}/product/{id}': { statuses: anyone, id: 'product' },
  'GET {shop}/product/{id}/related': { statuses: anyone, id: 'product' },
  'GET {shop}/products/by-ids': { statuses: anyone, query: '?ids=-unknown' },
  'GET {shop}/products/picks': { statuses: anyone },
  'GET {shop}/categories': { statuses: anyone },
  'GET {shop}/search': { statuses: anyone, query: '?q=x' },
  'GET {shop}/search/suggestions': { statuses: anyone, query: '?q=x' },
  'GET {shop}/settings': { statuses: anyone },

  'GET {shop}/stock': { statuses: anyone, query: '?ids=-unknown' },
  'GET {shop}/campaigns': { statuses: anyone },
  'GET {shop}/campaign/{id}': { statuses: anyone, id: 'campaign' },
  'GET {shop}/group/{code}': { statuses: anyone, id: 'group' },
  // The stream of a group that is open has no end.
  'GET {shop}/group/{code}/events': { statuses: anyone, id: 'endedGroup' },
  'POST {shop}/campaign/{id}/group': {
    statuses: everyMember,
    id: 'campaign',
    data: ({ place }) => place,
  },
  'POST {shop}/group/{code}/participation': {
    statuses: everyMember,
    id: 'group',
    data: ({ place }) => place,
  },
  'GET {shop}/leading': { statuses: everyMember },
  'GET {shop}/group/{code}/console': { statuses: ownersOnly(200), id: 'ledGroup' },
  'POST {shop}/group/{code}/close': { statuses: ownersOnly(409), id: 'ledGroup' },
  // A shop that sends no mails.
  'POST {shop}/group/{code}/reminder': { statuses: ownersOnly(409), id: 'ledGroup' },
  'PUT {shop}/group/{code}/handout/{participationId}': {
    statuses: ownersOnly(404),
    id: 'ledGroup',
    data: () => ({ is_handed_out: true }),
  },
  // Its campaign is not paid to its leader.
  'GET {shop}/leader/{code}/account': { statuses: ownersOnly(404), id: 'ledGroup' },
  'POST {shop}/leader/{code}/account': {
    statuses: ownersOnly(404),
    id: 'ledGroup',
    data: () => ({ ways: { cash: '面交' } }),
  },
  // A shop that takes no orders of chats.
  'POST {shop}/leader/{code}/line-orders/read': {
    statuses: everyMemberAnswered(403),
    id: 'ledGroup',
    data: () => ({ text: '' }),
  },
  'POST {shop}/leader/{code}/line-orders/enter': {
    statuses: everyMemberAnswered(403),
    id: 'ledGroup',
    data: () => ({ places: [{ name: '小美', lines: [] }] }),
  },
  'GET {shop}/hand-out': { statuses: memberOrStaff(200) },
  'GET {shop}/hand-out/{code}': { statuses: memberOrStaff(404), id: 'participation' },
  // A shop that sends no mails.
  'POST {shop}/hand-out/reminder': { statuses: memberOrStaff(409), data: () => ({}) },
  'POST {shop}/hand-out': {
    statuses: memberOrStaff(200),
    data: () => ({ items: [{ id: 'unknown' }] }),
  },
  // A shop without an official account of LINE.
  'GET {shop}/line-messages': { statuses: membersOnly({ owner: 404, others: 404 }) },
  'PUT {shop}/line-messages': {
    statuses: membersOnly({ owner: 404, others: 404 }),
    data: () => ({ is_on: true }),
  },
  'POST /v2/line/webhook': { statuses: () => 404 },
  // A shop that is not offered on phones.
  'GET {shop}/push': { statuses: membersOnly({ owner: 404, others: 404 }) },
  'PUT {shop}/push/subscription': {
    statuses: membersOnly({ owner: 404, others: 404 }),
    data: () => ({ endpoint: pushEndpoint, p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }),
  },
  'POST {shop}/push/unsubscribe': {
    statuses: everyMember,
    data: () => ({ endpoint: pushEndpoint }),
  },
  'GET {shop}/participations': { statuses: everyMember },
  'GET {shop}/participation/{id}': { statuses: ownersOnly(200), id: 'participation' },
  'PUT {shop}/participation/{id}': {
    statuses: ownersOnly(200),
    id: 'participation',
    data: () => ({ accepts_fewer: true }),
  },
  'PUT {shop}/participation/{id}/transfer': {
    statuses: ownersOnly(404),
    id: 'participation',
    data: () => ({ last_five: '12345' }),
  },
  'POST {shop}/campaign/{id}/quote': {
    statuses: everyMember,
    id: 'campaign',
    data: ({ place }) => place,
  },
  'POST {shop}/participation/{id}/quote': {
    statuses: ownersOnly(200),
    id: 'participation',
    data: ({ place }) => place,
  },
  'POST {shop}/participation/{id}/delay': {
    statuses: ownersOnly(409),
    id: 'participation',
    data: () => ({ answer: 'wait' }),
  },
  'DELETE {shop}/participation/{id}': { statuses: ownersOnly(200), id: 'participation' },
  'GET {shop}/commission': { statuses: everyMember },

  // Its campaign is not sold by members.
  'POST {shop}/campaign/{id}/seller': {
    statuses: (caller) => (everyMember(caller) === 200 ? 409 : everyMember(caller)),
    id: 'campaign',
    data: () => ({ name: '林小華' }),
  },
  'GET {shop}/campaign/{id}/seller/{code}': { statuses: everyShopper, id: 'campaign' },
  'GET {shop}/selling': { statuses: everyMember },
  'GET {shop}/selling/{id}': { statuses: everyMember, id: 'campaign' },
  'GET {shop}/campaign-wishes': { statuses: everyShopper, query: '?ids=-made-up' },
  'POST {shop}/campaign-wishes': {
    statuses: everyMember,
    data: ({ product }) => ({ product_ids: [product], is_wished: true }),
  },
  'POST {shop}/product/{id}/restock-request': {
    statuses: everyShopper,
    id: 'soldOut',
    data: () => ({ email: 'ann@example.com' }),
  },
  'POST {shop}/restock-request/cancel': {
    statuses: () => 404,
    data: () => ({ token: 'made-up' }),
  },

  // A shop that sends no mails, and a token that nobody made.
  'POST {shop}/newsletter': { statuses: () => 409, data: () => ({ email: 'ann@example.com' }) },
  'POST {shop}/newsletter/confirm': { statuses: () => 404, data: () => ({ token: 'made-up' }) },
  'POST {shop}/newsletter/unsubscribe': { statuses: () => 404, query: '?token=made-up' },

  'GET {shop}/cart': { statuses: everyShopper },
  'POST {shop}/cart': {
    statuses: everyShopper,
    data: ({ product }) => ({ product_id: product, qty: 1 }),
  },
  'PUT {shop}/cart/{id}': { statuses: ownOnly, id: 'line', data: () => ({ qty: 3 }) },
  'DELETE {shop}/cart/{id}': { statuses: ownOnly, id: 'line' },
  'DELETE {shop}/carts': { statuses: everyShopper },
  'POST {shop}/coupon': { statuses: everyShopper, data: ({ code }) => ({ code }) },
  'DELETE {shop}/coupon': { statuses: everyShopper },
  'POST {shop}/order': {
    statuses: shopper({ owner: 200, others: 409 }),
    data: () => orderData,
  },
  'GET {shop}/orders': { statuses: everyShopper },
  'GET {shop}/order/{id}': { statuses: ownOnly, id: 'order' },
  'PUT {shop}/order/{id}': {
    statuses: ownOnly,
    id: 'order',
    data: ({ product }) => ({ lines: [{ product_id: product, qty: 1 }], preview: true }),
  },
  // No other order goes to the same place, and one that is sent by itself has nothing to take apart.
  'POST {shop}/order/{id}/merge': {
    statuses: shopper({ owner: 409, others: 404 }),
    id: 'order',
    data: () => ({ with: ['-unknown'] }),
  },
  'DELETE {shop}/order/{id}/merge': { statuses: ownOnly, id: 'order' },
  'POST {shop}/order-lookup': {
    statuses: () => 404,
    data: () => ({ number: '991231-1', tel: '0912345678' }),
  },
  'POST {shop}/order/{id}/cancel': { statuses: ownOnly, id: 'order' },
  'POST {shop}/order/{id}/messages': {
    statuses: ownOnly,
    id: 'order',
    data: () => ({ text: '可以週五到嗎？' }),
  },
  // Nothing of it is sent yet.
  'POST {shop}/order/{id}/returns': {
    statuses: shopper({ owner: 409, others: 404 }),
    id: 'order',
    data: () => ({ lines: [{ line_id: '-unknown', qty: 1 }] }),
  },
  'PUT {shop}/order/{id}/returns/{returnId}': {
    statuses: shopper({ owner: 404, others: 404 }),
    id: 'order',
    data: () => ({ tracking_number: '123' }),
  },
  'POST {shop}/order/{id}/returns/{returnId}/withdraw': {
    statuses: shopper({ owner: 404, others: 404 }),
    id: 'order',
  },
  'PUT {shop}/order/{id}/refund-account': {
    statuses: shopper({ owner: 409, others: 404 }),
    id: 'order',
    data: () => ({ bank_code: '012', account: '123456789', name: '王小明' }),
  },
  'POST {shop}/pay/{id}': { statuses: ownOnly, id: 'order' },
  'GET {shop}/order/{id}/payment': { statuses: ownOnly, id: 'order' },
  'POST {shop}/order/{id}/payment': {
    statuses: ownOnly,
    id: 'order',
    data: () => ({ method: 'demonstration' }),
  },
  'GET {shop}/stores': { statuses: anyone, query: '?chain=UNIMART&q=x' },
  'GET {shop}/store-choice': { statuses: everyShopper },
  // This shop sends to no stores.
  'POST {shop}/store-choice': {
    statuses: shopper({ owner: 409, others: 409 }),
    data: () => ({ chain: 'UNIMART', store_id: '131386' }),
  },
  'POST {shop}/store-map': {
    statuses: shopper({ owner: 409, others: 409 }),
    data: () => ({ chain: 'UNIMART', collects: false, is_mobile: false, back: '/' }),
  },
  'POST /v2/logistics/ecpay/store': { statuses: () => 303 },
  'POST /v2/logistics/ecpay/state': { statuses: anyone },
  // Its store is open, where it has one.
  'POST {shop}/order/{id}/store': {
    statuses: shopper({ owner: 409, others: 404 }),
    id: 'order',
    data: () => ({ chain: 'UNIMART', store_id: '131386' }),
  },
  'GET {shop}/admin/shipments': { statuses: adminOnly },
  'GET {shop}/admin/order/{id}/shipments': { statuses: adminOnly, id: 'order' },
  'POST {shop}/admin/shipments/labels': {
    statuses: adminOnly,
    data: () => ({ ids: ['-unknown'] }),
  },
  'POST {shop}/admin/shipment/{id}/retry': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/shipment/{id}/ask': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/shipment/{id}/cancel': { statuses: adminAnswered(404), id: 'order' },
  // No gateway of this name.
  'POST /v2/gateway/{provider}/notify': { statuses: () => 404 },
  'POST /v2/gateway/{provider}/number': { statuses: () => 404 },
  // Led on to a page.
  'POST /v2/gateway/{provider}/return': { statuses: () => 303 },
  'GET /v2/gateway/{provider}/return': { statuses: () => 303 },
  // Sign-in by LINE is off.
  'GET /v2/identity/line/start': { statuses: () => 404 },
  'GET /v2/identity/line/callback': { statuses: () => 404 },

  'POST /v2/admin/signin': {
    statuses: () => 400,
    body: () => ({ username: `${randomBytes(8).toString('hex')}@example.com`, password: 'wrong' }),
  },
  // The shop of this test sends no mails.
  'POST /v2/admin/password/request': {
    statuses: () => 403,
    data: () => ({ username: 'nobody@example.com' }),
  },
  'POST /v2/admin/password/code': { statuses: () => 400, data: () => ({ code: 'made-up' }) },
  'POST /v2/admin/password/reset': {
    statuses: () => 400,
    data: () => ({ code: 'made-up', password: 'long-enough' }),
  },
  'POST /v2/admin/first': {
    statuses: () => 400,
    data: () => ({ code: 'made-up', username: 'first@example.com', password: 'long-enough' }),
  },
  'POST /v2/admin/invitation': {
    statuses: () => 400,
    data: () => ({ code: 'made-up', name: '小明', password: 'long-enough' }),
  },
  'POST /v2/admin/confirm': {
    statuses: adminAnswered(400),
    data: () => ({ password: 'wrong' }),
  },
  'POST /v2/api/user/check': { statuses: (caller) => (caller === 'the administrator' ? 200 : 403) },
  'POST /v2/logout': { statuses: (caller) => (caller === 'the administrator' ? 200 : 400) },

  'GET {shop}/admin/products': { statuses: adminOnly },
  'GET {shop}/admin/products/all': { statuses: adminOnly },
  'GET {shop}/admin/products/choices': { statuses: adminOnly },
  'POST {shop}/admin/product': { statuses: adminOnly, data: () => productInput },
  'PUT {shop}/admin/product/{id}': { statuses: adminOnly, id: 'product', data: () => productInput },
  'DELETE {shop}/admin/product/{id}': { statuses: adminOnly, id: 'product' },
  'GET {shop}/admin/settings': { statuses: adminOnly },
  'PUT {shop}/admin/settings/shop': { statuses: adminOnly, data: shopSettings },
  'PUT {shop}/admin/settings/mail': { statuses: adminOnly, data: mailSettings },
  'PUT {shop}/admin/settings/stock': { statuses: adminOnly, data: stockSettings },
  'POST {shop}/admin/packing': { statuses: adminOnly, data: () => ({}) },
  'GET {shop}/admin/packing/tracking': { statuses: adminOnly, query: '?numbers=A-1' },
  'PUT {shop}/admin/settings/payment': {
    statuses: adminOnly,
    data: () => ({ version: 0, values: defaultSettings.payment }),
  },
  'PUT {shop}/admin/settings/order': {
    statuses: adminOnly,
    data: () => ({ version: 0, values: defaultSettings.order }),
  },
  'PUT {shop}/admin/settings/credit': {
    statuses: adminOnly,
    data: () => ({ version: 0, values: defaultSettings.credit }),
  },
  'PUT {shop}/admin/settings/shipping': { statuses: adminOnly, data: settingsOf('shipping') },
  'GET {shop}/shipping-methods': { statuses: anyone },
  'GET {shop}/admin/shipping-methods': { statuses: adminOnly },
  'PUT {shop}/admin/shipping-methods': { statuses: adminOnly, data: () => ({ ids: [] }) },
  'POST {shop}/admin/shipping-method': { statuses: adminOnly, data: shippingMethod },
  'PUT {shop}/admin/shipping-method/{id}': {
    statuses: adminAnswered(404),
    id: 'product',
    data: () => ({ ...shippingMethod(), version: 0 }),
  },
  'DELETE {shop}/admin/shipping-method/{id}': { statuses: adminAnswered(404), id: 'product' },
  'PUT {shop}/admin/settings/security': { statuses: adminOnly, data: settingsOf('security') },
  'PUT {shop}/admin/settings/privacy': { statuses: adminOnly, data: settingsOf('privacy') },
  'GET {shop}/invoice-check': { statuses: anyone },
  'GET {shop}/brand': { statuses: anyone },
  'GET {shop}/admin/settings/brand': { statuses: adminOnly },
  'PUT {shop}/admin/settings/brand': { statuses: adminOnly, data: settingsOf('brand') },
  'GET {shop}/admin/settings/home': { statuses: adminOnly },
  'PUT {shop}/admin/settings/home': { statuses: adminOnly, data: settingsOf('home') },
  'GET {shop}/admin/settings/backup': { statuses: adminOnly },
  'PUT {shop}/admin/settings/backup': { statuses: adminOnly, data: settingsOf('backup') },
  'POST {shop}/admin/backup': { statuses: adminOnly },
  'GET {shop}/admin/backup/{name}/file': { statuses: adminAnswered(404) },
  'GET {shop}/admin/settings/backup-bucket': { statuses: adminOnly },
  'PUT {shop}/admin/settings/backup-bucket': { statuses: adminOnly, data: bucketSettings },
  // Nothing listens there.
  'POST {shop}/admin/settings/backup-bucket/test': {
    statuses: adminAnswered(400),
    data: () => ({ values: closedBucket, secret_access_key: 'secret' }),
  },
  'GET {shop}/admin/settings/gateway': { statuses: adminOnly },
  // The environment of this shop says who takes payments.
  'PUT {shop}/admin/settings/gateway': { statuses: adminAnswered(409), data: gatewaySettings },
  // Nothing listens there.
  'POST {shop}/admin/settings/gateway/test': { statuses: adminAnswered(400), data: gatewayKeys },
  'GET {shop}/admin/settings/line-pay': { statuses: adminOnly },
  // The environment of this shop says who takes payments.
  'PUT {shop}/admin/settings/line-pay': { statuses: adminAnswered(409), data: linePaySettings },
  // Nothing listens there.
  'POST {shop}/admin/settings/line-pay/test': {
    statuses: adminAnswered(400),
    data: () => ({
      values: { ...defaultConnections.linePay, channel_id: '1650000000' },
      channel_secret: 'secret-of-pay',
    }),
  },
  'GET {shop}/admin/settings/line-messages': { statuses: adminOnly },
  'PUT {shop}/admin/settings/line-messages': {
    statuses: adminOnly,
    data: () => ({ version: 0, values: defaultConnections.lineMessages }),
  },
  // Nothing listens there.
  'POST {shop}/admin/settings/line-messages/test': {
    statuses: adminAnswered(400),
    data: () => ({
      values: defaultConnections.lineMessages,
      ...{ channel_secret: 'secret-of-messages', access_token: 'token-of-messages' },
    }),
  },
  'GET {shop}/admin/settings/logistics': { statuses: adminOnly },
  'PUT {shop}/admin/settings/logistics': { statuses: adminOnly, data: logisticsSettings },
  // Nothing listens there.
  'POST {shop}/admin/settings/logistics/test': {
    statuses: adminAnswered(400),
    data: logisticsKeys,
  },
  'PUT {shop}/admin/settings/invoice': { statuses: adminOnly, data: settingsOf('invoice') },
  'GET {shop}/admin/settings/invoice-account': { statuses: adminOnly },
  'PUT {shop}/admin/settings/invoice-account': { statuses: adminOnly, data: invoiceAccount },
  // Nothing listens there.
  'POST {shop}/admin/settings/invoice-account/test': {
    statuses: adminAnswered(400),
    data: invoiceKeys,
  },
  'GET {shop}/admin/settings/line-login': { statuses: adminOnly },
  'PUT {shop}/admin/settings/line-login': { statuses: adminOnly, data: lineLoginSettings },
  'GET {shop}/admin/settings/smtp': { statuses: adminOnly },
  'PUT {shop}/admin/settings/smtp': { statuses: adminOnly, data: smtpSettings },
  // Nothing listens there.
  'POST {shop}/admin/settings/smtp/test': { statuses: adminAnswered(400), data: closedSmtp },
  'POST {shop}/admin/settings/mail/preview': { statuses: adminOnly, data: mailText },
  'POST {shop}/admin/settings/mail/test': { statuses: adminOnly, data: mailText },
  'POST {shop}/admin/run': {
    statuses: adminOnly,
    data: ({ order }) => ({ kind: 'orders', action: 'prepare', ids: [order], is_trial: true }),
  },
  'GET {shop}/admin/runs': { statuses: adminOnly },
  'GET {shop}/admin/run/{id}': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/run/{id}/cancel': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/run/{id}/undo': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/audit': { statuses: adminOnly },
  'GET {shop}/admin/views': { statuses: adminOnly, query: '?list=orders' },
  'POST {shop}/admin/view': {
    statuses: adminOnly,
    data: () => ({ list: 'orders', name: '本週', query: 'state=paid' }),
  },
  'PUT {shop}/admin/view/{id}': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ name: '下週' }),
  },
  'DELETE {shop}/admin/view/{id}': { statuses: adminAnswered(404), id: 'order' },
  'PUT {shop}/admin/columns': {
    statuses: adminOnly,
    data: () => ({ list: 'orders', columns: ['電話'] }),
  },
  'GET {shop}/admin/me': { statuses: adminOnly },
  'PUT {shop}/admin/me': { statuses: adminOnly, data: () => ({ name: '小明' }) },
  'GET {shop}/admin/me/sessions': { statuses: adminOnly },
  'DELETE {shop}/admin/me/session/{id}': { statuses: adminAnswered(404), id: 'order' },
  'DELETE {shop}/admin/me/sessions/others': { statuses: adminOnly },
  'POST {shop}/admin/me/totp': { statuses: adminOnly },
  // No key was asked for.
  'PUT {shop}/admin/me/totp': { statuses: adminAnswered(409), data: () => ({ code: 'wrong' }) },
  'DELETE {shop}/admin/me/totp': {
    statuses: adminAnswered(400),
    data: () => ({ password: 'wrong', code: '' }),
  },
  'POST {shop}/admin/me/recovery-codes': {
    statuses: adminAnswered(409),
    data: () => ({ code: 'wrong' }),
  },
  'GET {shop}/privacy': { statuses: anyone },
  'POST {shop}/consent': { statuses: everyMember, data: () => ({ privacy_version: 1 }) },
  'POST {shop}/member/mailbox': {
    statuses: everyMember,
    data: () => ({ pin: '123456' }),
  },
  'GET {shop}/member/checkout': { statuses: everyMember },
  'GET {shop}/member/credit': { statuses: everyMember },
  'GET {shop}/member/data': { statuses: everyMember },
  'GET {shop}/admin/privacy': { statuses: adminOnly },
  'POST {shop}/admin/privacy': {
    statuses: adminOnly,
    data: () => ({ text: '## 蒐集的資料\n姓名', from: 9_999_999_999 }),
  },
  'POST {shop}/admin/customer/{id}/data': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/customer/{id}/erase': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ is_trial: true }),
  },
  'POST {shop}/admin/export': { statuses: adminOnly, data: () => ({ kind: 'products' }) },
  // Sent without a file.
  'POST {shop}/admin/import/{kind}': { statuses: adminAnswered(400) },
  'GET {shop}/admin/import/{kind}/template': { statuses: adminOnly },
  'GET {shop}/admin/run/{id}/lines': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/run/{id}/pictures': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/months': { statuses: adminOnly },
  'GET {shop}/admin/month/{month}': { statuses: adminOnly },
  // It has not ended.
  'POST {shop}/admin/month/{month}/close': { statuses: adminAnswered(409) },
  'GET {shop}/admin/month/{month}/file': { statuses: adminAnswered(404) },
  'GET {shop}/admin/feeds': { statuses: adminOnly },
  'POST {shop}/admin/feeds/key': { statuses: adminOnly },
  'DELETE {shop}/admin/feeds/key': { statuses: adminOnly },
  'GET {shop}/admin/run/{id}/errors': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/run/{id}/start': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({}),
  },
  'GET {shop}/admin/run/{id}/file': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/customers': { statuses: adminOnly },
  'GET {shop}/admin/customers/tags': { statuses: adminOnly },
  'GET {shop}/admin/customer/{id}': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/customer/{id}/orders': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/customer/{id}/groups': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/customer/{id}/coupons': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/customer/{id}/mails': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/customer/{id}/notes': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/customer/{id}/credit': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/customer/{id}/credit': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ kind: 'credit', amount: 100, reason: '補償' }),
  },
  'GET {shop}/admin/credit': { statuses: adminOnly },
  'PUT {shop}/admin/customer/{id}': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ tags: ['常客'] }),
  },
  'POST {shop}/admin/customer/{id}/note': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ text: '已去電' }),
  },
  'DELETE {shop}/admin/customer/{id}/note/{noteId}': {
    statuses: adminAnswered(404),
    id: 'order',
  },
  'GET {shop}/admin/staff': { statuses: adminOnly },
  'PUT {shop}/admin/staff/{uid}': { statuses: adminAnswered(404), data: () => ({ name: '小明' }) },
  'DELETE {shop}/admin/staff/{uid}': { statuses: adminAnswered(404) },
  'DELETE {shop}/admin/staff/{uid}/sessions': { statuses: adminAnswered(404) },
  'DELETE {shop}/admin/staff/{uid}/totp': { statuses: adminAnswered(404) },
  'POST {shop}/admin/staff/invitation': {
    statuses: adminOnly,
    data: () => ({ email: 'new@example.com', role: 'viewer' }),
  },
  'GET {shop}/admin/api-keys': { statuses: adminOnly },
  'POST {shop}/admin/api-key': {
    statuses: adminOnly,
    data: () => ({ name: 'ERP', permissions: ['order.read'] }),
  },
  'DELETE {shop}/admin/api-key/{id}': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/webhooks': { statuses: adminOnly },
  // An address is not looked up, and nothing is sent there: no job is worked here.
  'POST {shop}/admin/webhook': {
    statuses: adminOnly,
    data: () => ({ url: 'https://1.1.1.1/hook', events: ['allowance.issued'] }),
  },
  'PUT {shop}/admin/webhook/{id}': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ is_on: false }),
  },
  'DELETE {shop}/admin/webhook/{id}': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/webhook/{id}/test': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/webhook/{id}/resend': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({}),
  },
  'GET {shop}/admin/webhook/{id}/deliveries': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/staff/invitation/{id}': { statuses: adminAnswered(404), id: 'order' },
  'DELETE {shop}/admin/staff/invitation/{id}': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/stock': { statuses: adminOnly },
  'PUT {shop}/admin/stock/{id}': {
    statuses: adminOnly,
    id: 'product',
    data: () => ({ on_hand: 99, reason: 'counted' }),
  },
  'DELETE {shop}/admin/stock/{id}': { statuses: adminOnly, id: 'soldOut' },
  'POST {shop}/admin/stock/count': {
    statuses: adminOnly,
    data: ({ product }) => ({ lines: [{ product_id: product, on_hand: 99 }] }),
  },
  'GET {shop}/admin/stock/{id}/movements': { statuses: adminOnly, id: 'product' },
  'GET {shop}/admin/coupons': { statuses: adminOnly },
  'GET {shop}/admin/coupon/{id}': { statuses: adminOnly, id: 'coupon' },
  'GET {shop}/admin/coupon/{id}/uses': { statuses: adminOnly, id: 'coupon' },
  'POST {shop}/admin/coupon': { statuses: adminOnly, data: couponInput },
  'PUT {shop}/admin/coupon/{id}': { statuses: adminOnly, id: 'coupon', data: couponInput },
  'DELETE {shop}/admin/coupon/{id}': { statuses: adminOnly, id: 'coupon' },
  'GET {shop}/admin/jobs': { statuses: adminOnly },
  'GET {shop}/admin/searches/missed': { statuses: adminOnly },
  'GET {shop}/admin/newsletter': { statuses: adminOnly },
  'POST {shop}/admin/job/{id}/retry': { statuses: adminOnly, id: 'job' },
  'DELETE {shop}/admin/job/{id}': { statuses: adminOnly, id: 'job' },
  'GET {shop}/admin/opening': { statuses: adminOnly },
  'PUT {shop}/admin/opening': { statuses: adminOnly, data: () => ({ is_put_away: true }) },
  'GET {shop}/admin/demo': { statuses: adminOnly },
  // Nothing was loaded here.
  'POST {shop}/admin/demo/clear': {
    statuses: adminAnswered(409),
    data: () => ({ name: defaultSettings.shop.name }),
  },
  'GET {shop}/admin/outgoing': { statuses: adminOnly },
  'POST {shop}/admin/outgoing/release': { statuses: adminAnswered(409) },
  'GET {shop}/admin/orders': { statuses: adminOnly },
  'GET {shop}/admin/order-quote': { statuses: adminAnswered(400), query: '?lines=-unknown:1' },
  'POST {shop}/admin/order': {
    statuses: adminOnly,
    data: ({ product }) => ({ ...orderData, products: [{ product_id: product, qty: 1 }] }),
  },
  'PUT {shop}/admin/order/{id}': {
    statuses: adminOnly,
    id: 'order',
    data: () => ({ is_paid: true }),
  },
  'DELETE {shop}/admin/order/{id}': { statuses: adminOnly, id: 'order' },
  'DELETE {shop}/admin/orders/all': { statuses: adminOnly },
  'GET {shop}/admin/order/{id}': { statuses: adminOnly, id: 'order' },
  'POST {shop}/admin/order/{id}/prepare': { statuses: adminAnswered(409), id: 'order' },
  'POST {shop}/admin/order/{id}/parcel': {
    statuses: adminAnswered(409),
    id: 'order',
    data: () => ({ carrier: 'own' }),
  },
  'POST {shop}/admin/order/{id}/balance': {
    statuses: adminAnswered(409),
    id: 'order',
    data: () => ({ amount: 1 }),
  },
  'PUT {shop}/admin/order/{id}/lines': {
    statuses: adminOnly,
    id: 'order',
    data: ({ product }) => ({ lines: [{ product_id: product, qty: 1 }], preview: true }),
  },
  'POST {shop}/admin/order/{id}/merge': {
    statuses: adminAnswered(409),
    id: 'order',
    data: () => ({ with: ['-unknown'] }),
  },
  'DELETE {shop}/admin/order/{id}/merge': { statuses: adminOnly, id: 'order' },
  'POST {shop}/admin/order/{id}/close-rest': { statuses: adminAnswered(409), id: 'order' },
  'PUT {shop}/admin/order/{id}/parcel/{parcelId}': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ is_delivered: true }),
  },
  'POST {shop}/admin/order/{id}/cancel': {
    statuses: adminOnly,
    id: 'order',
    data: () => ({ reason: '缺貨' }),
  },
  'POST {shop}/admin/order/{id}/return': {
    statuses: adminAnswered(409),
    id: 'order',
    data: () => ({ reason: '不合用', refund: 0, lines: [] }),
  },
  'POST {shop}/admin/order/{id}/returns': {
    statuses: adminAnswered(409),
    id: 'order',
    data: () => ({ lines: [{ line_id: '-unknown', qty: 1 }] }),
  },
  'GET {shop}/admin/returns': { statuses: adminOnly },
  'GET {shop}/admin/return/{id}': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/return/{id}/accept': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({}),
  },
  'POST {shop}/admin/return/{id}/refuse': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ reason: '已拆封' }),
  },
  'POST {shop}/admin/return/{id}/receive': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({}),
  },
  'POST {shop}/admin/return/{id}/judge': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ lines: [{ line_id: '-unknown', to_stock: 1, written_off: 0 }] }),
  },
  'POST {shop}/admin/return/{id}/refund': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({}),
  },
  'POST {shop}/admin/order/{id}/note': {
    statuses: adminOnly,
    id: 'order',
    data: () => ({ text: '已去電' }),
  },
  'POST {shop}/admin/order/{id}/messages': {
    statuses: adminOnly,
    id: 'order',
    data: () => ({ text: '週五會到' }),
  },
  'POST {shop}/admin/order/{id}/messages/settle': { statuses: adminOnly, id: 'order' },
  'POST {shop}/admin/order/{id}/mail': {
    statuses: adminOnly,
    id: 'order',
    data: () => ({ kind: 'placed' }),
  },
  'POST {shop}/admin/order/{id}/restore': { statuses: adminOnly, id: 'order' },
  'GET {shop}/admin/worklist': { statuses: adminOnly },
  'GET {shop}/admin/report/sales': { statuses: adminOnly },
  'GET {shop}/admin/report/products': { statuses: adminOnly },
  'GET {shop}/admin/report/coupons': { statuses: adminOnly },
  'GET {shop}/admin/report/groups': { statuses: adminOnly },
  'GET {shop}/articles': { statuses: anyone },
  'GET {shop}/article/{id}': { statuses: anyone, id: 'article' },
  'GET {shop}/admin/articles': { statuses: adminOnly },
  'GET {shop}/admin/article/{id}': { statuses: adminOnly, id: 'article' },
  'POST {shop}/admin/article': { statuses: adminOnly, data: () => articleInput },
  'PUT {shop}/admin/article/{id}': {
    statuses: adminOnly,
    id: 'article',
    data: () => articleInput,
  },
  'DELETE {shop}/admin/article/{id}': { statuses: adminOnly, id: 'article' },
  'GET {shop}/pages/products': { statuses: anyone },
  'GET {shop}/admin/categories': { statuses: adminOnly },
  'PUT {shop}/admin/categories': { statuses: adminOnly, data: () => ({ names: [] }) },
  // No product has such a category.
  'PUT {shop}/admin/category': {
    statuses: adminAnswered(404),
    data: () => ({ name: '無', new_name: '無', picture: '', text: '' }),
  },
  'POST {shop}/admin/category/merge': {
    statuses: adminAnswered(404),
    data: () => ({ name: '無', into: '也無' }),
  },
  'GET {shop}/admin/menu': { statuses: adminOnly },
  'PUT {shop}/admin/menu': { statuses: adminOnly, data: menuSettings },
  'GET {shop}/page/{slug}': { statuses: anyone, id: 'page' },
  'GET {shop}/admin/english/{subject}/{id}': { statuses: adminOnly, id: 'page' },
  'PUT {shop}/admin/english/{subject}/{id}': {
    statuses: adminOnly,
    id: 'page',
    data: () => ({ title: 'About' }),
  },
  'GET {shop}/admin/pages': { statuses: adminOnly },
  'GET {shop}/admin/page/{id}': { statuses: adminOnly, id: 'page' },
  'POST {shop}/admin/page': { statuses: adminOnly, data: pageInput },
  'PUT {shop}/admin/page/{id}': { statuses: adminOnly, id: 'page', data: pageInput },
  'DELETE {shop}/admin/page/{id}': { statuses: adminOnly, id: 'page' },
  'GET {shop}/admin/trash': { statuses: adminOnly },
  // None of it is in the trash.
  'POST {shop}/admin/trash/restore': {
    statuses: adminAnswered(404),
    data: () => ({ kind: 'product', ids: ['-unknown'] }),
  },
  'POST {shop}/admin/order/{id}/refund': {
    statuses: adminAnswered(409),
    id: 'order',
    data: () => ({ amount: 1, reason: '少一件' }),
  },
  'GET {shop}/admin/invoices': { statuses: adminOnly },
  'GET {shop}/admin/invoices/agreement': { statuses: adminOnly },
  'GET {shop}/admin/order/{id}/invoices': { statuses: adminOnly, id: 'order' },
  'POST {shop}/admin/invoices/retry': { statuses: adminOnly },
  'POST {shop}/admin/invoice/{id}/retry': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/invoice/{id}/reissue': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ reason: '統編有誤' }),
  },
  'GET {shop}/admin/refunds': { statuses: adminOnly },
  'POST {shop}/admin/refund/{id}/retry': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/refund/{id}/manual': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/refund/{id}/drop': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/refund/{id}/ask': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/refund/{id}/seen-done': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/refund/{id}/seen-not-done': { statuses: adminAnswered(404), id: 'order' },
  'POST {shop}/admin/refund/{id}/done': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ remitted_on: '2026-11-22', account_last5: '12345' }),
  },
  'GET {shop}/admin/reconciliation': { statuses: adminOnly },
  'POST {shop}/admin/reconciliation/check': { statuses: adminOnly },
  'POST {shop}/admin/reconciliation/{id}/resolve': {
    statuses: adminAnswered(404),
    id: 'order',
    data: () => ({ note: '已電話確認' }),
  },
  'POST {shop}/admin/attempt/{id}/query': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/callbacks': { statuses: adminOnly },
  'POST {shop}/admin/settlement': { statuses: adminAnswered(400) },
  'GET {shop}/admin/settlements': { statuses: adminOnly },
  'GET {shop}/admin/settlement/{id}': { statuses: adminAnswered(404), id: 'order' },
  'GET {shop}/admin/campaigns': { statuses: adminOnly },
  'GET {shop}/admin/campaigns/choices': { statuses: adminOnly },
  'GET {shop}/admin/campaigns/options': { statuses: adminOnly },
  'POST {shop}/admin/campaign': { statuses: adminOnly, data: () => ({ title: '新的團' }) },
  'GET {shop}/admin/campaign/{id}': { statuses: adminOnly, id: 'campaign' },
  'PUT {shop}/admin/campaign/{id}': {
    statuses: adminOnly,
    id: 'campaign',
    data: () => ({ title: '改名的團', version: 1 }),
  },
  'DELETE {shop}/admin/campaign/{id}': { statuses: adminAnswered(409), id: 'campaign' },
  'POST {shop}/admin/campaign/{id}/copy': { statuses: adminOnly, id: 'campaign' },
  'POST {shop}/admin/campaign/{id}/publish': { statuses: adminAnswered(409), id: 'campaign' },
  'POST {shop}/admin/campaign/{id}/unpublish': { statuses: adminAnswered(409), id: 'campaign' },
  'POST {shop}/admin/campaign/{id}/close': { statuses: adminOnly, id: 'campaign' },
  'POST {shop}/admin/campaign/{id}/extend': {
    statuses: adminOnly,
    id: 'campaign',
    data: () => ({ ends_at: Math.floor(Date.now() / 1_000) + 2 * 86_400, reason: '加開' }),
  },
  'POST {shop}/admin/campaign/{id}/delay': {
    statuses: adminAnswered(409),
    id: 'campaign',
    data: () => ({ ships_on: '2099-12-31', reason: '產地大雨' }),
  },
  'POST {shop}/admin/campaign/{id}/cancel': {
    statuses: adminOnly,
    id: 'campaign',
    data: () => ({ reason: '缺貨' }),
  },
  'GET {shop}/admin/campaign/{id}/leaders': { statuses: adminOnly, id: 'campaign' },
  'PUT {shop}/admin/campaign/{id}/leaders': {
    statuses: adminOnly,
    id: 'campaign',
    data: () => ({ emails: [] }),
  },
  'GET {shop}/admin/campaign/{id}/sellers': { statuses: adminOnly, id: 'campaign' },
  'PUT {shop}/admin/campaign-seller/{id}': {
    statuses: adminAnswered(404),
    id: 'campaign',
    data: () => ({ is_ended: true }),
  },
  'GET {shop}/admin/campaign/{id}/settlement': { statuses: adminOnly, id: 'campaign' },
  'GET {shop}/admin/campaign/{id}/settlement.csv': { statuses: adminOnly, id: 'campaign' },
  'POST {shop}/admin/campaign/{id}/supplier-order': {
    statuses: adminAnswered(409),
    id: 'campaign',
  },
  'GET {shop}/admin/campaign/{id}/supplier-order/{n}.csv': {
    statuses: adminAnswered(404),
    id: 'campaign',
  },
  'POST {shop}/admin/campaign/{id}/receipt': {
    statuses: adminAnswered(404),
    id: 'soldOut',
    data: ({ product }) => ({ product_id: product, qty: 1 }),
  },
  'POST {shop}/admin/campaign/{id}/arrival': {
    statuses: adminAnswered(404),
    id: 'soldOut',
    data: ({ product }) => ({ lines: [{ product_id: product, received: 1 }] }),
  },
  'GET {shop}/admin/groups': { statuses: adminOnly },
  'GET {shop}/admin/group/{id}/participations': { statuses: adminOnly, id: 'groupId' },
  'POST {shop}/admin/group/{id}/close': { statuses: adminAnswered(409), id: 'groupId' },
  'POST {shop}/admin/group/{id}/cancel': {
    statuses: adminOnly,
    id: 'groupId',
    data: () => ({ reason: '缺貨' }),
  },
  'PUT {shop}/admin/group/{id}/leader': {
    statuses: adminOnly,
    id: 'groupId',
    data: () => ({ email: member.email }),
  },
  'POST {shop}/admin/group/{id}/shortfall': {
    statuses: adminAnswered(409),
    id: 'groupId',
    data: () => ({ decision: 'ship' }),
  },
  'GET {shop}/admin/leader-accounts': { statuses: adminOnly },
  // A shop that takes no orders of chats.
  'POST {shop}/admin/line-orders/read': {
    statuses: adminAnswered(403),
    data: ({ campaign }) => ({ campaign_id: campaign, text: '' }),
  },
  'POST {shop}/admin/line-orders/enter': {
    statuses: adminAnswered(403),
    data: ({ campaign }) => ({ campaign_id: campaign, places: [{ name: '小美', lines: [] }] }),
  },
  'POST {shop}/admin/group/{id}/hand-over': {
    statuses: adminAnswered(404),
    id: 'groupId',
    data: () => ({ amount: 100 }),
  },
  'POST {shop}/admin/group/{id}/hand-over/{handOverId}/void': {
    statuses: adminAnswered(404),
    id: 'groupId',
    data: () => ({ reason: '登記錯誤' }),
  },
  'GET {shop}/admin/campaign-wishes': { statuses: adminOnly },
  'GET {shop}/admin/commission': { statuses: adminOnly },
  'POST {shop}/admin/commission/payout': {
    statuses: adminAnswered(409),
    data: () => ({ leader_id: 'unknown', amount: 1, note: '匯款' }),
  },
  'POST {shop}/admin/member/{uid}/pardon': { statuses: adminAnswered(404) },
  // The administrator is let in, and sends no picture.
  'POST {shop}/admin/upload': { statuses: (caller) => (adminOnly(caller) === 200 ? 400 : 401) },
  'POST {shop}/admin/settings/logo': {
    statuses: (caller) => (adminOnly(caller) === 200 ? 400 : 401),
  },
}

/** Routes that belong to no endpoint of the contract: each is tested beside its feature. */
const outsideTheContract = [
  '/robots.txt',
  '/sitemap',
  '/feeds/',
  '/identitytoolkit.googleapis.com/',
  '/securetoken.googleapis.com/',
  '/.well-known/jwks.json',
  '/uploads/:file',
  '/brand/:file',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/manifest.webmanifest',
  '/maskable-icon.png',
  '/offline',
  '/worker.js',
  '/cards/',
  '/openapi.json',
  '/docs',
  '/health/',
  '/__dev/',
]

let shop: TestShop
let member: Awaited<ReturnType<TestShop['member']>>
const tokens = new Map<CallerName, string | undefined>()
let targets: Targets
const guestId = randomBytes(16).toString('base64url')

beforeAll(async () => {
  shop = await openTestShop({
    env: {
      ...{ ECPAY_URL: 'http://127.0.0.1:1', ECPAY_INVOICE_URL: 'http://127.0.0.1:1' },
      LINE_URL: 'http://127.0.0.1:1',
    },
  })
  await shop.app.ready()
  const refreshToken = await registerMember()
  const administrator = await openAdministrator(shop)
  const signedOut = await openAdministrator(shop)
  await signedOut.post('/v2/logout')
  const expired = await openAdministrator(shop)
  await shop.database.db
    .update(adminSessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(adminSessions.uid, expired.uid))
  tokens.set('the member', member.token)
  tokens.set('another member', (await openParticipant(shop)).token)
  tokens.set('the administrator', administrator.token)
  tokens.set('a signed-out administrator', signedOut.token)
  tokens.set('an expired administrator', expired.token)
  tokens.set('a forged administrator', `adm_${randomBytes(32).toString('base64url')}`)
  tokens.set('a revoked API key', await revokedKey(administrator))
  tokens.set('an expired member', await resigned(member.token ?? '', { seconds: -7_200 }))
  const iss = 'https://securetoken.google.com/another-shop'
  tokens.set('a member of another issuer', await resigned(member.token ?? '', { iss }))
  tokens.set('garbage', 'Bearer e30.e30.e30')
  tokens.set('a forged member', `${member.token?.slice(0, -8)}AAAAAAAA`)
  tokens.set("a member's refresh token", refreshToken)
  targets = await createTargets()
})
afterAll(() => shop.close())

/** Keys that work are tried beside their room. */
async function revokedKey(administrator: Visitor): Promise<string> {
  const asked = { name: 'ERP', permissions: keyPermissions }
  const { key, api_key } = (await administrator.post('/admin/api-key', asked)).body
  await administrator.delete(`/admin/api-key/${api_key.id}`)
  return key
}

/** Makes the member; gives the refresh token of the session. */
async function registerMember(): Promise<string> {
  member = await openParticipant(shop)
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=minmin',
    payload: { email: member.email, password: 'abc123', returnSecureToken: true },
  })
  return reply.json<{ refreshToken: string }>().refreshToken
}

/** The same claims at another time or of another issuer, signed with the shop's own key. */
async function resigned(
  token: string,
  { seconds = 0, ...changed }: { seconds?: number; iss?: string },
): Promise<string> {
  const [key] = await shop.database.db.select().from(signingKeys)
  if (!key) throw new Error('the shop has no signing key')
  const claims = decodeJwt(token)
  const iat = (claims.iat ?? 0) + seconds
  const exp = (claims.exp ?? 0) + seconds
  return new SignJWT({ ...claims, ...changed, iat, exp, auth_time: iat })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
    .sign(await importJWK(key.privateJwk, 'RS256'))
}

async function createArticle(): Promise<string> {
  const id = createId()
  const kept = { author: '店主', description: '', content: '內容', image: '', tags: [], extra: {} }
  const time = { createAt: 1, dated: new Date(1_000) }
  await shop.database.db
    .insert(articles)
    .values({ id, title: '公告', isPublic: true, ...kept, ...time })
  return id
}

/** Its id is its slug, too: both calls name it by the same word. */
async function createPage(): Promise<string> {
  const id = randomBytes(8).toString('hex')
  const kept = { title: '關於我們', content: '內容', isPublic: true, preview: createId() }
  await shop.database.db.insert(infoPages).values({ id, slug: id, ...kept })
  return id
}

async function createTargets(): Promise<Targets> {
  await member.delete('/carts')
  const product = await shop.product()
  const coupon = await shop.coupon()
  await member.post('/cart', { product_id: product, qty: 1 })
  const order = (await member.post('/order', orderData)).body.orderId
  const line = (await member.post('/cart', { product_id: product, qty: 1 })).body.data.id
  const soldOut = await shop.product()
  await shop.database.db.insert(stock).values({ variantId: soldOut, onHand: 0, held: 0 })
  const job = await createFailedJob(shop)
  const groups = await createGroups(product)
  const article = await createArticle()
  return {
    ...groups,
    article,
    page: await createPage(),
    product,
    coupon: coupon.id,
    code: coupon.code,
    job,
    order,
    line,
    soldOut,
  }
}

/** The member leads one team, and nobody has joined the others. */
async function createGroups(productId: string) {
  const { db } = shop.database
  const options = { productIds: [productId], onHand: null }
  const [pool, ended, team, led] = [
    await openCampaign(shop, {}, options),
    await openCampaign(shop, {}, options),
    await openCampaign(shop, { kind: 'team' }, options),
    await openCampaign(shop, { kind: 'team' }, options),
  ]
  await db
    .update(groups)
    .set({ state: 'cancelled', outcome: 'cancelled' })
    .where(eq(groups.id, ended.groupId))
  const place = joinData(pool)
  const { body } = await member.post(`/campaign/${led.id}/group`, place)
  return {
    campaign: team.id,
    group: pool.code,
    groupId: pool.groupId,
    endedGroup: ended.code,
    ledGroup: body.code,
    participation: body.participation.id,
    place,
  }
}

/** All that calls could change, as one text. */
async function everything(): Promise<string> {
  const tables = ['products', 'coupons', 'orders', 'order_lines', 'order_events', 'payments']
  const laterTables = [
    'administrators',
    'api_keys',
    'webhooks',
    'staff_invitations',
    'settings',
    'stock',
    'stock_movements',
    'stock_holds',
    'restock_requests',
    'newsletter_subscribers',
    'coupon_uses',
    'groups',
    'participations',
    'campaign_members',
    'campaigns',
  ]
  const sums = [...tables, ...laterTables, 'carts', 'cart_lines', 'admin_sessions'].map(
    // A session notes each minute that it was used, also by a call that is refused.
    (table) => sql`(select count(*) || coalesce(md5(string_agg(line, ',' order by line)), '')
      from (select (to_jsonb(t) - 'last_used_at')::text as line
        from ${sql.identifier(table)} as t) as lines) as ${sql.identifier(table)}`,
  )
  const { rows } = await shop.database.db.execute(sql`select ${sql.join(sums, sql`, `)}`)
  return JSON.stringify(rows)
}

function call(name: string, caller: CallerName) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const row = matrix[name] as Row
  const self = visitor(shop.app, tokens.get(caller))
  if (caller === 'a guest') self.cookies.set('shopper', guestId)
  return self.inject({
    method,
    url: `${path
      .replace('{shop}', shopPrefix)
      .replace('{slug}', '{id}')
      .replace('{n}', '1')
      .replace('{subject}', 'page')
      .replace('{kind}', 'products')
      .replace('{month}', '2099-01')
      .replace(/\{(id|code)\}/, row.id ? targets[row.id] : '')}${row.query ?? ''}`,
    ...(row.data && { payload: { data: row.data(targets) } }),
    ...(row.body && { payload: row.body() }),
  })
}

const names = Object.keys(matrix)
const refused = (name: string) =>
  callers.filter((caller) => (matrix[name]?.statuses(caller) ?? 0) >= 400)
const allowed = (name: string) => callers.filter((caller) => !refused(name).includes(caller))

function mountedRoutes(): string[] {
  const paths = Object.entries(shop.app.swagger().paths ?? {})
  return paths.flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map(
      (method) => `${method.toUpperCase()} ${path.replace(shopPrefix, '{shop}')}`,
    ),
  )
}

describe('who may call what', () => {
  let untouched: string | undefined

  it('ROLE-10 B1 every mounted endpoint has its row, and every row an endpoint', () => {
    expect(mountedRoutes().toSorted()).toEqual(Object.keys(matrix).toSorted())
  })

  it('ROLE-10 B1 D10 no route stands outside the contract but the known ones', () => {
    const documented = Object.keys(shop.app.swagger().paths ?? {}).map((path) =>
      path.replace(/\{(\w+)\}/g, ':$1'),
    )
    const outermost = shop.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => /^[├└]── (\/\S+) \(/.exec(line)?.[1] ?? [])
    const unknown = outermost.filter(
      (path) =>
        !documented.includes(path) && !outsideTheContract.some((prefix) => path.startsWith(prefix)),
    )
    expect(outermost.length).toBeGreaterThan(10)
    expect(unknown).toEqual([])
  })

  it.each(names.filter((name) => refused(name).length > 0))(
    'ROLE-10 B1 B2 B4 B5 C7 %s refuses whom it is not for, tells nothing and changes nothing',
    async (name) => {
      // Each of these leaves all as it was, so that one look serves the next, too.
      const before = untouched ?? (await everything())
      untouched = undefined
      const expected = refused(name).map((caller) => [caller, matrix[name]?.statuses(caller)])
      const answers: [CallerName, number][] = []
      for (const caller of refused(name)) {
        const response = await call(name, caller)
        answers.push([caller, response.statusCode])
        const { success, message, code, error: _, ...more } = response.json()
        expect(success).toBe(false)
        expect([message].flat().join('')).toMatch(/\p{Script=Han}/u)
        expect(code).toMatch(/^[A-Z_]+$/)
        expect(more).toEqual({})
      }
      expect(answers).toEqual(expected)
      const after = await everything()
      expect(after).toBe(before)
      untouched = after
    },
  )

  // The logout comes last: the others need the session that it ends.
  it.each(
    names
      .filter((name) => allowed(name).length > 0)
      .toSorted((a, b) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout'))),
  )('ROLE-10 ROLE-11 %s answers whom it is for', async (name) => {
    for (const caller of allowed(name)) {
      const expected = matrix[name]?.statuses(caller)
      expect([caller, (await call(name, caller)).statusCode]).toEqual([caller, expected])
      if (!name.startsWith('GET')) targets = await createTargets()
    }
  })
})
