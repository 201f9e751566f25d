import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as cartSchema from '#contract/cart.schema.ts'
import { cartApi } from '#contract/cart.ts'
import * as couponSchema from '#contract/coupons.schema.ts'
import { couponApi } from '#contract/coupons.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Context, Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { type CartRow, readCartRows } from './cart.queries.ts'
import {
  addProduct,
  applyCoupon,
  changeQuantity,
  clearCart,
  clearCoupon,
  removeLine,
} from './cart.service.ts'
import { toCart } from './cart-wire.ts'

interface CartDeps {
  config: Config
  db: NodePgDatabase
}

export function cartRoutes(mount: Mount, { config, db }: CartDeps): void {
  const wire = (rows: CartRow[], { request }: Context) =>
    toCart(rows, baseUrl(request, config), new Date())

  const changed = (message: string, lineId: string, rows: CartRow[], context: Context) => {
    const cart = wire(rows, context)
    const line = cart.carts.find(({ id }) => id === lineId)
    if (!line) throw new ShopError('CART_LINE_NOT_FOUND')
    return { message, data: line, cart }
  }

  mount(cartApi.read, cartSchema.read, async (_, context) => {
    const rows = await readCartRows(db, context.caller.owner)
    return { data: wire(rows, context), messages: [] }
  })

  mount(cartApi.addLine, cartSchema.addLine, async ({ data }, context) => {
    const input = { productId: data.product_id, qty: Number(data.qty) }
    const { lineId, rows } = await addProduct(db, context.caller.owner, input)
    return changed('已加入購物車', lineId, rows, context)
  })

  mount(cartApi.updateLine, cartSchema.updateLine, async ({ params, data }, context) => {
    const line = { id: params.id, qty: Number(data.qty) }
    const { lineId, rows } = await changeQuantity(db, context.caller.owner, line)
    return changed('已更新購物車', lineId, rows, context)
  })

  mount(cartApi.removeLine, cartSchema.removeLine, async ({ params }, { caller }) => {
    await removeLine(db, caller.owner, params.id)
    return { message: '已刪除' }
  })

  mount(cartApi.clear, cartSchema.clear, async (_, { caller }) => {
    await clearCart(db, caller.owner)
    return { message: '已刪除' }
  })

  mount(couponApi.apply, couponSchema.apply, async ({ data }, context) => {
    const { coupon, rows } = await applyCoupon(db, context.caller.owner, data.code)
    return {
      message: `已套用優惠券:${coupon.code}`,
      data: { final_total: wire(rows, context).final_total },
    }
  })

  mount(couponApi.clear, couponSchema.clear, async (_, { caller }) => {
    await clearCoupon(db, caller.owner)
    return { message: '已移除優惠券' }
  })
}
