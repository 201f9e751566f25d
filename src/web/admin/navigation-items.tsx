import CurrencyExchangeIcon from '@mui/icons-material/CurrencyExchange'
import GroupsIcon from '@mui/icons-material/Groups'
import Inventory2Icon from '@mui/icons-material/Inventory2'
import LocalOfferIcon from '@mui/icons-material/LocalOffer'
import ReceiptLongIcon from '@mui/icons-material/ReceiptLong'
import ReportProblemIcon from '@mui/icons-material/ReportProblem'
import WarehouseIcon from '@mui/icons-material/Warehouse'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'

interface NavigationItem {
  id: string
  name: string
  icon: ReactNode
  link: string
}

export const navigationItems: NavigationItem[] = [
  { id: 'products', name: '產品列表', icon: <Inventory2Icon />, link: paths.adminProducts() },
  { id: 'coupons', name: '優惠券列表', icon: <LocalOfferIcon />, link: paths.adminCoupons() },
  { id: 'orders', name: '訂單列表', icon: <ReceiptLongIcon />, link: paths.adminOrders() },
  { id: 'campaigns', name: '團購列表', icon: <GroupsIcon />, link: paths.adminCampaigns() },
  { id: 'refunds', name: '退款', icon: <CurrencyExchangeIcon />, link: paths.adminRefunds() },
  { id: 'stock', name: '庫存', icon: <WarehouseIcon />, link: paths.adminStock() },
  { id: 'jobs', name: '失敗的工作', icon: <ReportProblemIcon />, link: paths.adminJobs() },
]
