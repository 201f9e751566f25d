import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/coupons.schema.ts'
import { adminCouponApi } from '#contract/coupons.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import { requestedOrder } from '../input/sort.ts'
import { couponId, couponSortKeys, findCoupon, listCoupons } from './admin-coupons.queries.ts'
import { archiveCoupon, changeCoupon, createCoupon } from './admin-coupons.service.ts'
import { countUses, listUses } from './coupon-uses.queries.ts'
import { toCoupon, toCouponUse } from './coupon-wire.ts'

export function adminCouponRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(adminCouponApi.list, schema.adminList, async ({ query }) => {
    const order = requestedOrder({
      query,
      columns: couponSortKeys,
      id: couponId,
    })
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listCoupons(db, { order, ...place }),
    )
    return {
      coupons: rows.map(toCoupon),
      pagination,
      messages: [],
    }
  })

  mount(adminCouponApi.detail, schema.adminDetail, async ({ params }) => {
    return { coupon: toCoupon(await knownCoupon(params.id)), uses: await countUses(db, params.id) }
  })

  mount(adminCouponApi.uses, schema.adminUses, async ({ params, query }) => {
    const { id } = await knownCoupon(params.id)
    const { rows, pagination } = await readRequestedPage(query, (place) => listUses(db, id, place))
    return {
      uses: rows.map(toCouponUse),
      pagination,
      messages: [],
    }
  })

  mount(adminCouponApi.create, schema.create, async ({ data }, { actor }) => {
    return { message: '已建立優惠券', coupon: toCoupon(await createCoupon(db, actor, data)) }
  })

  mount(adminCouponApi.update, schema.update, async ({ params, data }, { actor }) => {
    const row = await changeCoupon(db, actor, { id: params.id, input: data })
    return { message: '已更新優惠券', coupon: toCoupon(row) }
  })

  mount(adminCouponApi.remove, schema.remove, async ({ params }, { actor }) => {
    await archiveCoupon(db, actor, params.id)
    return { message: '已刪除優惠券' }
  })

  async function knownCoupon(id: string) {
    const row = await findCoupon(db, id)
    if (!row) throw new ShopError('ADMIN_COUPON_NOT_FOUND')
    return row
  }
}
