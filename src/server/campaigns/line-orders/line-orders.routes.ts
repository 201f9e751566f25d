import { and, eq, isNotNull } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import * as schema from '#contract/line-orders.schema.ts'
import { adminLineOrderApi, type LineResult, lineOrderApi } from '#contract/line-orders.ts'
import { t } from '#contract/translate.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { groups } from '../../db/tables/groups.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Caller } from '../../http/caller.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import type { GuestAccess } from '../../orders/guest-access.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import type { Settings } from '../../settings/settings.ts'
import { groupSubject } from '../back-office/group-care.service.ts'
import { findGroup } from '../campaigns.queries.ts'
import { turnGroup } from '../closing/closing.jobs.ts'
import { memberOf } from '../join/participations.routes.ts'
import type { GroupGuesses } from '../storefront/group-guesses.ts'
import { enterLineOrders, type PlaceToEnter } from './enter-line-orders.ts'
import { type LineGroup, takesLineOrders } from './line-group.ts'
import { type ReadRequest, readLineOrders } from './read-line-orders.ts'

interface LineOrderDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  settings: Settings
  guestAccess: GuestAccess
  personalLimits: PersonalLimits
  groupGuesses: GroupGuesses
  orderSubscribers: readonly OrderSubscriber[]
  paymentProviders: PaymentProviders
}

export function lineOrderRoutes(mount: Mount, deps: LineOrderDeps): void {
  const { config, db, jobs, settings, guestAccess, personalLimits, groupGuesses } = deps
  const enterDeps = { ...deps, subscribers: deps.orderSubscribers }
  const assertOn = (by: 'staff' | 'leader') => {
    if (!takesLineOrders(settings.get().order, by)) throw new ShopError('LINE_ORDERS_OFF')
  }
  /** A leader's link is the weaker one: where a refund goes is not for the leader to say. */
  const linksOf = (request: FastifyRequest, by: 'mailbox' | 'telephone') => (orderId: string) => {
    const access = guestAccess.grant(orderId, by)
    return `${baseUrl(request, config)}/main/order/${orderId}?access=${access}`
  }

  /** A group that the caller does not lead is as unknown as one that is not there. */
  async function ledGroup(code: string, caller: Caller, request: FastifyRequest) {
    const memberId = memberOf(caller)
    assertOn('leader')
    const facts = await findGroup(db, code)
    if (facts?.group.leaderId !== memberId) throw await groupGuesses.refuse(request)
    return facts
  }

  async function groupOfCampaign(of: {
    campaign_id: string
    group_id?: string
  }): Promise<LineGroup['facts']> {
    assertOn('staff')
    const code = await findCode(db, of)
    const facts = code === undefined ? undefined : await findGroup(db, code)
    if (!facts) throw new ShopError('GROUP_NOT_FOUND')
    return facts
  }

  mount(lineOrderApi.read, schema.read, async ({ params, data }, { caller, request }) =>
    personalLimits.read({ caller, request }, async () => {
      const facts = await ledGroup(params.code, caller, request)
      return readLineOrders(db, toRead(data, facts, linksOf(request, 'telephone')))
    }),
  )

  mount(lineOrderApi.enter, schema.enter, async ({ params, data }, { caller, request }) => {
    const facts = await ledGroup(params.code, caller, request)
    const asked = { facts, actor: caller.actor, ...toEnter(data) }
    const results = await personalLimits.writeCart(caller.owner, () =>
      enterLineOrders(enterDeps, asked),
    )
    jobs.wake(turnGroup)
    return { message: messageOf(results), results }
  })

  mount(adminLineOrderApi.read, schema.adminRead, async ({ data }, { request, actor }) => {
    const facts = await groupOfCampaign(data)
    const reply = await readLineOrders(db, toRead(data, facts, linksOf(request, 'mailbox')))
    const subject = groupSubject(facts.group, facts.campaign)
    // Looking at how the group stands reads no chat.
    if (data.text.trim() !== '') {
      await recordAudit(db, actor, { action: 'group.read_line_orders', subject })
    }
    return reply
  })

  mount(adminLineOrderApi.enter, schema.adminEnter, async ({ data }, { actor }) => {
    const facts = await groupOfCampaign(data)
    const results = await enterLineOrders(enterDeps, { facts, actor, ...toEnter(data) })
    jobs.wake(turnGroup)
    return { message: messageOf(results), results }
  })
}

/** Of a pool its group; of teams the one that is named. */
async function findCode(
  db: Db,
  { campaign_id: campaignId, group_id: id }: { campaign_id: string; group_id?: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ code: groups.code })
    .from(groups)
    .where(
      and(
        eq(groups.campaignId, campaignId),
        id === undefined ? isNotNull(groups.poolOf) : eq(groups.id, id),
      ),
    )
  return row?.code
}

type ReadData = Static<typeof schema.read.data>
type AskedPlaces = Static<typeof schema.enter.data>['places']

function toRead(
  { text, words = [], names = [], places = [], pick_up }: ReadData,
  facts: LineGroup['facts'],
  linkTo: ReadRequest['linkTo'],
): ReadRequest {
  return {
    ...{ facts, text, names, linkTo },
    words: new Map(words.map(({ sold_id, words: own }) => [sold_id, own])),
    places: toPlaces(places),
    pickUp: toPickUp(pick_up),
  }
}

function toEnter({ places, pick_up }: Pick<ReadData, 'pick_up'> & { places: AskedPlaces }) {
  return { places: toPlaces(places), pickUp: toPickUp(pick_up) }
}

function toPlaces(places: AskedPlaces): PlaceToEnter[] {
  return places.map(({ name, person_id, contact_name, tel, lines, version, expected_total }) => ({
    name: name.trim(),
    personId: person_id,
    contactName: contact_name,
    tel,
    lines: lines.map(({ product_id, variant_id, qty }) => ({
      productId: product_id,
      variantId: variant_id || undefined,
      qty,
    })),
    version,
    expectedTotal: expected_total,
  }))
}

function toPickUp(pickUp: ReadData['pick_up']) {
  if (!pickUp) return undefined
  const { method_id, place_id } = pickUp
  return { method_id, ...(place_id && { place_id }) }
}

function messageOf(results: readonly LineResult[]): string {
  const refused = results.filter(({ outcome }) => outcome === 'refused').length
  const done = results.length - refused
  return refused === 0
    ? t('已登錄 {done} 人', { done })
    : t('已登錄 {done} 人，{refused} 人沒有登錄', { done, refused })
}
