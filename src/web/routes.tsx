import type { RouteObject } from 'react-router'
import { backOffice, backOfficePages, type Page, storefrontPages } from './pages.ts'
import { paths } from './paths.ts'
import { RootErrorElement } from './shell/app-error.tsx'
import { PageError } from './shell/page-error.tsx'
import { PageFallback } from './shell/page-fallback.tsx'
import { RootLayout } from './shell/root-layout.tsx'
import { StorefrontLayout } from './shell/storefront-layout.tsx'

/** The previous page stays until the code of the next one has loaded. */
function lazyRoute({ path, load }: Page) {
  return {
    path,
    lazy: async () => ({ Component: await load() }),
    errorElement: <PageError />,
    hydrateFallbackElement: <PageFallback />,
  }
}

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RootErrorElement />,
    children: [
      { element: <StorefrontLayout />, children: storefrontPages.map(lazyRoute) },
      {
        ...lazyRoute(backOffice),
        children: backOfficePages.map((page) => {
          const { path, ...route } = lazyRoute(page)
          return path === paths.admin() ? { ...route, index: true } : { ...route, path }
        }),
      },
    ],
  },
]
