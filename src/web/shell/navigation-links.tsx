import {
  Bookmark,
  ReceiptText,
  ShoppingBag,
  ShoppingCart,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { NavLink } from 'react-router'
import { useCart } from '../cart/use-cart.ts'
import { paths } from '../paths.ts'
import { useTracked, useTrackedProducts } from '../tracking/tracking.ts'
import { CountBadge } from '../ui/count-badge.tsx'

interface ShellLink {
  to: string
  label: string
  Icon: typeof Bookmark
  count?: number
  unit?: string
}

/** The links of the header with their badges. */
export function useShellLinks(): ShellLink[] {
  useTrackedProducts()
  const tracked = useTracked().length
  const lines = useCart().data?.carts.length ?? 0
  return [
    { to: paths.campaigns(), label: '開團中', Icon: UsersRound },
    { to: paths.products(), label: '全部商品', Icon: ShoppingBag },
    { to: paths.tracked(), label: '追蹤商品', Icon: Bookmark, count: tracked, unit: '件' },
    { to: paths.orders(), label: '訂單查詢', Icon: ReceiptText },
    { to: paths.member(), label: '會員', Icon: UserRound },
    { to: paths.cart(), label: '購物車', Icon: ShoppingCart, count: lines, unit: '項' },
  ]
}

export function ShellLinkItem(props: {
  link: ShellLink
  className: string
  onFollow?: () => void
}) {
  const { to, label, Icon, count = 0, unit = '' } = props.link
  return (
    <NavLink to={to} onClick={props.onFollow} className={`relative ${props.className}`}>
      {/* First, so that the link is called by it; shown behind the icon. */}
      <span className="order-last">{label}</span>
      {/* Over the corner of the icon, no further than the gap: it moves nothing and covers no label. */}
      <span className="relative">
        <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
        <span className="absolute -top-3 -right-2">
          <CountBadge count={count} unit={unit} />
        </span>
      </span>
    </NavLink>
  )
}
