import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useIsNavigating } from '../navigation/hash-router.tsx'
import { LinkContext } from '../ui/link-component.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { PageFrame } from './page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function StorefrontLayout() {
  const main = useRef<HTMLElement>(null)
  useFocusOnNewScreen(main)
  return (
    <LinkContext value={Link}>
      <div className="flex min-h-dvh flex-col">
        <SiteHeader onSkip={() => main.current?.focus()} />
        <PendingLine />
        <OfflineNotice />
        {/* As high as the window, so that the footer never jumps when the content comes. */}
        <main
          ref={main}
          tabIndex={-1}
          className="min-h-[calc(100dvh-4rem)] flex-1 outline-none print:min-h-0"
        >
          <PageFrame>
            <Outlet />
          </PageFrame>
        </main>
        <SiteFooter />
        <ToastRegion />
      </div>
    </LinkContext>
  )
}

/** A thin line under the header while the next screen's code is on its way for long. */
function PendingLine() {
  if (!useIsNavigating()) return null
  return (
    <div
      role="status"
      aria-label="載入中"
      className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late bg-accent"
    />
  )
}

/** Who hears or tabs through the shop starts at the top of a new screen. */
function useFocusOnNewScreen(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
