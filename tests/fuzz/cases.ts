import { createBody } from './bodies.ts'
import { Dice } from './dice.ts'
import type { FuzzCase } from './fuzz-case.ts'
import { type IdentityName, identityNames, identityOf, staffNames } from './identities.ts'
import { withOddities } from './oddities.ts'
import type { Operation } from './operation.ts'
import { otherRoutes } from './paths.ts'
import { createUpload } from './uploads.ts'
import { validValue } from './values.ts'

/**
 * Rare operations: hashing a password takes tens of milliseconds on purpose, an upload encodes
 * pictures, and a cleared cart has no lines left to use.
 */
const seldom = /signin$|:signUp$|:signInWithPassword$|\/upload$|\/carts$/

/** The targets that an operation's `{id}` may be about; the first ones are for a valid call. */
const targets: Record<string, string[]> = {
  'GET {shop}/product/{id}': ['product', 'product', 'goneProduct'],
  'PUT {shop}/cart/{id}': ['lineA', 'lineB', 'lineGuest', 'lineBystander'],
  'DELETE {shop}/cart/{id}': ['lineA', 'lineB', 'lineGuest', 'lineBystander'],
  'GET {shop}/order/{id}': ['orderA', 'orderB', 'orderGuest', 'orderBystander', 'goneOrder'],
  'GET {shop}/order/{id}/payment': ['orderA', 'orderB', 'orderGuest', 'orderBystander'],
  'POST {shop}/order/{id}/payment': ['orderA', 'orderB', 'orderGuest', 'orderBystander'],
  'POST {shop}/order/{id}/store': ['orderA', 'orderB', 'orderGuest', 'orderBystander'],
  'POST {shop}/pay/{id}': ['orderA', 'orderB', 'orderGuest', 'orderBystander', 'goneOrder'],
  'PUT {shop}/order/{id}': ['orderA', 'orderB', 'orderGuest', 'orderBystander'],
  'POST {shop}/order/{id}/merge': ['orderA', 'orderB', 'orderGuest', 'orderBystander'],
  'DELETE {shop}/order/{id}/merge': ['orderA', 'orderB', 'orderGuest', 'orderBystander'],
  'POST {shop}/order/{id}/messages': ['orderA', 'orderB', 'orderGuest', 'orderBystander'],
  'POST {shop}/order/{id}/cancel': [
    'orderA',
    'orderB',
    'orderGuest',
    'orderBystander',
    'goneOrder',
  ],
  'GET {shop}/campaign/{id}': ['campaign'],
  'GET {shop}/admin/campaign/{id}': ['spareCampaign', 'spareCampaign', 'campaign'],
  'PUT {shop}/admin/campaign/{id}': ['spareCampaign', 'spareCampaign', 'campaign'],
  'POST {shop}/admin/campaign/{id}/copy': ['spareCampaign', 'spareCampaign', 'campaign'],
  'GET {shop}/admin/campaign/{id}/settlement': ['spareCampaign', 'spareCampaign', 'campaign'],
  'GET {shop}/admin/campaign/{id}/settlement.csv': ['spareCampaign', 'spareCampaign', 'campaign'],
  'GET {shop}/admin/campaign/{id}/leaders': ['spareCampaign', 'spareCampaign', 'campaign'],
  'PUT {shop}/admin/campaign/{id}/leaders': ['spareCampaign', 'spareCampaign', 'campaign'],
  'GET {shop}/admin/campaign/{id}/supplier-order/{n}.csv': [
    'spareCampaign',
    'spareCampaign',
    'campaign',
  ],
  'DELETE {shop}/admin/campaign/{id}': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/publish': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/unpublish': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/close': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/extend': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/cancel': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/delay': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/supplier-order': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/receipt': ['spareCampaign', 'product'],
  'POST {shop}/admin/campaign/{id}/arrival': ['spareCampaign', 'product'],
  'POST {shop}/campaign/{id}/group': ['campaign', 'product'],
  'GET {shop}/group/{code}': ['group'],
  'POST {shop}/group/{code}/participation': ['group', 'group', 'product'],
  'GET {shop}/group/{code}/console': ['ledGroup', 'group'],
  'GET {shop}/leader/{code}/account': ['ledGroup', 'group'],
  'POST {shop}/leader/{code}/account': ['ledGroup', 'group'],
  'POST {shop}/leader/{code}/line-orders/read': ['ledGroup', 'group'],
  'POST {shop}/leader/{code}/line-orders/enter': ['ledGroup', 'group'],
  'POST {shop}/group/{code}/close': ['ledGroup', 'group'],
  'POST {shop}/group/{code}/reminder': ['ledGroup', 'group'],
  'PUT {shop}/group/{code}/handout/{participationId}': ['ledGroup', 'group'],
  'GET {shop}/participation/{id}': ['placeA', 'placeB', 'product'],
  'PUT {shop}/participation/{id}': ['placeA', 'placeB', 'product'],
  'POST {shop}/campaign/{id}/quote': ['campaign', 'product'],
  'POST {shop}/participation/{id}/quote': ['placeA', 'placeB', 'product'],
  'POST {shop}/participation/{id}/delay': ['placeA', 'placeB', 'product'],
  'DELETE {shop}/participation/{id}': ['placeB', 'product'],
  'PUT {shop}/admin/product/{id}': ['spareProduct', 'spareProduct', 'goneProduct'],
  'DELETE {shop}/admin/product/{id}': ['spareProduct', 'goneProduct'],
  'PUT {shop}/admin/stock/{id}': ['spareProduct', 'spareProduct', 'goneProduct'],
  'DELETE {shop}/admin/stock/{id}': ['spareProduct', 'goneProduct'],
  'GET {shop}/admin/stock/{id}/movements': ['spareProduct', 'goneProduct'],
  'GET {shop}/admin/coupon/{id}': ['keptCoupon', 'spareCoupon', 'goneCoupon'],
  'GET {shop}/admin/coupon/{id}/uses': ['keptCoupon', 'spareCoupon', 'goneCoupon'],
  'PUT {shop}/admin/coupon/{id}': ['spareCoupon', 'spareCoupon', 'goneCoupon'],
  'DELETE {shop}/admin/coupon/{id}': ['spareCoupon', 'goneCoupon'],
  'PUT {shop}/admin/order/{id}': ['spareOrder', 'spareOrder', 'goneOrder'],
  'DELETE {shop}/admin/order/{id}': ['spareOrder', 'goneOrder'],
  // It shows archived orders as well.
  'GET {shop}/admin/order/{id}': ['spareOrder', 'paidOrder'],
  'GET {shop}/admin/order/{id}/shipments': ['spareOrder', 'paidOrder'],
  'GET {shop}/admin/order/{id}/invoices': ['spareOrder', 'paidOrder'],
  'POST {shop}/admin/order/{id}/restore': ['spareOrder'],
  'POST {shop}/admin/order/{id}/balance': ['spareOrder', 'paidOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/merge': ['spareOrder', 'paidOrder', 'goneOrder'],
  'DELETE {shop}/admin/order/{id}/merge': ['spareOrder', 'paidOrder', 'goneOrder'],
  'PUT {shop}/admin/order/{id}/lines': ['spareOrder', 'paidOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/prepare': ['paidOrder', 'spareOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/parcel': ['paidOrder', 'spareOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/close-rest': ['paidOrder', 'shippedOrder', 'goneOrder'],
  'PUT {shop}/admin/order/{id}/parcel/{parcelId}': ['shippedOrder', 'shippedOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/cancel': ['paidOrder', 'spareOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/return': ['shippedOrder', 'paidOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/refund': ['paidOrder', 'shippedOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/messages': ['spareOrder', 'paidOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/messages/settle': ['spareOrder', 'paidOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/note': ['spareOrder', 'goneOrder'],
  'POST {shop}/admin/order/{id}/mail': ['spareOrder', 'paidOrder', 'goneOrder'],
  'POST {shop}/admin/refund/{id}/done': ['spareRefund'],
  'POST {shop}/admin/shipment/{id}/retry': ['spareShipment', 'spareShipment', 'product'],
  'POST {shop}/admin/shipment/{id}/ask': ['spareShipment', 'spareShipment', 'product'],
  'POST {shop}/admin/shipment/{id}/cancel': ['spareShipment', 'spareShipment', 'product'],
}

/** The request that this seed has under this number. */
export function createCase(
  operations: readonly Operation[],
  seed: number,
  number: number,
): FuzzCase {
  const dice = new Dice(seed, number)
  if (dice.chance(0.01)) return otherRoutes(dice)
  const weighted = operations.map(
    (operation) => [seldom.test(operation.path) ? 0.08 : 1, operation] as const,
  )
  const operation = dice.weighted(weighted)
  const identity = chooseIdentity(operation, dice)
  const made = operation.isUpload
    ? createUpload(dice)
    : createBody(operation, dice, `${seed}-${number}`, dice.chance(0.65))
  const base: FuzzCase = {
    operation: operation.name,
    identity,
    kind: made.kind,
    method: operation.method,
    url: chooseUrl(operation, dice),
    headers: chooseHeaders(operation, made, dice),
    ...(made.body !== undefined && { body: made.body }),
    ...(made.isRaw && { isRaw: true }),
  }
  return withOddities(base, operation, dice)
}

function chooseIdentity(operation: Operation, dice: Dice): IdentityName {
  // Calls that would break the other requests of a round are sent at its end: see world.ts.
  const isEndOfRound = /orders\/all$|\/v2\/logout$/.test(operation.path)
  const names = isEndOfRound
    ? identityNames.filter((name) => !identityOf(name).role)
    : identityNames
  if (dice.chance(0.45) || isEndOfRound) return dice.pick(names)
  if (operation.caller === 'admin') {
    return dice.chance(0.6) ? 'the administrator' : dice.pick(staffNames)
  }
  if (operation.path.endsWith('/check')) return 'the administrator'
  if (operation.caller === 'member') return dice.pick(['member A', 'member A', 'member B'])
  if (operation.caller !== 'shopper') return 'nobody'
  return dice.pick(['member A', 'member A', 'member B', 'a guest'])
}

function chooseUrl(operation: Operation, dice: Dice): string {
  const target = dice.pick(targets[operation.name] ?? ['product'])
  // A parcel stands at the same place as its order.
  const place = dice.below(20)
  const path = operation.path
    .replace(/\{(id|code)\}/, `@${target}.${place}@`)
    .replace('{kind}', 'products')
    .replace('{subject}', 'product')
    .replace('{month}', '2099-01')
    .replace('{participationId}', `@placeA.${place}@`)
    .replace('{parcelId}', `@spareParcel.${place}@`)
  const query = new URLSearchParams()
  for (const [name, schema] of Object.entries(operation.query)) {
    if (dice.chance(0.5)) continue
    const value = validValue(schema, dice, { operation: operation.name, name, unique: '' })
    if (value !== undefined) query.set(name, String(value))
  }
  if (operation.caller === 'provider') query.set('key', 'minmin')
  return query.size > 0 ? `${path}?${query}` : path
}

function chooseHeaders(
  operation: Operation,
  made: { body?: string; contentType?: string },
  dice: Dice,
): Record<string, string> {
  const type = made.contentType ?? (made.body === undefined ? undefined : 'application/json')
  const takesKey =
    /\/(order|pay\/\{id\}|order\/\{id\}\/(cancel|refund)|participation|\{id\}\/group)$/.test(
      operation.path,
    ) && dice.chance(0.3)
  return {
    ...(type !== undefined && { 'content-type': type }),
    ...(takesKey && {
      'idempotency-key': dice.pick([
        '1',
        'k'.repeat(255),
        'k'.repeat(256),
        `${dice.below(1e9)}`,
        '\u00e9',
        ' ',
      ]),
    }),
  }
}
