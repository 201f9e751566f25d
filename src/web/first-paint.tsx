import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { createPath, NavigationType, type Navigator, Router, type To } from 'react-router'
import { HomeHero } from './home/home-hero.tsx'
import { paths } from './paths.ts'
import { AnnouncementBar } from './shell/announcement-bar.tsx'
import { SiteHeader } from './shell/site-header.tsx'

const ignore = () => undefined
const navigator: Navigator = { createHref, push: ignore, replace: ignore, go: ignore }

/**
 * The frame of the storefront with home's hero, as React draws them for a new guest. The server puts
 * it into the page, where `first-screen.ts` takes it from.
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
          <AnnouncementBar />
          <SiteHeader onSkip={ignore} />
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

function createHref(to: To): string {
  return `#${typeof to === 'string' ? to : createPath(to)}`
}
