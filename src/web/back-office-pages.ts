import { type Page, page } from './page.ts'
import { paths } from './paths.ts'

/**
 * The pages inside the back office's layout, beside its index. A module of its own, which loads with
 * the first of them: shoppers have no use for it.
 */
export const backOfficePages: Page[] = [
  {
    path: `${paths.adminProducts()}/*`,
    load: page(() => import('./admin/products/product-list-page.tsx'), 'AdminProductListPage'),
  },
  {
    path: paths.adminCategories(),
    load: page(() => import('./admin/categories/category-list-page.tsx'), 'AdminCategoryListPage'),
  },
  {
    path: `${paths.adminCoupons()}/*`,
    load: page(() => import('./admin/coupons/coupon-list-page.tsx'), 'AdminCouponListPage'),
  },
  {
    path: `${paths.adminOrders()}/*`,
    load: page(() => import('./admin/orders/list/order-list-page.tsx'), 'AdminOrderListPage'),
  },
  {
    path: paths.adminOrder(':id'),
    load: page(() => import('./admin/orders/order-page.tsx'), 'AdminOrderPage'),
  },
  {
    path: paths.adminNewOrder(),
    load: page(() => import('./admin/orders/new/new-order-page.tsx'), 'NewOrderPage'),
  },
  {
    path: paths.adminCustomers(),
    load: page(() => import('./admin/customers/customer-list-page.tsx'), 'AdminCustomerListPage'),
  },
  {
    path: paths.adminCustomer(':id'),
    load: page(() => import('./admin/customers/customer-page.tsx'), 'AdminCustomerPage'),
  },
  {
    path: paths.adminImport(':kind'),
    load: page(() => import('./admin/files/import-page.tsx'), 'AdminImportPage'),
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
    path: paths.adminHandOut(),
    load: page(() => import('./admin/packing/hand-out-page.tsx'), 'AdminHandOutPage'),
  },
  {
    path: `${paths.adminShipments()}/*`,
    load: page(() => import('./admin/shipments/shipment-list-page.tsx'), 'AdminShipmentListPage'),
  },
  {
    path: `${paths.adminInvoices()}/*`,
    load: page(() => import('./admin/invoices/invoice-list-page.tsx'), 'AdminInvoiceListPage'),
  },
  {
    path: paths.adminInvoiceAgreement(),
    load: page(() => import('./admin/invoices/agreement-page.tsx'), 'InvoiceAgreementPage'),
  },
  {
    path: paths.adminReturns(),
    load: page(() => import('./admin/returns/return-list-page.tsx'), 'AdminReturnListPage'),
  },
  {
    path: paths.adminReturn(':id'),
    load: page(() => import('./admin/returns/return-page.tsx'), 'AdminReturnPage'),
  },
  {
    path: `${paths.adminRefunds()}/*`,
    load: page(() => import('./admin/orders/refunds/refund-list-page.tsx'), 'AdminRefundListPage'),
  },
  {
    path: `${paths.adminReconciliation()}/*`,
    load: page(
      () => import('./admin/reconciliation/reconciliation-page.tsx'),
      'AdminReconciliationPage',
    ),
  },
  {
    path: paths.adminMonths(),
    load: page(() => import('./admin/months/month-list-page.tsx'), 'AdminMonthListPage'),
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
    path: `${paths.adminNewsletter()}/*`,
    load: page(
      () => import('./admin/newsletter/subscriber-list-page.tsx'),
      'AdminSubscriberListPage',
    ),
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
    path: `${paths.adminCampaignWishes()}/*`,
    load: page(() => import('./admin/campaigns/wish-list-page.tsx'), 'AdminCampaignWishPage'),
  },
  {
    path: `${paths.adminCommission()}/*`,
    load: page(() => import('./admin/campaigns/commission-list-page.tsx'), 'AdminCommissionPage'),
  },
  {
    path: paths.adminLineOrders(),
    load: page(() => import('./admin/campaigns/line-orders-page.tsx'), 'AdminLineOrdersPage'),
  },
  {
    path: `${paths.adminLeaderAccounts()}/*`,
    load: page(
      () => import('./admin/campaigns/leader-account-list-page.tsx'),
      'AdminLeaderAccountPage',
    ),
  },
  {
    path: `${paths.adminArticles()}/*`,
    load: page(() => import('./admin/articles/article-list-page.tsx'), 'AdminArticleListPage'),
  },
  {
    path: `${paths.adminPages()}/*`,
    load: page(() => import('./admin/info-pages/info-page-list-page.tsx'), 'AdminInfoPageListPage'),
  },
  {
    path: paths.adminMenu(),
    load: page(() => import('./admin/info-pages/menu-page.tsx'), 'AdminMenuPage'),
  },
  {
    path: `${paths.adminTrash()}/*`,
    load: page(() => import('./admin/trash/trash-list-page.tsx'), 'AdminTrashListPage'),
  },
  {
    path: `${paths.adminRuns()}/*`,
    load: page(() => import('./admin/runs/run-list-page.tsx'), 'AdminRunListPage'),
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
    path: paths.adminOpening(),
    load: page(() => import('./admin/opening/opening-page.tsx'), 'AdminOpeningPage'),
  },
  {
    path: paths.adminAccount(),
    load: page(() => import('./admin/account/account-page.tsx'), 'AdminAccountPage'),
  },
]
