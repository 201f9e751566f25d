import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Participation } from '#contract/campaigns.ts'
import type { OwnHandOut } from '#contract/hand-out.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import * as schema from '#contract/participations.schema.ts'
import { joinApi, participationApi } from '#contract/participations.ts'
import type { Config } from '../../config.ts'
import type { CouponGuesses } from '../../coupons/coupon-guesses.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Caller } from '../../http/caller.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { rightsOf } from '../../http/shopper-rights.ts'
import { requestedPage } from '../../input/requested-page.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import { readOwnHandOutsOf } from '../../orders/hand-out-codes.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { readInvoice } from '../../orders/order-invoice.ts'
import { holderOf } from '../../orders/placing/holder.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import type { Settings } from '../../settings/settings.ts'
import { readShopNow } from '../campaigns.queries.ts'
import { turnGroup } from '../closing/closing.jobs.ts'
import { toParticipation } from '../participation-wire.ts'
import {
  findOwnParticipation,
  listOwnParticipations,
  type ParticipationFacts,
  setLastFive,
} from '../participations.queries.ts'
import type { GroupGuesses } from '../storefront/group-guesses.ts'
import { changePlace } from './change.service.ts'
import { countProvedPlaces } from './count-proved.ts'
import { joinGroup, openTeam } from './join.service.ts'
import { leaveGroup } from './leave.service.ts'
import { quoteChange, quoteJoin } from './quote.service.ts'
import type { PlaceRequest } from './take-place.ts'

interface ParticipationDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  personalLimits: PersonalLimits
  orderSubscribers: readonly OrderSubscriber[]
  paymentProviders: PaymentProviders
  groupGuesses: GroupGuesses
  couponGuesses: CouponGuesses
  settings: Pick<Settings, 'get'>
}

export function participationRoutes(mount: Mount, deps: ParticipationDeps): void {
  const { config, db, jobs, personalLimits, groupGuesses, couponGuesses, paymentProviders } = deps
  const joinDeps = { config, db, jobs, paymentProviders, subscribers: deps.orderSubscribers }
  const callOf = (request: FastifyRequest) => ({
    intended: parseIdempotencyKey(request),
    ownAddress: baseUrl(request, config),
  })
  const holderFor = (
    { user }: { user: { email: string } },
    caller: Caller,
    request: { ip: string },
  ) => holderOf({ caller, request, email: user.email, config })
  const requestOf = (data: Static<typeof schema.join.data>, caller: Caller) => ({
    ...placeRequest(data, caller),
    invoice: readInvoice(data.invoice, deps.settings.get()),
  })
  /** One after the other for each member; what has filled a group is decided at once. */
  async function write<T>({ owner }: Caller, work: () => Promise<T>): Promise<T> {
    const result = await personalLimits.writeCart(owner, work)
    jobs.wake(turnGroup)
    return result
  }

  /** Of members of another provider nothing else tells that the mailbox is proved. */
  async function countProved(caller: Caller): Promise<void> {
    if (!rightsOf(caller).countsInGroups) return
    const proved = { memberId: memberOf(caller), email: caller.email }
    if (await countProvedPlaces(joinDeps, proved)) jobs.wake(turnGroup)
  }

  const withCoupon = <T>(
    code: string | undefined,
    { caller, request }: { caller: Caller; request: FastifyRequest },
    work: () => Promise<T>,
  ) => (code?.trim() ? couponGuesses.run({ owner: caller.owner, ip: request.ip }, work) : work())

  mount(joinApi.join, schema.join, async ({ params: { code }, data }, { caller, request }) => {
    const asked = { ...requestOf(data, caller), holder: holderFor(data, caller, request), code }
    try {
      return await withCoupon(data.coupon, { caller, request }, () =>
        write(caller, () => joinGroup(joinDeps, asked, callOf(request))),
      )
    } catch (error) {
      const isUnknown = error instanceof ShopError && error.code === 'GROUP_NOT_FOUND'
      throw isUnknown ? await groupGuesses.refuse(request) : error
    }
  })

  mount(joinApi.openTeam, schema.openTeam, async ({ params, data }, { caller, request }) => {
    const pickupPlace = data.pickup_place?.trim() ?? ''
    const place = { ...requestOf(data, caller), holder: holderFor(data, caller, request) }
    const asked = { ...place, campaignId: params.id, pickupPlace }
    return withCoupon(data.coupon, { caller, request }, () =>
      write(caller, () => openTeam(joinDeps, asked, callOf(request))),
    )
  })

  mount(joinApi.quote, schema.quoteJoin, async ({ params, data }, { caller, request }) => {
    memberOf(caller)
    const { coupon, shipping } = data
    const lines = toAsked(data.lines)
    const asked = { campaignId: params.id, owner: caller.owner, lines, coupon, shipping }
    const quote = await withCoupon(coupon, { caller, request }, () =>
      personalLimits.read({ caller, request }, () => quoteJoin(db, asked)),
    )
    return { quote }
  })

  mount(participationApi.list, schema.participations, async ({ query }, { caller, request }) => {
    const page = requestedPage(query.page)
    await countProved(caller)
    const asked = {
      memberId: memberOf(caller),
      code: query.code ?? null,
      limit: storefrontPageSize,
      offset: (page - 1) * storefrontPageSize,
    }
    const [{ rows, total }, now] = await personalLimits.read({ caller, request }, () =>
      Promise.all([listOwnParticipations(db, asked), readShopNow(db)]),
    )
    const own = baseUrl(request, config)
    const handOuts = await readOwnHandOutsOf(
      db,
      rows.map(({ participation }) => participation.orderId),
    )
    return {
      participations: rows.map((row) => toOwn(row, own, handOuts)),
      pagination: paginate({ page, pageSize: storefrontPageSize, total }),
      messages: [],
      server_now: Math.floor(now / 1_000),
    }
  })

  mount(participationApi.detail, schema.participation, async ({ params }, { caller, request }) => {
    await countProved(caller)
    const found = await personalLimits.read({ caller, request }, () =>
      findOwnParticipation(db, { memberId: memberOf(caller), id: params.id }),
    )
    if (!found) throw new ShopError('PARTICIPATION_NOT_FOUND')
    const handOuts = await readOwnHandOutsOf(db, [found.participation.orderId])
    return { participation: toOwn(found, baseUrl(request, config), handOuts) }
  })
}

export function ownPlaceRoutes(mount: Mount, deps: ParticipationDeps): void {
  const { config, db, jobs, personalLimits, orderSubscribers, paymentProviders } = deps

  mount(participationApi.quote, schema.quoteChange, async (input, { caller, request }) => {
    const { params, data } = input
    const asked = { id: params.id, memberId: memberOf(caller), lines: toAsked(data.lines) }
    const quote = await personalLimits.read({ caller, request }, () => quoteChange(db, asked))
    return { quote }
  })

  mount(participationApi.change, schema.change, async ({ params, data }, { caller, request }) => {
    const change = {
      id: params.id,
      memberId: memberOf(caller),
      owner: caller.owner,
      actor: caller.actor,
      lines: data.lines && toAsked(data.lines),
      acceptsFewer: data.accepts_fewer,
      isAnonymous: data.is_anonymous,
      expectedTotal: data.expected_total,
      scale: config.limits['order.unpaid'],
    }
    const own = baseUrl(request, config)
    return personalLimits.writeCart(caller.owner, () =>
      changePlace({ config, db, jobs, paymentProviders }, change, own),
    )
  })

  mount(participationApi.transferred, schema.transferred, async ({ params, data }, { caller }) => {
    const of = { id: params.id, memberId: memberOf(caller), lastFive: data.last_five || null }
    const isSet = await personalLimits.writeCart(caller.owner, () => setLastFive(db, of))
    if (!isSet) throw new ShopError('PARTICIPATION_NOT_FOUND')
    return { message: '已告訴團主' }
  })

  mount(participationApi.withdraw, schema.withdraw, async ({ params, query }, { caller }) => {
    const { owner, actor } = caller
    const expected = query.expected_state
    const place = { id: params.id, memberId: memberOf(caller), owner, actor, expected }
    return personalLimits.writeCart(owner, () => leaveGroup(db, place, orderSubscribers))
  })
}

/** With what its member shows where the goods are handed out. */
function toOwn(
  row: ParticipationFacts,
  ownAddress: string,
  handOuts: ReadonlyMap<string, OwnHandOut>,
): Participation {
  const { orderId, handedOutAt } = row.participation
  const handOut = handedOutAt
    ? { handed_out_at: toEpochSeconds(handedOutAt) }
    : handOuts.get(orderId)
  return { ...toParticipation(row, ownAddress), ...(handOut && { hand_out: handOut }) }
}

/** Of a call that only members may make. */
export function memberOf(caller: Caller): string {
  const { memberId } = caller
  if (memberId === null || !rightsOf(caller).joinsGroups) throw new ShopError('MEMBER_REQUIRED')
  return memberId
}

function toAsked(lines: Static<typeof schema.join.data>['lines']) {
  return lines.map(({ product_id, variant_id, qty }) => ({
    productId: product_id,
    variantId: variant_id || undefined,
    qty,
  }))
}

/** Nothing else that a client sends counts for anything. */
function placeRequest(data: Static<typeof schema.join.data>, caller: Caller): PlaceRequest {
  return {
    memberId: memberOf(caller),
    owner: caller.owner,
    actor: caller.actor,
    isProved: rightsOf(caller).countsInGroups,
    lines: toAsked(data.lines),
    user: data.user,
    shipping: data.shipping,
    message: data.message ?? '',
    coupon: data.coupon,
    acceptsFewer: data.accepts_fewer ?? false,
    isAnonymous: data.is_anonymous ?? false,
    privacyVersion: data.privacy_version,
    via: data.via,
    seller: data.seller,
    expectedTotal: data.expected_total,
    asked: { credit: data.credit, points: data.points },
  }
}
