import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { listCampaigns } from '../../campaigns/campaigns.queries.ts'
import { toSummary } from '../../campaigns/group-wire.ts'
import { element, type MoreItems, priceText } from './catalogue-feed.ts'

const maxCampaigns = 200

/**
 * Campaigns whose price anybody has who joins now: pools that have reached their target. Google
 * compares the price with the page of the item, where a campaign has several: it gets none.
 */
export function campaignItems(db: NodePgDatabase): MoreItems {
  return async ({ reader, own, shop }) => {
    if (reader === 'google') return []
    const page = { tab: 'open' as const, productId: undefined, limit: maxCampaigns, offset: 0 }
    const { rows } = await listCampaigns(db, page)
    return rows.flatMap(({ group, ...facts }) => {
      const { picture, ...campaign } = toSummary(facts, group, own)
      if (group?.state !== 'reached' || picture === '') return []
      const isFallen = campaign.price_ceiling > campaign.price_now
      const parts = [
        element('g:id', `campaign-${campaign.id}`),
        element('g:title', campaign.title),
        element('g:description', facts.campaign.description || campaign.title),
        element('g:link', `${own}/main/groups/detail/${campaign.id}`),
        element('g:image_link', picture),
        element('g:availability', 'in stock'),
        element('g:price', priceText(isFallen ? campaign.price_ceiling : campaign.price_now)),
        isFallen && element('g:sale_price', priceText(campaign.price_now)),
        element('g:condition', 'new'),
        element('g:brand', shop),
        element('g:identifier_exists', 'no'),
      ]
      return [`<item>${parts.filter(Boolean).join('')}</item>`]
    })
  }
}
