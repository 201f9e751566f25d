import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { textOf } from '#contract/markup.ts'
import { listArticles } from '../../articles/articles.queries.ts'
import { listCampaigns } from '../../campaigns/campaigns.queries.ts'
import { xmlText } from '../../input/xml-text.ts'
import { element, oneLine } from './catalogue-feed.ts'

interface News {
  title: string
  link: string
  text: string
  at: Date
}

/** As many entries as readers of feeds show; they ask again within hours. */
const maxNews = 30
const maxText = 500

/** The latest announcements and campaigns as RSS 2.0. */
export async function toNewsFeed(
  db: NodePgDatabase,
  { own, shop, description }: { own: string; shop: string; description: string },
): Promise<string> {
  const page = { productId: undefined, limit: maxNews, offset: 0 }
  const [articles, open, scheduled] = await Promise.all([
    listArticles(db, { isPublicOnly: true, limit: maxNews, offset: 0 }),
    listCampaigns(db, { ...page, tab: 'open' }),
    listCampaigns(db, { ...page, tab: 'scheduled' }),
  ])
  const news: News[] = [
    ...articles.rows.map(({ id, title, description: text, createAt }) => ({
      ...{
        title,
        text: oneLine(textOf(text)),
        link: `${own}/main/articles/${encodeURIComponent(id)}`,
      },
      // In seconds, or in milliseconds, as its client sent it.
      at: new Date(createAt < 1e11 ? createAt * 1000 : createAt),
    })),
    ...[...open.rows, ...scheduled.rows].map(({ campaign }) => ({
      title: `團購：${campaign.title}`,
      text: campaign.description,
      link: `${own}/main/groups/detail/${campaign.id}`,
      at: campaign.startsAt ?? new Date(0),
    })),
  ]
  const latest = news.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const self = `<atom:link href="${xmlText(`${own}/feeds/articles.rss`)}" rel="self" type="application/rss+xml"/>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    element('title', shop) +
      element('link', `${own}/`) +
      element('description', description || shop),
    element('language', 'zh-TW') + self,
    ...latest.slice(0, maxNews).map(toItem),
    '</channel></rss>',
  ].join('\n')
}

function toItem({ title, link, text, at }: News): string {
  const parts = [
    element('title', title),
    element('link', link),
    element('guid', link),
    element('pubDate', at.toUTCString()),
    element('description', text.slice(0, maxText)),
  ]
  return `<item>${parts.join('')}</item>`
}
