import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { OrderState, OrderStateGroup } from '#contract/order-states.ts'
import * as schema from '#contract/orders.schema.ts'
import { orderApi } from '#contract/orders.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Caller } from '../../http/caller.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { requestedPage } from '../../input/requested-page.ts'
import { unknownProperties } from '../../input/unknown-properties.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import { findAgreedVersion } from '../../settings/policy.queries.ts'
import type { Settings } from '../../settings/settings.ts'
import type { GuestAccess } from '../guest-access.ts'
import { claimGuestOrders } from '../life/claim-orders.ts'
import type { OrderSubscriber } from '../order-events.ts'
import { knownOrderKeys, knownOrderUserKeys } from '../order-keys.ts'
import { readContact } from '../order-user.ts'
import { toOrder } from '../order-wire.ts'
import { listOwnOrders } from '../orders.queries.ts'
import { holderOf } from './holder.ts'
import { readLastRecipient } from './last-recipient.ts'
import { checkOutCart } from './orders.service.ts'

interface OrderDeps {
  config: Config
  db: NodePgDatabase
  personalLimits: PersonalLimits
  settings: Settings
  orderSubscribers: readonly OrderSubscriber[]
  guestAccess: GuestAccess
}

const groups: Record<OrderStateGroup, readonly OrderState[]> = {
  open: ['paid', 'preparing', 'shipped'],
  closed: ['delivered', 'completed', 'returned'],
}

function statesOf(named: OrderState | OrderStateGroup): readonly OrderState[] {
  return named === 'open' || named === 'closed' ? groups[named] : [named]
}

function isOfPrice({ code }: ShopError): boolean {
  return code === 'ORDER_TOTAL_CHANGED' || code.startsWith('SHIPPING_')
}

export function orderRoutes(mount: Mount, deps: OrderDeps): void {
  const { config, db, guestAccess, personalLimits, settings, orderSubscribers } = deps

  mount(orderApi.create, schema.create, async ({ data }, { caller, request }) => {
    if (caller.memberId === null && settings.get().shop.members_only) {
      throw new ShopError('MEMBER_REQUIRED')
    }
    const { shipping } = data
    const user = { ...data.user, ...(shipping?.address && { address: shipping.address }) }
    const contact = readContact(user, caller.memberId, { needsAddress: !shipping })
    const order = {
      owner: caller.owner,
      actor: caller.actor,
      contact,
      shipping,
      holder: holderOf({ caller, request, email: contact.email, config }),
      userExtra: unknownProperties(data.user, knownOrderUserKeys),
      message: data.message ?? '',
      extra: unknownProperties(data, knownOrderKeys),
      expectedTotal: data.expected_total,
      privacyVersion: data.privacy_version,
    }
    const options = { intended: parseIdempotencyKey(request), subscribers: orderSubscribers }
    const created = await personalLimits
      .writeCart(caller.owner, () => checkOutCart(db, order, options))
      .catch(async (error) => {
        // The cart is shown with the cached methods: the shopper is to see what it would cost now.
        if (error instanceof ShopError && isOfPrice(error)) await settings.refresh()
        throw error
      })
    const access = caller.memberId === null ? guestAccess.grant(created.orderId) : undefined
    return { message: '已建立訂單', ...created, ...(access !== undefined && { access }) }
  })

  mount(orderApi.defaults, schema.defaults, async (_, { caller, request }) => {
    const { owner, memberId } = caller
    const [last, agreed] = await personalLimits.read({ caller, request }, () =>
      Promise.all([readLastRecipient(db, owner), findAgreedVersion(db, memberId)]),
    )
    return {
      ...(last && { recipient: toRecipient(last, caller) }),
      ...(agreed !== undefined && { agreed_version: agreed }),
    }
  })

  mount(orderApi.list, schema.list, async ({ query }, { caller, request }) => {
    const page = requestedPage(query.page)
    const { rows, total } = await personalLimits.read({ caller, request }, async () => {
      await claimGuestOrders(db, caller, orderSubscribers)
      return listOwnOrders(db, {
        owner: caller.owner,
        states: query.state ? statesOf(query.state) : null,
        limit: storefrontPageSize,
        offset: (page - 1) * storefrontPageSize,
      })
    })
    const own = baseUrl(request, config)
    return {
      orders: rows.map((row) => toOrder(row, own)),
      pagination: paginate({ page, pageSize: storefrontPageSize, total }),
      messages: [],
    }
  })
}

/** A member with an address has the mails there; the one of the last order is for others. */
function toRecipient(
  { email, ...recipient }: NonNullable<Awaited<ReturnType<typeof readLastRecipient>>>,
  caller: Pick<Caller, 'email'>,
) {
  return caller.email === null ? { ...recipient, email } : recipient
}
