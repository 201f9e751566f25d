import type { RouteObject } from 'react-router'
import { paths } from './paths.ts'
import { lazyPage } from './shell/lazy-page.tsx'
import { PageFrame } from './shell/page-frame.tsx'
import { StorefrontLayout } from './shell/storefront-layout.tsx'

const HomePage = lazyPage(async () => (await import('./home/home-page.tsx')).HomePage)
const ProductListPage = lazyPage(
  async () => (await import('./catalog/product-list-page.tsx')).ProductListPage,
)
const ProductDetailPage = lazyPage(
  async () => (await import('./catalog/product-detail-page.tsx')).ProductDetailPage,
)
const TrackedPage = lazyPage(async () => (await import('./catalog/tracked-page.tsx')).TrackedPage)
const CartPage = lazyPage(async () => (await import('./cart/cart-page.tsx')).CartPage)
const CheckoutPage = lazyPage(async () => (await import('./orders/checkout-page.tsx')).CheckoutPage)
const PaymentPage = lazyPage(async () => (await import('./payments/payment-page.tsx')).PaymentPage)
const OrdersPage = lazyPage(async () => (await import('./orders/orders-page.tsx')).OrdersPage)
const MemberLoginPage = lazyPage(
  async () => (await import('./members/login-page.tsx')).MemberLoginPage,
)
const MemberPage = lazyPage(async () => (await import('./members/member-page.tsx')).MemberPage)
const AdminLoginPage = lazyPage(async () => (await import('./admin/login-page.tsx')).AdminLoginPage)
const BackOffice = lazyPage(async () => (await import('./admin/back-office.tsx')).BackOffice)
const AnnouncementPage = lazyPage(
  async () => (await import('./admin/announcement-page.tsx')).AnnouncementPage,
)
const AdminProductListPage = lazyPage(
  async () => (await import('./admin/products/product-list-page.tsx')).AdminProductListPage,
)
const AdminCouponListPage = lazyPage(
  async () => (await import('./admin/coupons/coupon-list-page.tsx')).AdminCouponListPage,
)
const AdminOrderListPage = lazyPage(
  async () => (await import('./admin/orders/order-list-page.tsx')).AdminOrderListPage,
)

export const routes: RouteObject[] = [
  {
    element: <StorefrontLayout />,
    children: [
      { path: paths.home(), element: <HomePage /> },
      { path: paths.products(), element: <ProductListPage /> },
      { path: paths.product(':id'), element: <ProductDetailPage /> },
      { path: paths.tracked(), element: <TrackedPage /> },
      { path: paths.cart(), element: <CartPage /> },
      { path: paths.checkout(), element: <CheckoutPage /> },
      { path: paths.pay(':orderId'), element: <PaymentPage /> },
      { path: paths.orders(), element: <OrdersPage /> },
      { path: paths.memberLogin(), element: <MemberLoginPage /> },
      { path: paths.member(), element: <MemberPage /> },
      { path: paths.adminLogin(), element: <AdminLoginPage /> },
      // Whatever is no address of the shop shows home.
      { path: '*', element: <HomePage /> },
    ],
  },
  {
    path: paths.admin(),
    element: (
      <PageFrame>
        <BackOffice />
      </PageFrame>
    ),
    children: [
      { index: true, element: <AnnouncementPage /> },
      { path: `${paths.adminProducts()}/*`, element: <AdminProductListPage /> },
      { path: `${paths.adminCoupons()}/*`, element: <AdminCouponListPage /> },
      { path: `${paths.adminOrders()}/*`, element: <AdminOrderListPage /> },
      { path: '*', element: <AnnouncementPage /> },
    ],
  },
]
