import { Menu, Search, ShoppingCart, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { t } from '#contract/translate.ts'
import { brand, shopSettings } from '../api/shop-config.ts'
import { paths } from '../paths.ts'
import { SearchForm } from '../search/search-form.tsx'
import { CountBadge } from '../ui/count-badge.tsx'
import { ShopLogo } from '../ui/shop-logo.tsx'
import { LanguageLink } from './language-links.tsx'
import { MenuAnchor, ShellLinkItem, useCartLines, useShellLinks } from './navigation-links.tsx'

/** `onSkip` goes to the content; the hash of an ordinary skip link belongs to the router. */
export function SiteHeader({ onSkip }: { onSkip: () => void }) {
  const links = useShellLinks()
  const lines = useCartLines()
  // Screens with an icon of their own, then what the owner added: in a row below where it has no room.
  const first = links.filter(({ Icon }) => Icon)
  const second = links.filter(({ Icon }) => !Icon)
  const menu = usePanel()
  const search = usePanel()
  return (
    <header
      ref={(header) => {
        menu.headerRef.current = header
        search.headerRef.current = header
      }}
      className="sticky top-0 z-30 border-b border-line bg-paper print:hidden"
    >
      <button
        type="button"
        onClick={onSkip}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-fill px-4 py-2 text-on-fill focus:translate-y-0"
      >
        {t('跳到主要內容')}
      </button>
      <div className="mx-auto flex min-h-16 max-w-page md:flex-wrap items-center gap-[min(0.5rem,2vw)] px-2 sm:px-4 md:px-6 lg:px-8">
        {/* In large text the buttons leave the name of the shop its room. */}
        <button
          type="button"
          aria-expanded={menu.isOpen}
          aria-controls={menu.id}
          onClick={() => {
            search.close()
            menu.toggle()
          }}
          className="grid h-11 w-[min(2.75rem,14vw)] shrink-0 place-items-center rounded-lg md:hidden"
        >
          <span className="sr-only">{menu.isOpen ? t('關閉選單') : t('開啟選單')}</span>
          {menu.isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </button>
        <Link
          to={paths.home()}
          className="ml-1 min-w-0 overflow-hidden rounded-lg py-2 text-ellipsis font-serif text-[min(1.375rem,6vw)] font-semibold whitespace-nowrap md:mx-0"
        >
          <ShopLogo
            logo={brand.logo}
            name={shopSettings.name}
            showsName={brand.shows_name}
            className={`h-9 w-auto ${brand.shows_name ? 'max-w-[min(8rem,22vw)]' : 'max-w-[min(11rem,40vw)]'} object-contain object-left mix-blend-multiply md:h-10`}
          />
        </Link>
        <button
          type="button"
          aria-expanded={search.isOpen}
          aria-controls={search.id}
          onClick={() => {
            menu.close()
            search.toggle()
          }}
          className="ml-auto grid h-11 w-[min(2.75rem,14vw)] shrink-0 place-items-center rounded-lg md:hidden"
        >
          <span className="sr-only">{search.isOpen ? t('關閉搜尋') : t('開啟搜尋')}</span>
          {search.isOpen ? (
            <X aria-hidden="true" />
          ) : (
            <Search aria-hidden="true" className="size-6" strokeWidth={1.75} />
          )}
        </button>
        <div className="ml-auto hidden max-w-80 min-w-0 flex-1 basis-34 pl-2 md:block lg:basis-38 lg:pl-6">
          <SearchForm />
        </div>
        <NavLink
          to={paths.cart()}
          aria-label={lines > 0 ? t('購物車（{lines} 項）', { lines }) : t('購物車')}
          className="relative grid h-11 w-[min(2.75rem,14vw)] shrink-0 place-items-center rounded-lg md:hidden"
        >
          <ShoppingCart aria-hidden="true" className="size-6" strokeWidth={1.75} />
          <span className="absolute top-0 right-0">
            <CountBadge count={lines} unit={t('項')} />
          </span>
        </NavLink>
        <nav aria-label={t('主選單')} className="hidden max-w-full md:block">
          <ul
            className={`flex flex-wrap items-center ${second.length > 0 ? 'min-[80rem]:gap-x-2' : 'lg:gap-x-2'}`}
          >
            {first.map((link) => (
              <li key={link.to}>
                <ShellLinkItem
                  link={link}
                  className={`flex min-h-11 flex-col items-center justify-center rounded-lg text-sm whitespace-nowrap transition-colors hover:bg-accent-soft hover:text-accent-strong aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong ${second.length > 0 ? besideIcon.late : besideIcon.early}`}
                />
              </li>
            ))}
          </ul>
        </nav>
        {second.length > 0 && (
          <nav aria-label={t('更多連結')} className="hidden max-w-full md:block">
            <ul className="flex flex-wrap gap-x-4">
              {second.map((link) => (
                <li key={link.to}>
                  <MenuAnchor
                    link={link}
                    className="inline-flex min-h-11 items-center rounded-lg whitespace-nowrap underline-offset-4 hover:text-accent-strong hover:underline"
                  />
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      {search.isOpen && (
        <div
          id={search.id}
          className="absolute inset-x-0 top-full border-b border-line bg-paper p-2 shadow-float md:hidden"
        >
          <SearchForm autoFocus />
        </div>
      )}
      {menu.isOpen && (
        <nav
          id={menu.id}
          aria-label={t('主選單')}
          className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-paper px-2 pb-4 shadow-float md:hidden"
        >
          <ul className="divide-y divide-line">
            {links.map((link) => (
              <li key={link.to}>
                <ShellLinkItem
                  link={link}
                  onFollow={menu.close}
                  className="flex min-h-14 items-center gap-3 rounded-lg px-3 text-lg aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
                />
              </li>
            ))}
            {shopSettings.has_english && (
              <li>
                <LanguageLink className="flex min-h-14 items-center rounded-lg px-3 text-lg" />
              </li>
            )}
          </ul>
        </nav>
      )}
    </header>
  )
}

/** Labels beside their icons where there is room; links of the owner take some of it. */
const besideIcon = {
  early: 'px-1.5 lg:flex-row lg:gap-2.5 lg:px-2 lg:text-base',
  late: 'px-1 min-[80rem]:flex-row min-[80rem]:gap-2.5 min-[80rem]:px-2 min-[80rem]:text-base',
}

/** A phone's menu and search close on Escape, on a press beside it, and when another screen opens. */
function usePanel() {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const headerRef = useRef<HTMLElement | null>(null)
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState(key)
  if (isOpen && openedAt !== key) setOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const header = headerRef.current
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpen(false)
      header?.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus()
    }
    function onPress(event: PointerEvent) {
      if (!header?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [isOpen, id])

  return {
    id,
    isOpen,
    headerRef,
    close: () => setOpen(false),
    toggle: () => {
      setOpenedAt(key)
      setOpen(!isOpen)
    },
  }
}
