import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import {
  createPath,
  Link,
  NavigationType,
  type Navigator,
  Route,
  Router,
  Routes,
} from 'react-router'
import type { DocumentData, DocumentNotice } from '#contract/screens.ts'
import { ArticleListPage } from './articles/article-list-page.tsx'
import { ArticlePage } from './articles/article-page.tsx'
import { CampaignListPage } from './campaigns/campaign-list-page.tsx'
import { CampaignPage } from './campaigns/campaign-page.tsx'
import { GroupPage } from './campaigns/group-page.tsx'
import { noteServerTime } from './campaigns/server-clock.ts'
import { ProductDetailPage } from './catalog/product-detail-page.tsx'
import { ProductListPage } from './catalog/product-list-page.tsx'
import { shuffled } from './catalog/shuffle.ts'
import { ShuffleContext } from './catalog/shuffle-context.ts'
import { paths } from './paths.ts'
import { SiteFooter } from './shell/site-footer.tsx'
import { SiteHeader } from './shell/site-header.tsx'
import { buttonClass } from './ui/button.tsx'
import { DocumentContext } from './ui/document-context.ts'
import { EmptyState } from './ui/empty-state.tsx'
import { LinkContext } from './ui/link-component.tsx'

const ignore = () => undefined
const navigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: ignore,
  replace: ignore,
  go: ignore,
}

/**
 * A screen as the application draws it for a new guest, from the replies that it would ask for. The
 * build makes a module of this, which the server calls for the document of a path.
 */
export function renderDocument({ address, seed, serverNow, replies }: DocumentData): string {
  const client = new QueryClient({
    defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } },
  })
  for (const { key, reply } of replies) client.setQueryData(key, reply)
  if (serverNow !== undefined) noteServerTime(serverNow)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ShuffleContext value={(entries) => shuffled(entries, seed)}>
        <Frame address={address}>
          <Routes>
            <Route path={paths.products()} element={<ProductListPage />} />
            <Route path={paths.product(':id')} element={<ProductDetailPage />} />
            <Route path={paths.articles()} element={<ArticleListPage />} />
            <Route path={paths.article(':id')} element={<ArticlePage />} />
            <Route path={paths.campaigns()} element={<CampaignListPage />} />
            <Route path={paths.campaign(':id')} element={<CampaignPage />} />
            <Route path={paths.group(':code')} element={<GroupPage />} />
          </Routes>
        </Frame>
      </ShuffleContext>
    </QueryClientProvider>,
  )
}

/** What stands where there is no screen to show; the application then shows its own. */
export function renderNotice({ message, action }: DocumentNotice): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Frame address={action.path}>
        <EmptyState
          message={message}
          action={
            <a href={action.path} className={buttonClass('primary')}>
              {action.label}
            </a>
          }
        />
      </Frame>
    </QueryClientProvider>,
  )
}

function Frame({ address, children }: { address: string; children: ReactNode }) {
  return (
    <DocumentContext value={true}>
      <Router location={address} navigationType={NavigationType.Pop} navigator={navigator} static>
        <LinkContext value={Link}>
          <div className="flex min-h-dvh flex-col">
            <SiteHeader onSkip={ignore} />
            <main className="min-h-[calc(100dvh-4rem)] flex-1 outline-none print:min-h-0">
              {children}
            </main>
            <SiteFooter />
          </div>
        </LinkContext>
      </Router>
    </DocumentContext>
  )
}
