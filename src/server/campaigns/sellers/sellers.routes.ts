import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/campaign-sellers.schema.ts'
import { adminSellerApi, sellerApi } from '#contract/campaign-sellers.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { rightsOf } from '../../http/shopper-rights.ts'
import { readRequestedPage, requestedPage } from '../../input/requested-page.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import { readCampaign } from '../back-office/admin-campaigns.queries.ts'
import { seesPersons } from '../back-office/admin-group-wire.ts'
import { findPublicCampaign } from '../campaigns.queries.ts'
import { memberOf } from '../join/participations.routes.ts'
import { toAdminSeller, toSelling, toSoldPlace } from './seller-wire.ts'
import { findSeller, listSellers, listSellings, listSoldPlaces } from './sellers.queries.ts'
import { canSell, readParts, setSeller, takeLink } from './sellers.service.ts'

interface SellerDeps {
  config: Config
  db: NodePgDatabase
  personalLimits: PersonalLimits
}

const limit = storefrontPageSize

export function sellerRoutes(mount: Mount, { config, db, personalLimits }: SellerDeps): void {
  mount(sellerApi.read, schema.readSeller, async ({ params }, { caller, request }) => {
    const of = { campaignId: params.id, code: params.code }
    const seller = await personalLimits.read({ caller, request }, () => findSeller(db, of))
    if (!seller) {
      // An old link does no harm on the page of its campaign.
      if (await findPublicCampaign(db, params.id)) return {}
      throw new ShopError('CAMPAIGN_NOT_FOUND')
    }
    if (seller.memberId === caller.memberId) return { is_own: true as const }
    return { seller: { name: seller.shownName } }
  })

  mount(sellerApi.take, schema.takeLink, async ({ params, data }, { caller, request }) => {
    const memberId = memberOf(caller)
    if (!rightsOf(caller).countsInGroups) {
      throw new ShopError('MEMBER_UNVERIFIED', { message: '請先驗證電子信箱，才能幫賣' })
    }
    const asked = { campaignId: params.id, memberId, name: data.name }
    const selling = await personalLimits.writeCart(caller.owner, () => takeLink(db, asked))
    return { message: '已取得幫賣連結', selling: toSelling(selling, baseUrl(request, config)) }
  })

  mount(sellerApi.list, schema.ownSellings, async ({ query }, { caller, request }) => {
    const page = requestedPage(query.page)
    const of = { memberId: memberOf(caller) }
    const { rows, total } = await personalLimits.read({ caller, request }, () =>
      listSellings(db, of, { limit, offset: (page - 1) * limit }),
    )
    const own = baseUrl(request, config)
    return {
      sellings: rows.map((row) => toSelling(row, own)),
      pagination: paginate({ page, pageSize: limit, total }),
      messages: [],
    }
  })

  mount(sellerApi.detail, schema.ownSelling, async ({ params, query }, { caller, request }) => {
    const page = requestedPage(query.page)
    const memberId = memberOf(caller)
    return personalLimits.read({ caller, request }, async () => {
      const found = await findPublicCampaign(db, params.id)
      if (!found) throw new ShopError('CAMPAIGN_NOT_FOUND')
      const own = { memberId, campaignId: params.id }
      const [{ rows }, mayTake] = await Promise.all([
        listSellings(db, own, { limit: 1, offset: 0 }),
        canSell(db, found, memberId),
      ])
      const [selling] = rows
      const { rows: places, total } = selling
        ? await listSoldPlaces(db, selling.seller.id, { limit, offset: (page - 1) * limit })
        : { rows: [], total: 0 }
      return {
        ...(selling && { selling: toSelling(selling, baseUrl(request, config)) }),
        can_sell: mayTake,
        money: found.campaign.money,
        places: places.map(toSoldPlace),
        pagination: paginate({ page, pageSize: limit, total }),
        messages: [],
      }
    })
  })

  mount(adminSellerApi.list, schema.adminSellers, async ({ params, query }, { actor }) => {
    const campaign = await readCampaign(db, params.id)
    if (!campaign || campaign.campaign.archivedAt) throw new ShopError('CAMPAIGN_NOT_FOUND')
    const [{ rows, pagination }, parts] = await Promise.all([
      readRequestedPage(query, (place) => listSellers(db, params.id, place)),
      readParts(db, params.id),
    ])
    return {
      sellers: rows.map((row) => toAdminSeller(row, seesPersons(actor))),
      parts,
      pagination,
      messages: [],
    }
  })

  mount(adminSellerApi.set, schema.adminSeller, async ({ params, data }, { actor }) => {
    const isEnded = data.is_ended
    await setSeller(db, actor, { id: params.id, isEnded })
    return { message: isEnded ? '已結束幫賣' : '已恢復幫賣' }
  })
}
