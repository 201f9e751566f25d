import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import * as cartSchema from '#contract/cart.schema.ts'
import { type Cart, cartApi, maxCartLines } from '#contract/cart.ts'
import { couponApi } from '#contract/coupons.ts'
import { t } from '#contract/translate.ts'
import type { Config } from '../config.ts'
import type { CouponGuesses } from '../coupons/coupon-guesses.ts'
import type { Db } from '../db/connect.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Context, Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import type { PersonalLimits } from '../limits/personal-limits.ts'
import type { Settings } from '../settings/settings.ts'
import { type CartRow, readCartRows } from './cart.queries.ts'
import {
  addProduct,
  applyCoupon,
  type ChangedCart,
  changeQuantity,
  changeVariant,
  clearCart,
  clearCoupon,
  removeLine,
} from './cart.service.ts'
import { couponOfCart } from './cart-pricing.ts'
import { type AskedShipping, toCart } from './cart-wire.ts'
import { readLineKeys } from './line-keys.ts'
import { readDestination } from './quote-destination.ts'

interface CartDeps {
  config: Config
  db: NodePgDatabase
  personalLimits: PersonalLimits
  couponGuesses: CouponGuesses
  settings: Settings
}

export function cartRoutes(mount: Mount, deps: CartDeps): void {
  const { config, db, personalLimits, couponGuesses, settings } = deps
  const toWire = async (
    rows: CartRow[],
    { caller, request }: Context,
    asked?: AskedShipping,
  ): Promise<Cart> => ({
    ...toCart(rows, await couponOfCart(db, caller.owner, rows), {
      ownAddress: baseUrl(request, config),
      methods: settings.get().methods,
      asked,
    }),
    ...(caller.unmergedLines && { merge_notice: mergeNotice(caller.unmergedLines) }),
  })
  const write = <T>({ caller }: Context, change: (owner: string) => Promise<T>) =>
    personalLimits.writeCart(caller.owner, () => change(caller.owner))

  const changedLine = async (message: string, changed: ChangedCart, context: Context) => {
    const cart = await toWire(changed.rows, context)
    const line = cart.carts.find(({ id }) => id === changed.lineId)
    if (!line) throw new ShopError('CART_LINE_NOT_FOUND')
    return { message, data: line, cart }
  }

  mount(cartApi.read, cartSchema.read, async ({ query }, context) => {
    const rows = await personalLimits.read(context, () => readCartRows(db, context.caller.owner))
    const asked = await askedShipping(db, context.caller.owner, query)
    return { data: await toWire(rows, context, asked), messages: [] }
  })

  mount(cartApi.addLine, cartSchema.addLine, async ({ data }, context) => {
    const { product_id: productId, variant_id: variantId, qty } = data
    const extra = readLineKeys(data)
    const input = { productId, ...(variantId && { variantId }), qty: Number(qty), extra }
    const changed = await write(context, (owner) => addProduct(db, owner, input))
    return changedLine('已加入購物車', changed, context)
  })

  mount(cartApi.updateLine, cartSchema.updateLine, async ({ params, data }, context) => {
    const line = { id: params.id, qty: Number(data.qty), extra: readLineKeys(data) }
    const { variant_id: variantId } = data
    const changed = await write(context, (owner) =>
      variantId
        ? changeVariant(db, owner, { ...line, variantId })
        : changeQuantity(db, owner, line),
    )
    return changedLine('已更新購物車', changed, context)
  })

  mount(cartApi.removeLine, cartSchema.removeLine, async ({ params }, context) => {
    const rows = await write(context, (owner) => removeLine(db, owner, params.id))
    return { message: '已刪除', cart: await toWire(rows, context) }
  })

  mount(cartApi.clear, cartSchema.clear, async (_, context) => {
    const rows = await write(context, (owner) => clearCart(db, owner))
    return { message: '已刪除', cart: await toWire(rows, context) }
  })

  mount(couponApi.apply, cartSchema.applyCoupon, async ({ data }, context) => {
    const { caller, request } = context
    const by = { owner: caller.owner, ip: request.ip }
    const { coupon, rows } = await couponGuesses.run(by, () =>
      write(context, (owner) => applyCoupon(db, owner, data.code)),
    )
    const cart = await toWire(rows, context)
    const message = t('已套用優惠券:{code}', { code: coupon.code })
    return { message, data: { final_total: cart.final_total }, cart }
  })

  mount(couponApi.clear, cartSchema.clearCoupon, async (_, context) => {
    const rows = await write(context, (owner) => clearCoupon(db, owner))
    return { message: '已移除優惠券', cart: await toWire(rows, context) }
  })
}

/** Undefined for clients that ask for no method: they get what they always got. */
async function askedShipping(
  db: Db,
  owner: string,
  query: Static<typeof cartSchema.read.query>,
): Promise<AskedShipping | undefined> {
  const { shipping_method: methodId } = query
  if (methodId === undefined && !query.county) return undefined
  return { methodId: methodId || undefined, destination: await readDestination(db, owner, query) }
}

function mergeNotice(lines: number): string {
  return t('購物車最多可放 {maxCartLines} 項商品，登入前的購物車還有 {lines} 項未移入', {
    maxCartLines,
    lines,
  })
}
