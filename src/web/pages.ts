import { contentPages, home } from './content-pages.ts'
import { type Page, page } from './page.ts'
import { paths } from './paths.ts'
import { createChunkLoader } from './ui/load-chunk.ts'

/** The pages inside the storefront's layout. */
export const storefrontPages: Page[] = [
  ...contentPages,
  {
    path: paths.search(),
    load: page(() => import('./search/search-page.tsx'), 'SearchPage'),
  },
  {
    path: paths.cancelRestock(),
    load: page(() => import('./stock/cancel-restock-page.tsx'), 'CancelRestockPage'),
  },
  {
    path: paths.confirmNewsletter(),
    load: page(() => import('./newsletter/newsletter-pages.tsx'), 'ConfirmNewsletterPage'),
  },
  {
    path: paths.cancelNewsletter(),
    load: page(() => import('./newsletter/newsletter-pages.tsx'), 'CancelNewsletterPage'),
  },
  {
    path: paths.privacy(),
    load: page(() => import('./privacy/privacy-page.tsx'), 'PrivacyPage'),
  },
  {
    path: paths.terms(),
    load: page(() => import('./privacy/terms-page.tsx'), 'TermsPage'),
  },
  {
    path: paths.tracked(),
    load: page(() => import('./catalog/tracked-page.tsx'), 'TrackedPage'),
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
    path: paths.changeOrder(':id'),
    load: page(() => import('./orders/change/change-order-page.tsx'), 'ChangeOrderPage'),
  },
  {
    path: paths.returnOrder(':id'),
    load: page(() => import('./orders/returns/return-page.tsx'), 'ReturnPage'),
  },
  {
    path: paths.orderLookup(),
    load: page(() => import('./orders/order-lookup-page.tsx'), 'OrderLookupPage'),
  },
  {
    path: paths.memberLogin(),
    load: page(() => import('./members/login-page.tsx'), 'MemberLoginPage'),
  },
  { path: paths.member(), load: page(() => import('./members/member-page.tsx'), 'MemberPage') },
  {
    path: paths.myCredit(),
    load: page(() => import('./members/credit/my-credit-page.tsx'), 'MyCreditPage'),
  },
  {
    path: paths.myGroups(),
    load: page(() => import('./campaigns/own/my-groups-page.tsx'), 'MyGroupsPage'),
  },
  {
    path: paths.selling(':id'),
    load: page(() => import('./campaigns/sellers/selling-page.tsx'), 'SellingPage'),
  },
  {
    path: paths.leaderConsole(':code'),
    load: page(() => import('./campaigns/leader/leader-console-page.tsx'), 'LeaderConsolePage'),
  },
  {
    path: paths.leaderAccount(':code'),
    load: page(
      () => import('./campaigns/leader/account/leader-account-page.tsx'),
      'LeaderAccountPage',
    ),
  },
  {
    path: paths.leaderLineOrders(':code'),
    load: page(() => import('./campaigns/line-orders/line-orders-page.tsx'), 'LineOrdersPage'),
  },
  {
    path: paths.handOut(),
    load: page(() => import('./hand-out/hand-out-page.tsx'), 'HandOutPage'),
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
  {
    path: paths.firstAdmin(),
    load: page(() => import('./admin/staff/first-admin-page.tsx'), 'FirstAdminPage'),
  },
  // An unknown address shows home.
  { ...home, path: '*' },
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
