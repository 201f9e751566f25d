import {
  Bookmark,
  ReceiptText,
  ShoppingBag,
  ShoppingCart,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { defaultMenu, type MenuLink, type ShopMenu, shownMenu } from '#contract/menu.ts'
import type { MenuScreen } from '#contract/menu-screens.ts'
import { isEnglish, t } from '#contract/translate.ts'
import { shopSettings } from '../api/shop-config.ts'
import { useCart } from '../cart/use-cart.ts'
import { useTracked, useTrackedProducts } from '../tracking/tracking.ts'
import { CountBadge } from '../ui/count-badge.tsx'

interface ShellLink extends MenuLink {
  Icon?: typeof Bookmark
  count?: number
  unit?: string
}

const icons: { [K in MenuScreen]?: typeof Bookmark } = {
  campaigns: UsersRound,
  products: ShoppingBag,
  tracked: Bookmark,
  orders: ReceiptText,
  member: UserRound,
  cart: ShoppingCart,
}

/** The menu of the shop; the built-in one until the owner has changed it. */
export function shopMenu(): ShopMenu {
  return (
    shopSettings.menu ??
    shownMenu(defaultMenu, {
      shop: shopSettings,
      pages: new Map(),
      hasTerms: false,
    })
  )
}

export function useCartLines(): number {
  return useCart().data?.carts.length ?? 0
}

/** The links of the header with their badges. */
export function useShellLinks(): ShellLink[] {
  useTrackedProducts()
  const tracked = useTracked().length
  const lines = useCartLines()
  return shopMenu().header.map((link) => ({
    ...link,
    ...(link.screen && { Icon: icons[link.screen] }),
    ...(link.screen === 'tracked' && { count: tracked, unit: t('件') }),
    ...(link.screen === 'cart' && { count: lines, unit: t('項') }),
  }))
}

/** A link of a menu, to a screen of the shop or to another site. */
export function MenuAnchor({ link, className }: { link: MenuLink; className: string }) {
  const label = t(link.label, { as: 'menu' })
  // The staff read Chinese: their screens are another document.
  const isOutside = link.screen === 'adminLogin' && isEnglish()
  if (link.to.startsWith('/') && !isOutside) {
    return (
      <Link to={link.to} className={className}>
        {label}
      </Link>
    )
  }
  return (
    <a href={link.to} rel="noreferrer" className={className}>
      {label}
    </a>
  )
}

export function ShellLinkItem(props: {
  link: ShellLink
  className: string
  onFollow?: () => void
}) {
  const { to, label, Icon, count = 0, unit = '' } = props.link
  if (!Icon) return <MenuAnchor link={props.link} className={props.className} />
  return (
    <NavLink to={to} onClick={props.onFollow} className={`relative ${props.className}`}>
      {/* First, so that the link is called by it; shown behind the icon. */}
      <span className="order-last">{t(label, { as: 'menu' })}</span>
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
