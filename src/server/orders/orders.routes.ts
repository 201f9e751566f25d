import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/orders.schema.ts'
import { orderApi } from '#contract/orders.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedPage } from '../input/requested-page.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import { networkOf } from '../limits/network.ts'
import type { PersonalLimits } from '../limits/personal-limits.ts'
import { consume, type RateLimit } from '../limits/rate-limit.ts'
import type { OrderSubscriber } from './order-events.ts'
import { knownOrderKeys, knownOrderUserKeys } from './order-keys.ts'
import { readContact } from './order-user.ts'
import { toOrder } from './order-wire.ts'
import { findOwnOrder, listOwnOrders } from './orders.queries.ts'
import { checkOutCart } from './orders.service.ts'

/**
 * Limits requests for unknown orders and orders of others: no shopper mistypes an id that often.
 */
const unknownOrders: RateLimit = { name: 'order.unknown', max: 300, windowSeconds: 60 }

interface OrderDeps {
  config: Config
  db: NodePgDatabase
  personalLimits: PersonalLimits
  orderSubscribers: readonly OrderSubscriber[]
}

export function orderRoutes(mount: Mount, deps: OrderDeps): void {
  const { config, db, personalLimits, orderSubscribers } = deps
  const max = unknownOrders.max * config.writeLimitScale
  const guesses: RateLimit = { ...unknownOrders, max, isCachedWhenSpent: true }

  mount(orderApi.create, schema.create, async ({ data }, { caller, request }) => {
    const order = {
      owner: caller.owner,
      actor: caller.actor,
      contact: readContact(data.user, caller.memberId),
      userExtra: unknownProperties(data.user, knownOrderUserKeys),
      message: data.message ?? '',
      extra: unknownProperties(data, knownOrderKeys),
      expectedTotal: data.expected_total,
    }
    const options = { intended: parseIdempotencyKey(request), subscribers: orderSubscribers }
    const created = await personalLimits.writeCart(caller.owner, () =>
      checkOutCart(db, order, options),
    )
    return { message: '已建立訂單', ...created }
  })

  mount(orderApi.list, schema.list, async ({ query }, { caller, request }) => {
    const page = requestedPage(query.page)
    const { rows, total } = await personalLimits.read({ caller, request }, () =>
      listOwnOrders(db, {
        owner: caller.owner,
        limit: storefrontPageSize,
        offset: (page - 1) * storefrontPageSize,
      }),
    )
    const own = baseUrl(request, config)
    return {
      orders: rows.map(({ order, lines }) => toOrder(order, lines, own)),
      pagination: paginate({ page, pageSize: storefrontPageSize, total }),
      messages: [],
    }
  })

  mount(orderApi.detail, schema.detail, async ({ params }, { caller, request }) => {
    const found = await personalLimits.read({ caller, request }, () =>
      findOwnOrder(db, { owner: caller.owner, id: params.id }),
    )
    if (!found) {
      const result = await consume(db, guesses, networkOf(request.ip))
      if (!result.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', result)
      throw new ShopError('ORDER_NOT_FOUND')
    }
    return { order: toOrder(found.order, found.lines, baseUrl(request, config)) }
  })
}
