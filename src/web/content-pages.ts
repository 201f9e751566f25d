import { hasOwnOrder, listChoice } from '#contract/list-choice.ts'
import { screenReads } from '#contract/screens.ts'
import { prefetch } from './api/prefetch.ts'
import { galleryPictures } from './catalog/gallery-pictures.ts'
import { cardPictureSizes, firstPictures, mainPictureSizes } from './catalog/pictures-in-view.ts'
import { shuffled } from './catalog/shuffle.ts'
import { type Address, type Page, page } from './page.ts'
import { paths } from './paths.ts'
import { preloadPicture } from './ui/preload-picture.ts'

export const home: Page = {
  path: paths.home(),
  load: page(() => import('./home/home-page.tsx'), 'HomePage'),
}

/** The pages that have a document of their own. */
export const contentPages: Page[] = [
  home,
  {
    path: paths.products(),
    load: page(() => import('./catalog/product-list-page.tsx'), 'ProductListPage'),
    prefetch: prefetchProductList,
  },
  {
    path: paths.product(':id'),
    load: page(() => import('./catalog/product-detail-page.tsx'), 'ProductDetailPage'),
    prefetch: prefetchProduct,
  },
  {
    path: paths.articles(),
    load: page(() => import('./articles/article-list-page.tsx'), 'ArticleListPage'),
  },
  {
    path: paths.article(':id'),
    load: page(() => import('./articles/article-page.tsx'), 'ArticlePage'),
  },
  {
    path: paths.infoPage(':slug'),
    load: page(() => import('./info-pages/info-page.tsx'), 'InfoPageScreen'),
  },
  {
    path: paths.campaigns(),
    load: page(() => import('./campaigns/list/campaign-list-page.tsx'), 'CampaignListPage'),
  },
  {
    path: paths.campaign(':id'),
    load: page(() => import('./campaigns/campaign-page.tsx'), 'CampaignPage'),
  },
  {
    path: paths.group(':code'),
    load: page(() => import('./campaigns/group-page.tsx'), 'GroupPage'),
  },
]

/** The pictures are fetched, too, before the code that shows them has loaded. */
async function prefetchProductList(address: Address): Promise<void> {
  const [{ products }] = await screenReads.products(prefetch, address)
  const shown = hasOwnOrder(listChoice(address.query)) ? products : shuffled(products)
  for (const src of firstPictures(shown)) preloadPicture(src, cardPictureSizes)
}

async function prefetchProduct(address: Address): Promise<void> {
  const [{ product }] = await screenReads.product(prefetch, address)
  const [main] = galleryPictures(product)
  if (main) preloadPicture(main, mainPictureSizes)
}
