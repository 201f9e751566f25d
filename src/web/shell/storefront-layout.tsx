import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation, useNavigation } from 'react-router'
import { isEnglish, t } from '#contract/translate.ts'
import { adminToken } from '../api/admin-session.ts'
import { shopSettings } from '../api/shop-config.ts'
import { LinkContext } from '../ui/link-component.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'
import { ClosedBar, ClosedShop, isOpenAnyway } from './closed-shop.tsx'
import { LanguageOffer } from './language-links.tsx'
import { LazyToasts } from './lazy-toasts.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { PrintHeading } from './print-heading.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function StorefrontLayout() {
  const main = useRef<HTMLElement>(null)
  useFocusOnNewScreen(main)
  const { pathname } = useLocation()
  const isClosed = shopSettings.is_closed === true
  // The server decides about every order: this is about what is shown.
  const isStaff = isClosed && typeof document !== 'undefined' && adminToken() !== undefined
  return (
    <LinkContext value={Link}>
      <div className="flex min-h-dvh flex-col">
        {shopSettings.has_english && !isEnglish() && <LanguageOffer />}
        <AnnouncementBar />
        <SiteHeader onSkip={() => main.current?.focus()} />
        <PrintHeading />
        <PendingLine />
        <OfflineNotice />
        {isClosed && isStaff && <ClosedBar />}
        {/* As high as the window, so that the footer never jumps when the content comes. */}
        <main
          ref={main}
          tabIndex={-1}
          className="min-h-[calc(100dvh-4rem)] flex-1 outline-none print:min-h-0"
        >
          {isClosed && !isStaff && !isOpenAnyway(pathname) ? <ClosedShop /> : <Outlet />}
        </main>
        <SiteFooter />
        <LazyToasts />
      </div>
    </LinkContext>
  )
}

/** A thin line at the top while the code of the next page takes long to load. */
function PendingLine() {
  if (useNavigation().state === 'idle') return null
  return (
    <div
      role="status"
      aria-label={t('載入中')}
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late bg-accent"
    />
  )
}

/** Moves the focus to main on navigation, for keyboards and screen readers. */
function useFocusOnNewScreen(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
