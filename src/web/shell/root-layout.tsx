import { Outlet } from 'react-router'
import { useScrollRestoration } from '../navigation/scroll-restoration.ts'

/** What the layouts of storefront and back office have in common. */
export function RootLayout() {
  useScrollRestoration()
  return <Outlet />
}
