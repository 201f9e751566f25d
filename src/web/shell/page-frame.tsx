import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'
import { PageFallback } from './page-fallback.tsx'

/**
 * Where pages are shown. While the code of one is on its way the page before stays; one that could
 * not be loaded or drawn does not take the shop around it along.
 */
export function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Suspense fallback={<PageFallback />}>
      <PageBoundary pathname={pathname}>{children}</PageBoundary>
    </Suspense>
  )
}

interface BoundaryProps {
  /** Another page is another try. */
  pathname: string
  children: ReactNode
}

class PageBoundary extends Component<BoundaryProps, { hasFailed: boolean; pathname: string }> {
  override state = { hasFailed: false, pathname: this.props.pathname }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ pathname }: BoundaryProps, shown: { pathname: string }) {
    return pathname === shown.pathname ? null : { hasFailed: false, pathname }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="mx-auto grid min-h-[70dvh] w-full max-w-page place-items-center">
        <ErrorState message="這個畫面暫時無法顯示，請再試一次" onRetry={() => location.reload()} />
      </div>
    )
  }
}
