import { campaignApi, groupApi } from '#contract/campaigns.ts'
import { catalogApi } from '#contract/catalog.ts'
import { hasOwnOrder, listChoice, listQuery } from '#contract/list-choice.ts'
import { prefetch } from './api/prefetch.ts'
import { galleryPictures } from './catalog/gallery-pictures.ts'
import { cardPictureSizes, firstPictures, mainPictureSizes } from './catalog/pictures-in-view.ts'
import { shuffled } from './catalog/shuffle.ts'
import { type Address, type Page, page } from './page.ts'
import { paths } from './paths.ts'
import { createChunkLoader } from './ui/load-chunk.ts'
import { preloadPicture } from './ui/preload-picture.ts'

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
    path: paths.privacy(),
    load: page(() => import('./privacy/privacy-page.tsx'), 'PrivacyPage'),
  },
  {
    path: paths.articles(),
    load: page(() => import('./articles/article-list-page.tsx'), 'ArticleListPage'),
  },
  {
    path: paths.article(':id'),
    load: page(() => import('./articles/article-page.tsx'), 'ArticlePage'),
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

/** The index of the back office; its other pages are in a table that shoppers never load. */
export const dashboard: Page = {
  path: paths.admin(),
  load: page(() => import('./admin/dashboard/dashboard-page.tsx'), 'DashboardPage'),
}

const loadBackOfficePages = createChunkLoader(() => import('./back-office-pages.ts'))

/** The pages inside the back office's layout beside its index, the unknown address last. */
export async function listBackOfficePages(): Promise<Page[]> {
  const { backOfficePages } = await loadBackOfficePages()
  return [...backOfficePages, { ...dashboard, path: '*' }]
}

function prefetchHome(): void {
  void prefetch(campaignApi.list, { query: { state: 'open', page: '1' } })
  void prefetch(catalogApi.list, { query: {} })
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
