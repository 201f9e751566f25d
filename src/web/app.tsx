import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { matchRoutes } from 'react-router'
import { queryClient } from './api/queries.ts'
import { restoreMemberSession } from './members/session.ts'
import { createHashHistory } from './navigation/hash-history.ts'
import { HashRouter } from './navigation/hash-router.tsx'
import { routes } from './routes.tsx'
import { preloadPage } from './shell/lazy-page.tsx'
import { ShopRoutes } from './shell/shop-routes.tsx'

/** Takes the document over, once the first screen can be drawn whole if its code is on its way. */
export async function showShop(isPageComing: boolean): Promise<void> {
  restoreMemberSession()
  const history = createHashHistory()
  if (isPageComing) {
    const matches = matchRoutes(routes, history.current().location) ?? []
    await Promise.all(matches.map(({ route }) => preloadPage(route.element)))
  }
  const root = document.getElementById('root')
  if (!root) return
  // In a transition React draws in short steps, and the window hears the shopper in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <HashRouter history={history}>
            <ShopRoutes routes={routes} />
          </HashRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
