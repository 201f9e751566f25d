import { createHashRouter, type RouteObject } from 'react-router'
import { paths } from './paths.ts'
import { loadPage } from './shell/load-page.ts'
import { PageFallback } from './shell/page-fallback.tsx'
import { RouteError } from './shell/route-error.tsx'
import { StorefrontLayout } from './shell/storefront-layout.tsx'

const loadHome = () => loadPage(async () => (await import('./home/home-page.tsx')).HomePage)
const loadAnnouncement = () =>
  loadPage(async () => (await import('./admin/announcement-page.tsx')).AnnouncementPage)

const storefrontPages: RouteObject[] = [
  { path: paths.home(), lazy: loadHome },
  {
    path: paths.products(),
    lazy: () =>
      loadPage(async () => (await import('./catalog/product-list-page.tsx')).ProductListPage),
  },
  {
    path: paths.product(':id'),
    lazy: () =>
      loadPage(async () => (await import('./catalog/product-detail-page.tsx')).ProductDetailPage),
  },
  {
    path: paths.tracked(),
    lazy: () => loadPage(async () => (await import('./catalog/tracked-page.tsx')).TrackedPage),
  },
  {
    path: paths.cart(),
    lazy: () => loadPage(async () => (await import('./cart/cart-page.tsx')).CartPage),
  },
  {
    path: paths.checkout(),
    lazy: () => loadPage(async () => (await import('./orders/checkout-page.tsx')).CheckoutPage),
  },
  {
    path: paths.pay(':orderId'),
    lazy: () => loadPage(async () => (await import('./payments/payment-page.tsx')).PaymentPage),
  },
  {
    path: paths.orders(),
    lazy: () => loadPage(async () => (await import('./orders/orders-page.tsx')).OrdersPage),
  },
  {
    path: paths.memberLogin(),
    lazy: () => loadPage(async () => (await import('./members/login-page.tsx')).MemberLoginPage),
  },
  {
    path: paths.member(),
    lazy: () => loadPage(async () => (await import('./members/member-page.tsx')).MemberPage),
  },
  {
    path: paths.adminLogin(),
    lazy: () => loadPage(async () => (await import('./admin/login-page.tsx')).AdminLoginPage),
  },
  // Whatever is not an address of the shop shows home.
  { path: '*', lazy: loadHome },
]

const backOfficePages: RouteObject[] = [
  { index: true, lazy: loadAnnouncement },
  {
    path: paths.adminProducts(),
    lazy: () =>
      loadPage(
        async () => (await import('./admin/products/product-list-page.tsx')).AdminProductListPage,
      ),
  },
  {
    path: paths.adminCoupons(),
    lazy: () =>
      loadPage(
        async () => (await import('./admin/coupons/coupon-list-page.tsx')).AdminCouponListPage,
      ),
  },
  {
    path: paths.adminOrders(),
    lazy: () =>
      loadPage(async () => (await import('./admin/orders/order-list-page.tsx')).AdminOrderListPage),
  },
  { path: '*', lazy: loadAnnouncement },
]

export const routes: RouteObject[] = [
  {
    element: <StorefrontLayout />,
    errorElement: <RouteError />,
    children: [
      {
        errorElement: <RouteError />,
        hydrateFallbackElement: <PageFallback />,
        children: storefrontPages,
      },
    ],
  },
  {
    path: paths.admin(),
    lazy: () => loadPage(async () => (await import('./admin/back-office.tsx')).BackOffice),
    errorElement: <RouteError />,
    hydrateFallbackElement: <PageFallback />,
    children: backOfficePages,
  },
]

export const router = createHashRouter(routes)
