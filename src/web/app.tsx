import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/queries.ts'
import { preloadHero } from './home/preload-hero.ts'
import { restoreMemberSession } from './members/session.ts'
import { createHashHistory } from './navigation/hash-history.ts'
import { HashRouter } from './navigation/hash-router.tsx'
import { routes } from './routes.tsx'
import { ShopRoutes } from './shell/shop-routes.tsx'

restoreMemberSession()
if (['', '#/'].includes(location.hash)) preloadHero()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HashRouter history={createHashHistory()}>
          <ShopRoutes routes={routes} />
        </HashRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}
