import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server.edge'
import {
  createStaticHandler,
  createStaticRouter,
  parsePath,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router'
import { inLanguage } from '#contract/language.ts'
import type { DocumentData, DocumentNotice } from '#contract/screens.ts'
import { language, setTranslation, type Translation } from '#contract/translate.ts'
import { type ShopLook, setLook } from './api/shop-config.ts'
import { forgetServerTime, noteServerTime } from './campaigns/server-clock.ts'
import { shuffled } from './catalog/shuffle.ts'
import { ShuffleContext } from './catalog/shuffle-context.ts'
import { contentPages } from './content-pages.ts'
import { firstPaint } from './first-paint.tsx'
import { setServerSanitizer } from './shared/safe-html.ts'
import { RootLayout } from './shell/root-layout.tsx'
import { StorefrontLayout } from './shell/storefront-layout.tsx'
import { buttonClass } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'

const pages: RouteObject[] = await Promise.all(
  contentPages.map(async ({ path, load }) => ({ path, Component: await load() })),
)

/**
 * A screen as the application draws it for a new guest, from the replies that it would ask for. The
 * build makes a module of this, which the server calls for the document of a path. The application
 * takes it over as it is, so it has to draw the same. `sanitize` makes markup of texts in HTML.
 */
export function renderDocument(
  { address, seed = 0, serverNow, replies }: DocumentData,
  look: ShopLook,
  sanitize: (html: string) => string,
  translation: Translation | undefined,
): string {
  setTranslation(() => translation)
  const client = new QueryClient({
    defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } },
  })
  for (const { key, reply } of replies) client.setQueryData(key, reply)
  setLook(look)
  setServerSanitizer(sanitize)
  if (serverNow !== undefined) noteServerTime(serverNow)
  const markup = renderToString(
    <QueryClientProvider client={client}>
      <ShuffleContext value={(entries) => shuffled(entries, seed)}>
        {storefront(address, pages)}
      </ShuffleContext>
    </QueryClientProvider>,
  )
  forgetServerTime()
  return markup
}

/** The frame of the storefront with home's hero, for the first paint of the application. */
export function renderFirstPaint(look: ShopLook, translation?: Translation): string {
  setTranslation(() => translation)
  setLook(look)
  return firstPaint()
}

/** HTML of a notice in place of a screen; the application then shows its own. */
export function renderNotice(
  { message, action }: DocumentNotice,
  look: ShopLook,
  translation: Translation | undefined,
): string {
  setTranslation(() => translation)
  const link = (
    <a href={inLanguage(language(), action.path)} className={buttonClass('primary')}>
      {action.label}
    </a>
  )
  const notice = { path: '*', element: <EmptyState message={message} action={link} /> }
  setLook(look)
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      {storefront(inLanguage(language(), action.path), [notice])}
    </QueryClientProvider>,
  )
}

/** The routes of the application, with the pages that a document can have. */
function storefront(address: string, children: RouteObject[]) {
  const layout = { element: <StorefrontLayout />, children }
  const basename = inLanguage(language(), '/')
  const { dataRoutes, match } = createStaticHandler(
    [{ element: <RootLayout />, children: [layout] }],
    { basename },
  )
  const { pathname = '/', search = '', hash = '' } = parsePath(address)
  const location = { pathname, search, hash, state: null, key: 'default', mask: undefined }
  const context = {
    basename,
    location,
    matches: match(location) ?? [],
    _match: match,
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  }
  const router = createStaticRouter(dataRoutes, context)
  return <StaticRouterProvider router={router} context={context} hydrate={false} />
}
