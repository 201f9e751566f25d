import { Outlet } from 'react-router'
import { useScrollRestoration } from '../navigation/scroll-restoration.ts'

/** The common part of the layouts of storefront and back office. */
export function RootLayout() {
  useScrollRestoration()
  return <Outlet />
}
