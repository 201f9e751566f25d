import type { Article } from './articles.ts'
import { type CampaignTab, campaignTabLabels } from './campaign-tabs.ts'
import { shownShopCard } from './card.ts'
import type { InfoPage } from './info-pages.ts'
import { englishBase, inLanguage } from './language.ts'
import { hasOwnOrder, type ListChoice } from './list-choice.ts'
import { textOf } from './markup.ts'
import {
  type PageHead,
  type Site,
  shopDescription,
  shortText,
  windowTitle,
  withQuery,
} from './page-head.ts'
import { isEnglish, language, t } from './translate.ts'

export function homeHead(site: Site): PageHead {
  const url = site.own + (isEnglish() ? englishBase : '/')
  const description = shopDescription(site)
  const { shop: name } = site
  const shop = {
    '@type': 'WebSite',
    name,
    url,
    inLanguage: isEnglish() ? 'en' : 'zh-TW',
    description,
  }
  return {
    ...contentHead(site, undefined, '/'),
    jsonLd: [{ '@context': 'https://schema.org', ...shop }],
  }
}

/** Category and page stay in its address; what was sorted, filtered or counted does not. */
export function productListHead(
  choice: ListChoice & { text?: string | undefined },
  found: number,
  site: Site,
): PageHead {
  const { category, page, text = '' } = choice
  const path = withQuery('/main/prods', { ...(category && { category }), ...pageQuery(page) })
  const isNarrowed = hasOwnOrder({ ...choice, category: '' })
  // An empty category and a page past the end have no product to find.
  const isIndexed = (path === '/main/prods' || found > 0) && !isNarrowed
  const head = contentHead(site, category || t('全部商品'), path)
  return { ...head, description: shortText([text, head.description]), isIndexed }
}

export function campaignListHead(
  { state, page }: { state: CampaignTab; page: number },
  found: number,
  site: Site,
): PageHead {
  const query = { ...(state !== 'open' && { state }), ...pageQuery(page) }
  const head = contentHead(site, t(campaignTabLabels[state]), withQuery('/main/groups', query))
  return { ...head, isIndexed: page === 1 || found > 0 }
}

export function articleListHead(page: number, found: number, site: Site): PageHead {
  return {
    ...contentHead(site, t('最新公告'), withQuery('/main/articles', pageQuery(page))),
    description: t('{shop}的最新公告', { shop: site.shop }),
    isIndexed: page === 1 || found > 0,
  }
}

export function articleHead(article: Article, site: Site): PageHead {
  const { id, title, description, content } = article
  return {
    ...contentHead(site, title, `/main/articles/${encodeURIComponent(id)}`),
    description: shortText([description, textOf(content), title]),
    type: 'article',
  }
}

/** A draft is for those who have its link, and for no search engine. */
export function infoPageHead({ title, slug, content, is_public }: InfoPage, site: Site): PageHead {
  return {
    ...contentHead(site, title, `/main/page/${slug}`),
    description: shortText([textOf(content), title]),
    isIndexed: is_public,
  }
}

/** Of a page of content that says nothing else; without a name it is the shop's. */
function contentHead(site: Site, name: string | undefined, path: string): PageHead {
  return {
    title: windowTitle(site, name),
    description: shopDescription(site),
    canonical: site.own + inLanguage(language(), path),
    isIndexed: true,
    type: 'website',
    card: shownShopCard(site),
  }
}

function pageQuery(page: number): { page?: string } {
  return page > 1 ? { page: String(page) } : {}
}
