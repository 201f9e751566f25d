import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router'
import type { Page } from './page.ts'
import { backOffice, dashboard, listBackOfficePages, storefrontPages } from './pages.ts'
import { isBackOfficePath } from './paths.ts'
import { RootErrorElement } from './shell/app-error.tsx'
import { PageError } from './shell/page-error.tsx'
import { PageFallback } from './shell/page-fallback.tsx'
import { RootLayout } from './shell/root-layout.tsx'
import { StorefrontLayout } from './shell/storefront-layout.tsx'

const backOfficeId = 'back-office'

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
        id: backOfficeId,
        children: [{ ...lazyRoute(dashboard), path: undefined, index: true }],
      },
    ],
  },
]

/** The router leaves out the routes that it was given before. */
export const patchRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isBackOfficePath(path)) patch(backOfficeId, (await listBackOfficePages()).map(lazyRoute))
}
