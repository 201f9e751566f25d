import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/campaign-wishes.schema.ts'
import { adminCampaignWishApi, campaignWishApi } from '#contract/campaign-wishes.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { requestedIds } from '../../input/requested-ids.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import { listWished, readWishes, type Wish } from './wishes.queries.ts'
import { setWishes } from './wishes.service.ts'

interface WishDeps {
  db: NodePgDatabase
  personalLimits: PersonalLimits
}

/** Group buys that members ask for. */
export function wishRoutes(mount: Mount, { db, personalLimits }: WishDeps): void {
  mount(campaignWishApi.read, schema.readWishes, async ({ query }, { caller, request }) => {
    const ids = requestedIds(query.ids, schema.maxWishedProducts)
    const found = await personalLimits.read({ caller, request }, () =>
      readWishes(db, ids, caller.memberId),
    )
    return { wishes: found.map(toWish) }
  })

  mount(campaignWishApi.set, schema.setWish, async ({ data }, { caller }) => {
    const { memberId, owner, email } = caller
    if (memberId === null) throw new ShopError('MEMBER_REQUIRED')
    const { product_ids: productIds, is_wished: isWished } = data
    const wishes = await personalLimits.writeCart(owner, () =>
      setWishes(db, { productIds, memberId, isWished }),
    )
    return {
      message: isWished ? wishedText(email) : '已取消登記',
      wishes: wishes.map(toWish),
    }
  })

  mount(adminCampaignWishApi.list, schema.adminWishes, async ({ query }) => {
    const { rows, pagination } = await readRequestedPage(query, (place) => listWished(db, place))
    const wishes = rows.map(({ productId, wishedAt, ...row }) => ({
      product_id: productId,
      ...row,
      wished_at: toEpochSeconds(wishedAt),
    }))
    return { wishes, pagination, messages: [] }
  })
}

function wishedText(email: string | null): string {
  if (email !== null) return '已登記，開團時會寄信通知您'
  return '已登記；到會員中心加入電子信箱，開團時才能寄信通知您'
}

function toWish(wish: Wish) {
  return { product_id: wish.productId, members: wish.members, is_wished: wish.isWished }
}
