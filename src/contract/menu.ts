import type { Static } from 'typebox'
import type * as schema from './menu.schema.ts'
import { type MenuScreen, screenLinks } from './menu-screens.ts'

export type MenuSettings = Static<typeof schema.MenuSettings>
export type MenuEntry = MenuSettings['header'][number]
export type ShopMenu = Static<typeof schema.ShownMenu>
/** A link as the storefront shows it: to a path of the shop, or to another site. */
export type MenuLink = ShopMenu['header'][number]

const screen = (target: MenuScreen): MenuEntry => ({ kind: 'screen', target, label: '' })

export const defaultMenu: MenuSettings = {
  header: (['campaigns', 'products', 'tracked', 'orders', 'member', 'cart'] as const).map(screen),
  footer: (['articles', 'repository', 'demo', 'adminLogin'] as const).map(screen),
  says_no_calls: true,
}

/** Until the owner has changed it: once a policy of their own is published, the footer leads to it. */
export function menuOf(
  menu: { version: number; values: MenuSettings },
  policy: { version: number },
): MenuSettings {
  if (menu.version > 0 || !hasOwnPolicy(policy)) return menu.values
  const footer = [...defaultMenu.footer]
  footer.splice(1, 0, screen('privacy'), screen('terms'))
  return { ...defaultMenu, footer }
}

/** The first version is the text that every shop begins with. */
export const hasOwnPolicy = ({ version }: { version: number }): boolean => version > 1

interface Sources {
  shop: { repository_url: string; demo_url: string }
  /** The public ones by their id. */
  pages: ReadonlyMap<string, { slug: string; title: string }>
  hasTerms: boolean
}

/** The menu without the entries that lead nowhere. */
export function shownMenu(values: MenuSettings, sources: Sources): ShopMenu {
  const links = (entries: MenuEntry[]) => entries.flatMap((entry) => linkOf(entry, sources))
  return {
    header: links(values.header),
    footer: links(values.footer),
    says_no_calls: values.says_no_calls,
  }
}

function linkOf(entry: MenuEntry, { shop, pages, hasTerms }: Sources): MenuLink[] {
  const { kind, target, label } = entry
  switch (kind) {
    case 'screen': {
      const own = { repository: shop.repository_url, demo: shop.demo_url }
      const [word, path] = screenLinks[target]
      const to = target === 'repository' || target === 'demo' ? own[target] : path
      return to === '' || (target === 'terms' && !hasTerms)
        ? []
        : [{ to, label: label || word, screen: target }]
    }
    case 'category':
      return [{ to: `/main/prods?category=${encodeURIComponent(target)}`, label: label || target }]
    case 'page': {
      const page = pages.get(target)
      return page ? [{ to: `/main/page/${page.slug}`, label: label || page.title }] : []
    }
    case 'link':
      return [{ to: target, label }]
  }
}
