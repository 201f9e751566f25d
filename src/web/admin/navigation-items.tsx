import AccountCircleIcon from '@mui/icons-material/AccountCircle'
import ArticleIcon from '@mui/icons-material/Article'
import AssignmentReturnIcon from '@mui/icons-material/AssignmentReturn'
import BalanceIcon from '@mui/icons-material/Balance'
import CalendarMonthIcon from '@mui/icons-material/CalendarMonth'
import CampaignIcon from '@mui/icons-material/Campaign'
import CategoryIcon from '@mui/icons-material/Category'
import CurrencyExchangeIcon from '@mui/icons-material/CurrencyExchange'
import DashboardIcon from '@mui/icons-material/Dashboard'
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined'
import GroupIcon from '@mui/icons-material/Group'
import GroupsIcon from '@mui/icons-material/Groups'
import HistoryIcon from '@mui/icons-material/History'
import HowToRegIcon from '@mui/icons-material/HowToReg'
import Inventory2Icon from '@mui/icons-material/Inventory2'
import LocalConvenienceStoreIcon from '@mui/icons-material/LocalConvenienceStore'
import LocalOfferIcon from '@mui/icons-material/LocalOffer'
import LocalShippingIcon from '@mui/icons-material/LocalShipping'
import ManageSearchIcon from '@mui/icons-material/ManageSearch'
import MarkEmailReadIcon from '@mui/icons-material/MarkEmailRead'
import MenuBookIcon from '@mui/icons-material/MenuBook'
import PeopleAltIcon from '@mui/icons-material/PeopleAlt'
import PlaylistAddCheckIcon from '@mui/icons-material/PlaylistAddCheck'
import ReceiptIcon from '@mui/icons-material/Receipt'
import ReceiptLongIcon from '@mui/icons-material/ReceiptLong'
import ReportProblemIcon from '@mui/icons-material/ReportProblem'
import SettingsIcon from '@mui/icons-material/Settings'
import StorefrontIcon from '@mui/icons-material/Storefront'
import WarehouseIcon from '@mui/icons-material/Warehouse'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { shopTerms } from '../api/shop-config.ts'
import { paths } from '../paths.ts'

interface NavigationItem {
  id: string
  name: string
  icon: ReactNode
  link: string
  /** That of its list; none for what is everybody's own. */
  permission?: Permission
  /** Of what the shop may have switched off; without it always there. */
  isOn?: () => boolean
}

/** The menu in its groups; the first one needs no name. */
export const navigationGroups: { name?: string; items: NavigationItem[] }[] = [
  {
    items: [{ id: 'today', name: '今日總覽', icon: <DashboardIcon />, link: paths.admin() }],
  },
  {
    name: '訂單',
    items: [
      {
        id: 'orders',
        name: '訂單列表',
        icon: <ReceiptLongIcon />,
        link: paths.adminOrders(),
        permission: 'order.read',
      },
      {
        id: 'packing',
        name: '揀貨與出貨',
        icon: <LocalShippingIcon />,
        link: paths.adminPacking(),
        permission: 'order.ship',
      },
      {
        id: 'hand-out',
        name: '取貨發放',
        icon: <HowToRegIcon />,
        link: paths.adminHandOut(),
        permission: 'order.ship',
      },
      {
        id: 'shipments',
        name: '超商寄件',
        icon: <LocalConvenienceStoreIcon />,
        link: paths.adminShipments(),
        permission: 'order.read',
      },
      {
        id: 'returns',
        name: '退貨',
        icon: <AssignmentReturnIcon />,
        link: paths.adminReturns(),
        permission: 'order.read',
      },
      {
        id: 'customers',
        name: '顧客列表',
        icon: <PeopleAltIcon />,
        link: paths.adminCustomers(),
        permission: 'customer.read',
      },
      {
        id: 'newsletter',
        name: '電子報訂閱者',
        icon: <MarkEmailReadIcon />,
        link: paths.adminNewsletter(),
        permission: 'customer.read',
      },
      {
        id: 'refunds',
        name: '退款',
        icon: <CurrencyExchangeIcon />,
        link: paths.adminRefunds(),
        permission: 'money.read',
      },
      {
        id: 'invoices',
        name: '發票',
        icon: <ReceiptIcon />,
        link: paths.adminInvoices(),
        permission: 'money.read',
        isOn: () => shopTerms?.issuesInvoices === true,
      },
      {
        id: 'reconciliation',
        name: '對帳',
        icon: <BalanceIcon />,
        link: paths.adminReconciliation(),
        permission: 'payment.record',
      },
      {
        id: 'months',
        name: '會計月報',
        icon: <CalendarMonthIcon />,
        link: paths.adminMonths(),
        permission: 'payment.record',
      },
    ],
  },
  {
    name: '商品與團購',
    items: [
      {
        id: 'products',
        name: '產品列表',
        icon: <Inventory2Icon />,
        link: paths.adminProducts(),
        permission: 'money.read',
      },
      {
        id: 'categories',
        name: '商品分類',
        icon: <CategoryIcon />,
        link: paths.adminCategories(),
        permission: 'catalog.read',
      },
      {
        id: 'stock',
        name: '庫存',
        icon: <WarehouseIcon />,
        link: paths.adminStock(),
        permission: 'catalog.read',
      },
      {
        id: 'coupons',
        name: '優惠券列表',
        icon: <LocalOfferIcon />,
        link: paths.adminCoupons(),
        permission: 'money.read',
      },
      {
        id: 'campaigns',
        name: '團購列表',
        icon: <GroupsIcon />,
        link: paths.adminCampaigns(),
        permission: 'money.read',
      },
    ],
  },
  {
    name: '網站內容',
    items: [
      {
        id: 'articles',
        name: '公告管理',
        icon: <CampaignIcon />,
        link: paths.adminArticles(),
        permission: 'catalog.read',
      },
      {
        id: 'pages',
        name: '頁面',
        icon: <ArticleIcon />,
        link: paths.adminPages(),
        permission: 'catalog.read',
      },
      {
        id: 'menu',
        name: '選單',
        icon: <MenuBookIcon />,
        link: paths.adminMenu(),
        permission: 'setting.read',
      },
      {
        id: 'searches',
        name: '搜尋紀錄',
        icon: <ManageSearchIcon />,
        link: paths.adminSearches(),
        permission: 'report.read',
      },
    ],
  },
  {
    name: '商店管理',
    items: [
      {
        id: 'opening',
        name: '開店準備',
        icon: <StorefrontIcon />,
        link: paths.adminOpening(),
        permission: 'setting.read',
      },
      {
        id: 'settings',
        name: '設定',
        icon: <SettingsIcon />,
        link: paths.adminSettings(),
        permission: 'setting.read',
      },
      {
        id: 'staff',
        name: '成員與權限',
        icon: <GroupIcon />,
        link: paths.adminStaff(),
        permission: 'staff.manage',
      },
      { id: 'account', name: '我的帳號', icon: <AccountCircleIcon />, link: paths.adminAccount() },
    ],
  },
  {
    name: '紀錄',
    items: [
      { id: 'runs', name: '執行紀錄', icon: <PlaylistAddCheckIcon />, link: paths.adminRuns() },
      {
        id: 'audit',
        name: '操作紀錄',
        icon: <HistoryIcon />,
        link: paths.adminAudit(),
        permission: 'audit.read',
      },
      {
        id: 'trash',
        name: '垃圾桶',
        icon: <DeleteOutlinedIcon />,
        link: paths.adminTrash(),
        permission: 'catalog.read',
      },
      {
        id: 'jobs',
        name: '失敗的工作',
        icon: <ReportProblemIcon />,
        link: paths.adminJobs(),
        permission: 'job.manage',
      },
    ],
  },
]
