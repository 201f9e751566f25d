import type { ComponentType } from 'react'
import { campaignApi, groupApi } from '#contract/campaigns.ts'
import { catalogApi } from '#contract/catalog.ts'
import { prefetch } from './api/prefetch.ts'
import { galleryPictures } from './catalog/gallery-pictures.ts'
import { hasOwnOrder, listChoice, listQuery } from './catalog/list-choice.ts'
import { cardPictureSizes, firstPictures, mainPictureSizes } from './catalog/pictures-in-view.ts'
import { shuffled } from './catalog/shuffle.ts'
import { paths } from './paths.ts'
import { createChunkLoader } from './ui/load-chunk.ts'
import { preloadPicture } from './ui/preload-picture.ts'

interface Address {
  params: Record<string, string>
  query: URLSearchParams
}

/** One screen. The entry prefetches the first one by this table, the router shows them all. */
export interface Page {
  /** The pattern of the route. */
  path: string
  load: () => Promise<ComponentType>
  /** Starts the public reads that the page begins with. */
  prefetch?: (address: Address) => unknown
}

const home = page(() => import('./home/home-page.tsx'), 'HomePage')

/** The pages inside the storefront's layout. */
export const storefrontPages: Page[] = [
  { path: paths.home(), load: home, prefetch: prefetchHome },
  {
    path: paths.products(),
    load: page(() => import('./catalog/product-list-page.tsx'), 'ProductListPage'),
    prefetch: prefetchProductList,
  },
  {
    path: paths.product(':id'),
    load: page(() => import('./catalog/product-detail-page.tsx'), 'ProductDetailPage'),
    prefetch: prefetchProduct,
  },
  {
    path: paths.search(),
    load: page(() => import('./search/search-page.tsx'), 'SearchPage'),
  },
  {
    path: paths.cancelRestock(),
    load: page(() => import('./stock/cancel-restock-page.tsx'), 'CancelRestockPage'),
  },
  {
    path: paths.tracked(),
    load: page(() => import('./catalog/tracked-page.tsx'), 'TrackedPage'),
  },
  {
    path: paths.campaigns(),
    load: page(() => import('./campaigns/campaign-list-page.tsx'), 'CampaignListPage'),
  },
  {
    path: paths.campaign(':id'),
    load: page(() => import('./campaigns/campaign-page.tsx'), 'CampaignPage'),
  },
  {
    path: paths.group(':code'),
    load: page(() => import('./campaigns/group-page.tsx'), 'GroupPage'),
    prefetch: prefetchGroup,
  },
  { path: paths.cart(), load: page(() => import('./cart/cart-page.tsx'), 'CartPage') },
  {
    path: paths.checkout(),
    load: page(() => import('./orders/checkout-page.tsx'), 'CheckoutPage'),
  },
  {
    path: paths.pay(':orderId'),
    load: page(() => import('./payments/payment-page.tsx'), 'PaymentPage'),
  },
  { path: paths.orders(), load: page(() => import('./orders/orders-page.tsx'), 'OrdersPage') },
  { path: paths.order(':id'), load: page(() => import('./orders/order-page.tsx'), 'OrderPage') },
  {
    path: paths.memberLogin(),
    load: page(() => import('./members/login-page.tsx'), 'MemberLoginPage'),
  },
  { path: paths.member(), load: page(() => import('./members/member-page.tsx'), 'MemberPage') },
  {
    path: paths.myGroups(),
    load: page(() => import('./campaigns/my-groups-page.tsx'), 'MyGroupsPage'),
  },
  {
    path: paths.leaderConsole(':code'),
    load: page(() => import('./campaigns/leader-console-page.tsx'), 'LeaderConsolePage'),
  },
  {
    path: paths.adminLogin(),
    load: page(() => import('./admin/login-page.tsx'), 'AdminLoginPage'),
  },
  {
    path: paths.adminForgotPassword(),
    load: page(() => import('./admin/forgot-password-page.tsx'), 'AdminForgotPasswordPage'),
  },
  {
    path: paths.adminResetPassword(),
    load: page(() => import('./admin/reset-password-page.tsx'), 'AdminResetPasswordPage'),
  },
  {
    path: paths.staffInvitation(),
    load: page(() => import('./admin/staff/invitation-page.tsx'), 'StaffInvitationPage'),
  },
  // An unknown address shows home.
  { path: '*', load: home },
]

/** The back office has a layout of its own, which is lazy too. */
export const backOffice: Page = {
  path: paths.admin(),
  load: page(() => import('./admin/back-office.tsx'), 'BackOffice'),
}

const announcement = page(() => import('./admin/announcement-page.tsx'), 'AnnouncementPage')

/** The pages inside the back office's layout; the first one is its index. */
export const backOfficePages: Page[] = [
  { path: paths.admin(), load: announcement },
  {
    path: `${paths.adminProducts()}/*`,
    load: page(() => import('./admin/products/product-list-page.tsx'), 'AdminProductListPage'),
  },
  {
    path: `${paths.adminCoupons()}/*`,
    load: page(() => import('./admin/coupons/coupon-list-page.tsx'), 'AdminCouponListPage'),
  },
  {
    path: `${paths.adminOrders()}/*`,
    load: page(() => import('./admin/orders/order-list-page.tsx'), 'AdminOrderListPage'),
  },
  {
    path: paths.adminOrder(':id'),
    load: page(() => import('./admin/orders/order-page.tsx'), 'AdminOrderPage'),
  },
  {
    path: paths.adminPacking(),
    load: page(() => import('./admin/packing/packing-page.tsx'), 'PackingPage'),
  },
  {
    path: paths.adminPickingList(),
    load: page(() => import('./admin/packing/picking-page.tsx'), 'PickingPage'),
  },
  {
    path: paths.adminSlips(),
    load: page(() => import('./admin/packing/slips-page.tsx'), 'SlipsPage'),
  },
  {
    path: paths.adminLabels(),
    load: page(() => import('./admin/packing/labels-page.tsx'), 'LabelsPage'),
  },
  {
    path: `${paths.adminRefunds()}/*`,
    load: page(() => import('./admin/orders/refund-list-page.tsx'), 'AdminRefundListPage'),
  },
  {
    path: `${paths.adminReconciliation()}/*`,
    load: page(
      () => import('./admin/reconciliation/reconciliation-page.tsx'),
      'AdminReconciliationPage',
    ),
  },
  {
    path: `${paths.adminSettlements()}/*`,
    load: page(
      () => import('./admin/reconciliation/settlement-list-page.tsx'),
      'AdminSettlementListPage',
    ),
  },
  {
    path: `${paths.adminCallbacks()}/*`,
    load: page(
      () => import('./admin/reconciliation/callback-list-page.tsx'),
      'AdminCallbackListPage',
    ),
  },
  {
    path: `${paths.adminStock()}/*`,
    load: page(() => import('./admin/stock/stock-list-page.tsx'), 'AdminStockListPage'),
  },
  {
    path: `${paths.adminSearches()}/*`,
    load: page(() => import('./admin/searches/missed-list-page.tsx'), 'AdminMissedListPage'),
  },
  {
    path: `${paths.adminCampaigns()}/*`,
    load: page(() => import('./admin/campaigns/campaign-list-page.tsx'), 'AdminCampaignListPage'),
  },
  {
    path: `${paths.adminCommission()}/*`,
    load: page(() => import('./admin/campaigns/commission-list-page.tsx'), 'AdminCommissionPage'),
  },
  {
    path: `${paths.adminTrash()}/*`,
    load: page(() => import('./admin/trash/trash-list-page.tsx'), 'AdminTrashListPage'),
  },
  {
    path: `${paths.adminJobs()}/*`,
    load: page(() => import('./admin/jobs/job-list-page.tsx'), 'AdminJobListPage'),
  },
  {
    path: `${paths.adminStaff()}/*`,
    load: page(() => import('./admin/staff/staff-page.tsx'), 'AdminStaffPage'),
  },
  {
    path: `${paths.adminAudit()}/*`,
    load: page(() => import('./admin/audit/audit-page.tsx'), 'AdminAuditPage'),
  },
  {
    path: `${paths.adminSettings()}/*`,
    load: page(() => import('./admin/settings/settings-page.tsx'), 'AdminSettingsPage'),
  },
  {
    path: paths.adminAccount(),
    load: page(() => import('./admin/account/account-page.tsx'), 'AdminAccountPage'),
  },
  { path: '*', load: announcement },
]

function page<K extends string>(
  importChunk: () => Promise<Record<K, ComponentType>>,
  name: K,
): () => Promise<ComponentType> {
  const load = createChunkLoader(importChunk)
  return async () => (await load())[name]
}

function prefetchHome(): void {
  void prefetch(campaignApi.list, { query: { state: 'open', page: '1' } })
  void prefetch(catalogApi.list)
  void prefetch(catalogApi.picks)
}

/** The pictures are fetched, too, before the code that shows them has loaded. */
async function prefetchProductList({ query }: Address): Promise<void> {
  void prefetch(catalogApi.categories)
  const choice = listChoice(query)
  const reply = await prefetch(catalogApi.list, { query: listQuery(choice) })
  if (!reply) return
  const shown = hasOwnOrder(choice) ? reply.products : shuffled(reply.products)
  for (const src of firstPictures(shown)) preloadPicture(src, cardPictureSizes)
}

async function prefetchProduct({ params }: Address): Promise<void> {
  const reply = await prefetch(catalogApi.detail, { params })
  const [main] = reply ? galleryPictures(reply.product) : []
  if (main) preloadPicture(main, mainPictureSizes)
}

async function prefetchGroup({ params }: Address): Promise<void> {
  const reply = await prefetch(groupApi.detail, { params })
  if (reply) void prefetch(campaignApi.detail, { params: { id: reply.group.campaign.id } })
}
