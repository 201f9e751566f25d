import type { InvoiceView } from '#contract/invoice-states.ts'
import type { ReturnView } from '#contract/return-states.ts'
import type { ShipmentView } from '#contract/shipment-states.ts'

/** Category, filters, sort and page of a list address. */
export interface ListAddress {
  category?: string | undefined
  page?: number
  sort?: string | undefined
  min_price?: string | undefined
  max_price?: string | undefined
  in_stock?: '1' | undefined
}

/** Every address of the shop, without the hash. The pattern of a route is its path of `:names`. */
export const paths = {
  home: () => '/',
  adminLogin: () => '/main/loginBackend',
  adminForgotPassword: () => '/main/forgotBackend',
  /** The link of a mail adds its code. */
  adminResetPassword: () => '/main/resetBackend',
  /** The link of an invitation adds its code. */
  staffInvitation: () => '/main/staffInvitation',
  /** The link that the first start prints adds its code. */
  firstAdmin: () => '/main/firstAdmin',
  cart: () => '/main/cart',
  checkout: () => '/main/cart/info',
  pay: (orderId: string) => `/main/cart/pay/${orderId}`,
  products: (query: ListAddress = {}) => withQuery('/main/prods', listQuery(query)),
  /** `v` is the id of a variant. */
  product: (id: string, v?: string) => withQuery(`/main/prods/detail/${id}`, { v }),
  search: ({ q, ...query }: ListAddress & { q?: string } = {}) =>
    withQuery('/main/search', { q, ...listQuery(query) }),
  /** The link of a mail adds its token. */
  cancelRestock: () => '/main/cancelRestock',
  confirmNewsletter: () => '/main/newsletter',
  cancelNewsletter: () => '/main/newsletter/cancel',
  articles: (page?: number) =>
    withQuery('/main/articles', { page: page && page > 1 ? String(page) : undefined }),
  article: (id: string) => `/main/articles/${id}`,
  /** `preview` is the word of the link to a draft. */
  infoPage: (slug: string, preview?: string) => withQuery(`/main/page/${slug}`, { preview }),
  tracked: () => '/main/track',
  orders: (page?: number, state?: string) =>
    withQuery('/main/order', { state, page: page && page > 1 ? String(page) : undefined }),
  order: (id: string) => `/main/order/${id}`,
  changeOrder: (id: string) => `/main/order/${id}/change`,
  returnOrder: (id: string) => `/main/order/${id}/return`,
  orderLookup: () => '/main/orderLookup',
  campaigns: (query: { state?: string; page?: number } = {}) =>
    withQuery('/main/groups', {
      state: query.state,
      page: query.page && query.page > 1 ? String(query.page) : undefined,
    }),
  campaign: (id: string) => `/main/groups/detail/${id}`,
  /** Short, because it is what people send each other. */
  group: (code: string) => `/g/${code}`,
  myGroups: (page?: number) =>
    withQuery('/main/member/groups', { page: page && page > 1 ? String(page) : undefined }),
  myCredit: (page?: number) =>
    withQuery('/main/member/credit', { page: page && page > 1 ? String(page) : undefined }),
  /** The sales of the member for a campaign. */
  selling: (campaignId: string, page?: number) =>
    withQuery(`/main/member/selling/${campaignId}`, {
      page: page && page > 1 ? String(page) : undefined,
    }),
  leaderConsole: (code: string) => `/main/member/groups/${code}`,
  leaderAccount: (code: string) => `/main/member/groups/${code}/account`,
  /** Orders that were written in a chat. */
  leaderLineOrders: (code: string) => `/main/member/groups/${code}/line-orders`,
  /** Of one group; `code` is what a QR code says. */
  handOut: (query: { group?: string; code?: string } = {}) => withQuery('/main/handOut', query),
  /** `next` is a path of the shop, to which the sign-in leads. */
  memberLogin: (query: { view?: 'register' | 'forgot'; next?: string | undefined } = {}) =>
    withQuery('/main/memberLogin', { view: query.view, next: query.next }),
  privacy: (version?: number) =>
    withQuery('/main/privacy', { version: version === undefined ? undefined : String(version) }),
  terms: (version?: number) =>
    withQuery('/main/terms', { version: version === undefined ? undefined : String(version) }),
  member: () => '/main/member',
  deletedMember: () => '/main/memberLogo',
  admin: () => '/backend',
  adminProducts: (page?: number) => adminList('/backend/product', page),
  /** Its options and variants, on a page of their own within the list. */
  adminProduct: (id: string) => `/backend/product/${id}`,
  adminCoupons: (page?: number) => adminList('/backend/coupon', page),
  /** A page of its own within the list. */
  adminCoupon: (id: string) => `/backend/coupon/${id}`,
  adminOrders: (page?: number) => adminList('/backend/order', page),
  adminOrder: (id: string) => `/backend/order/${id}`,
  adminNewOrder: (customer?: string) => withQuery('/backend/new-order', { customer }),
  adminCustomers: (page?: number) => adminList('/backend/customer', page),
  adminCustomer: (id: string) => `/backend/customer/${id}`,
  adminPacking: () => '/backend/packing',
  adminHandOut: (query: { code?: string } = {}) => withQuery('/backend/handOut', query),
  adminPickingList: () => '/backend/packing/picking',
  adminSlips: () => '/backend/packing/slips',
  adminLabels: () => '/backend/packing/labels',
  /** The parcels to convenience stores, by what is to be done. */
  adminShipments: (view?: ShipmentView) => withQuery('/backend/shipment', { view }),
  adminInvoices: (view?: InvoiceView) => withQuery('/backend/invoice', { view }),
  adminInvoiceAgreement: () => '/backend/invoice-agreement',
  /** The returns, by what is to be done. */
  adminReturns: (view?: ReturnView) => withQuery('/backend/return', { view }),
  adminReturn: (id: string) => `/backend/return/${id}`,
  adminRefunds: (page?: number) => adminList('/backend/refund', page),
  adminReconciliation: (page?: number) => adminList('/backend/reconciliation', page),
  adminMonths: () => '/backend/month',
  adminSettlements: (page?: number) => adminList('/backend/settlement', page),
  adminCallbacks: (page?: number) => adminList('/backend/callback', page),
  adminStock: (page?: number) => adminList('/backend/stock', page),
  adminNewsletter: (page?: number) => adminList('/backend/newsletter', page),
  adminSearches: (page?: number) => adminList('/backend/search', page),
  adminCampaigns: (page?: number) => adminList('/backend/campaign', page),
  adminCampaign: (id: string) => `/backend/campaign/${id}`,
  adminCampaignEdit: (id: string, step?: string) =>
    withQuery(`/backend/campaign/${id}/edit`, { step }),
  /** The groups that need a hand. */
  adminGroups: (list: 'at_risk' | 'shortfall') => withQuery('/backend/campaign', { [list]: '1' }),
  /** The campaigns of which something is to be ordered, or to come. */
  adminSupply: (supply: 'to_order' | 'to_arrive') => withQuery('/backend/campaign', { supply }),
  /** The products that members ask a group buy for. */
  adminCampaignWishes: (page?: number) => adminList('/backend/wish', page),
  /** With this product in it. */
  adminNewCampaign: (product: string) => withQuery('/backend/campaign/new', { product }),
  adminCommission: () => '/backend/commission',
  /** Orders that were written in a chat, of a group of the campaign. */
  adminLineOrders: (query: { campaign?: string; group?: string } = {}) =>
    withQuery('/backend/lineOrders', query),
  /** Money that leaders have received and handed over. */
  adminLeaderAccounts: (waits?: 'announced') => withQuery('/backend/leaderAccount', { waits }),
  /** A file to import, and what its lines would change. */
  adminImport: (kind: string, run?: string) => withQuery(`/backend/import/${kind}`, { run }),
  adminRuns: (page?: number) => adminList('/backend/run', page),
  adminRun: (id: string) => `/backend/run/${id}`,
  adminArticles: (page?: number) => adminList('/backend/article', page),
  adminPages: (page?: number) => adminList('/backend/page', page),
  adminCategories: () => '/backend/category',
  adminMenu: () => '/backend/menu',
  adminTrash: (page?: number) => adminList('/backend/trash', page),
  adminJobs: (page?: number) => adminList('/backend/job', page),
  adminStaff: (page?: number) => adminList('/backend/staff', page),
  adminAudit: (page?: number) => adminList('/backend/audit', page),
  adminSettings: (group?: string) => `/backend/setting${group ? `/${group}` : ''}`,
  adminOpening: () => '/backend/opening',
  adminAccount: () => '/backend/account',
}

/** Whether the back office shows the path; every other one belongs to the storefront. */
export function isBackOfficePath(path: string): boolean {
  return path === paths.admin() || path.startsWith(`${paths.admin()}/`)
}

function adminList(path: string, page?: number): string {
  return withQuery(path, { page: page && page > 1 ? String(page) : undefined })
}

function listQuery({ page, ...query }: ListAddress) {
  return { ...query, page: page && page > 1 ? String(page) : undefined }
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries as [string, string][]).toString()
  return text ? `${path}?${text}` : path
}
