import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { patchRoutes, routes } from './routes.tsx'

// As the router adds them once an address of the back office is asked for.
await patchRoutes({
  path: '/backend',
  patch: (id, children) => {
    const layouts = routes.flatMap(({ children: layoutRoutes = [] }) => layoutRoutes)
    layouts.find((layout) => layout.id === id)?.children?.push(...children)
  },
  matches: [],
  signal: new AbortController().signal,
  fetcherKey: undefined,
})

/** The pattern of the route that an address leads to. */
function patternOf(address: string): string | undefined {
  const [pathname = ''] = address.split('?')
  return matchRoutes(routes, pathname)?.at(-1)?.route.path
}

test.each([
  ['home', paths.home(), '/'],
  ['adminLogin', paths.adminLogin(), '/main/loginBackend'],
  ['adminForgotPassword', paths.adminForgotPassword(), '/main/forgotBackend'],
  ['adminResetPassword', paths.adminResetPassword(), '/main/resetBackend'],
  ['cart', paths.cart(), '/main/cart'],
  ['checkout', paths.checkout(), '/main/cart/info'],
  ['pay', paths.pay('-P6yE0BE7Rj0ADJQAA-i'), '/main/cart/pay/:orderId'],
  ['products', paths.products({ category: '燈飾', page: 2 }), '/main/prods'],
  ['product', paths.product('-P6yE0BE7Rj0ADJQAA-i'), '/main/prods/detail/:id'],
  ['confirmNewsletter', paths.confirmNewsletter(), '/main/newsletter'],
  ['cancelNewsletter', paths.cancelNewsletter(), '/main/newsletter/cancel'],
  ['cancelRestock', paths.cancelRestock(), '/main/cancelRestock'],
  ['privacy', paths.privacy(2), '/main/privacy'],
  ['terms', paths.terms(2), '/main/terms'],
  ['adminCustomers', paths.adminCustomers(2), '/backend/customer'],
  ['adminCustomer', paths.adminCustomer('7'), '/backend/customer/:id'],
  ['tracked', paths.tracked(), '/main/track'],
  ['orders', paths.orders(3), '/main/order'],
  ['campaigns', paths.campaigns({ state: 'ended', page: 2 }), '/main/groups'],
  ['campaign', paths.campaign('-P6yE0BE7Rj0ADJQAA-i'), '/main/groups/detail/:id'],
  ['group', paths.group('sGabNwa6W6EZGGbEpqM5xQ'), '/g/:code'],
  ['myGroups', paths.myGroups(2), '/main/member/groups'],
  ['myCredit', paths.myCredit(2), '/main/member/credit'],
  ['leaderConsole', paths.leaderConsole('sGabNwa6W6EZGGbEpqM5xQ'), '/main/member/groups/:code'],
  ['adminCampaigns', paths.adminCampaigns(2), '/backend/campaign/*'],
  ['adminCampaign', paths.adminCampaign('-P6yE0BE7Rj0ADJQAA-i'), '/backend/campaign/*'],
  ['adminGroups', paths.adminGroups('at_risk'), '/backend/campaign/*'],
  ['memberLogin', paths.memberLogin({ view: 'forgot' }), '/main/memberLogin'],
  ['member', paths.member(), '/main/member'],
  ['deletedMember', paths.deletedMember(), '*'],
  ['admin', paths.admin(), undefined],
  ['adminProducts', paths.adminProducts(2), '/backend/product/*'],
  ['adminProduct', paths.adminProduct('-P6yE0BE7Rj0ADJQAA-i'), '/backend/product/*'],
  ['adminCoupons', paths.adminCoupons(), '/backend/coupon/*'],
  ['adminCoupon', paths.adminCoupon('-P6yE0BE7Rj0ADJQAA-i'), '/backend/coupon/*'],
  ['adminOrders', paths.adminOrders(), '/backend/order/*'],
  ['adminRefunds', paths.adminRefunds(), '/backend/refund/*'],
  ['adminStock', paths.adminStock(), '/backend/stock/*'],
  ['search', paths.search({ q: '燈', page: 2 }), '/main/search'],
  ['adminNewsletter', paths.adminNewsletter(), '/backend/newsletter/*'],
  ['adminSearches', paths.adminSearches(), '/backend/search/*'],
  ['adminJobs', paths.adminJobs(2), '/backend/job/*'],
])('%s leads to its screen', (_name, address, pattern) => {
  expect(patternOf(address)).toBe(pattern)
})

test('has a function for the address of each route', () => {
  const made = Object.keys(paths).length
  const layouts = routes.flatMap(({ children = [] }) => children)
  const pages = layouts.flatMap(({ children = [] }) => children)
  const named = pages.filter(({ path, index }) => index || path !== '*')
  // The address after a deletion, and those of a product, a coupon, a campaign and its forms, a run,
  // and of campaigns and groups in a list have no route of their own.
  expect(named).toHaveLength(made - 9)
})

test.each(['/main/memberLogo', '/main/nowhere', '/main', '/nowhere', '/backends', '/main/cart/x'])(
  'ROUTE-13 ROUTE-14 %s is no address of the shop',
  (address) => expect(patternOf(address)).toBe('*'),
)
