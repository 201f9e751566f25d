import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { NavigationType, type Navigator, Router } from 'react-router'
import { HomeHero } from './home/home-hero.tsx'
import { hrefOf } from './navigation/hash-history.ts'
import { paths } from './paths.ts'
import { SiteHeader } from './shell/site-header.tsx'

const nowhere = () => undefined
const navigator: Navigator = { createHref: hrefOf, push: nowhere, replace: nowhere, go: nowhere }

/**
 * The frame of the storefront with home's hero, as React draws them for a new guest. The build puts
 * it into the document, where `first-screen.ts` takes it from.
 */
export function firstPaint(): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router
        location={paths.home()}
        navigationType={NavigationType.Pop}
        navigator={navigator}
        static
      >
        <div className="flex min-h-dvh flex-col">
          <SiteHeader onSkip={nowhere} />
          <main>
            <div data-first-hero="">
              <HomeHero />
            </div>
          </main>
        </div>
      </Router>
    </QueryClientProvider>,
  )
}
