import type { CampaignTab } from '#contract/campaign-tabs.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import { TimedResponse } from '../../cache/timed-response.ts'
import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import { findGroup, findPublicCampaign, listCampaigns, readShopNow } from '../campaigns.queries.ts'
import { toCampaign, toGroup, toSummary, toSummaryOfProduct } from '../group-wire.ts'

export interface CampaignListChoice {
  tab: CampaignTab
  productId?: string | undefined
  page: number
}

/** One page of the public campaigns, for callers at `own`. */
export async function readCampaignList(
  db: Db,
  { tab, productId, page }: CampaignListChoice,
  own: string,
) {
  const limit = storefrontPageSize
  const asked = { tab, productId, limit, offset: (page - 1) * limit }
  const [now, { rows, total }] = await Promise.all([readShopNow(db), listCampaigns(db, asked)])
  const reply = {
    campaigns: rows.map((row) =>
      productId === undefined
        ? toSummary(row, row.group, own)
        : toSummaryOfProduct(row, row.group, { productId, ownAddress: own }),
    ),
    pagination: paginate({ page, pageSize: limit, total }),
    messages: [],
  }
  return new TimedResponse(reply, { now })
}

/** Throws `CAMPAIGN_NOT_FOUND`. */
export async function readCampaign(db: Db, id: string, own: string) {
  const [now, found] = await Promise.all([readShopNow(db), findPublicCampaign(db, id)])
  if (!found) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return new TimedResponse({ campaign: toCampaign(found, found.group, own) }, { now })
}

/** Throws what `refuse` gives where no group has the code. */
export async function readGroup(
  db: Db,
  code: string,
  { own, refuse }: { own: string; refuse: () => Promise<ShopError> },
) {
  const found = await findGroup(db, code)
  if (!found) throw await refuse()
  return new TimedResponse({ group: toGroup(found, own) }, { now: found.now, group: code })
}
