import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { expireIfDue } from '../payments/news/expire-orders.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { type OpenTrade, openTryOutShop, type TryOutShop } from '../testing/doubles/try-out-shop.ts'
import {
  type CampaignAct,
  CampaignModel,
  type ModelSettings,
  minutesOpen,
  modelMembers,
} from '../testing/models/campaign-model.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import {
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../testing/test-campaigns.ts'
import { closingDeps, groupOf, rowsOf } from '../testing/test-closing.ts'
import type { Visitor } from '../testing/test-shop.ts'
import { applyDecision } from './closing/apply-decision.ts'
import { settleAll } from './closing/settle.ts'
import { takeCampaignTurn } from './turn-campaign.ts'
import { takeGroupTurn } from './turn-group.ts'

const seed = Number(process.env.CAMPAIGN_SEED ?? 20_261_122)
/** How many sequences; all of them with `npm run test:long`, or as many as are asked for. */
const sequences = Number(process.env.CAMPAIGN_RUNS ?? (process.env.TEST_LONG ? 1_000 : 5))
/** As a failure prints it: this sequence first. */
const path = process.env.CAMPAIGN_PATH

/** The checks read all of a shop after every step, so one shop plays no more sequences than these. */
const sequencesOfShop = 50
let shop: TryOutShop
let admin: TestAdministrator
let played = 0
async function openShop() {
  if (played > 0) await shop.close()
  // Thousands of sequences come from one address.
  const env = { IDENTITY_LIMITS: '10000', WRITE_LIMITS: '10000' }
  shop = await openTryOutShop({ autoCapture: false, env })
  admin = await openAdministrator(shop)
}
afterAll(() => shop.close())

const by = fc.nat({ max: modelMembers - 1 })
const settings: fc.Arbitrary<ModelSettings> = fc
  .record({
    money: fc.constantFrom('pay_after_success' as const, 'authorise_capture' as const),
    metric: fc.constantFrom('units' as const, 'members' as const),
    minTarget: fc.integer({ min: 1, max: 12 }),
    lots: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
    lotSize: fc.constantFrom(1, 1, 5),
    perMemberLimit: fc.option(fc.integer({ min: 2, max: 8 }), { nil: null }),
    withdraw: fc.constantFrom('until_close' as const, 'until_reached' as const),
  })
  .map(({ lots, ...drawn }) => ({
    ...drawn,
    minTarget: drawn.metric === 'members' ? Math.min(drawn.minTarget, 3) : drawn.minTarget,
    maxUnits: lots && drawn.lotSize * Math.ceil((drawn.minTarget + lots) / drawn.lotSize),
  }))
const act: fc.Arbitrary<CampaignAct> = fc.oneof(
  {
    weight: 18,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      by,
      qty: fc.integer({ min: 1, max: 9 }),
      acceptsFewer: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave' as const), by }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('authorise' as const), by }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay' as const), by }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(2, 14, 16, 60, 23 * 60, minutesOpen, 49 * 60),
    }),
  },
  {
    weight: 18,
    arbitrary: fc.record({
      kind: fc.constantFrom('turn' as const, 'apply' as const, 'expire' as const, 'money' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
)

/** The shop that does what the model does. */
class Real {
  readonly #campaign: TestCampaign
  readonly #members: Visitor[]
  readonly #money: ModelSettings['money']
  /** Of each member's last place. */
  readonly #places = new Map<number, { id: string; orderId: string; trade?: OpenTrade }>()
  #minutes = 0

  constructor(campaign: TestCampaign, members: Visitor[], money: ModelSettings['money']) {
    this.#campaign = campaign
    this.#members = members
    this.#money = money
  }

  async act(act: CampaignAct): Promise<number> {
    const deps = closingDeps(shop)
    const { groupId, id } = this.#campaign
    switch (act.kind) {
      case 'join':
        return this.#join(act)
      case 'leave': {
        const place = this.#places.get(act.by)
        if (!place) return 404
        return (await this.#member(act.by).delete(`/participation/${place.id}`)).status
      }
      case 'authorise':
        await this.#authorise(act.by)
        return 200
      case 'pay':
        await this.#pay(act.by)
        return 200
      case 'wait':
        this.#minutes += act.minutes
        await moveShopClock(shop, `${this.#minutes} minutes`)
        return 200
      case 'turn':
        await takeGroupTurn(deps, groupId)
        await takeCampaignTurn(deps, id)
        return 200
      case 'apply':
        await applyDecision(deps, groupId)
        return 200
      case 'expire':
        for (const orderId of await this.#placedOrders()) {
          await expireIfDue(shop.payments, { orderId, asks: 0 })
        }
        return 200
      case 'money':
        for (let runs = 0; runs < 3; runs++) await shop.runMoneyJobs()
        await settleAll(shop.database.db)
        return 200
      case 'cancel':
        return (await admin.post(`/admin/campaign/${id}/cancel`, { reason: '廠商停產' })).status
    }
  }

  #member(by: number): Visitor {
    const member = this.#members[by]
    if (!member) throw new Error(`there is no member ${by}`)
    return member
  }

  async #join({ by, qty, acceptsFewer }: Extract<CampaignAct, { kind: 'join' }>): Promise<number> {
    const data = joinData(this.#campaign, [qty], { accepts_fewer: acceptsFewer })
    const path = `/group/${this.#campaign.code}/participation`
    const { status, body } = await this.#member(by).post(path, data)
    if (status !== 200) return status
    const { id, order_id: orderId } = body.participation
    const trade =
      this.#money === 'authorise_capture' ? await shop.open(this.#member(by), orderId) : undefined
    this.#places.set(by, { id, orderId, ...(trade && { trade }) })
    return status
  }

  /** Also when the place has ended, but once only. */
  async #authorise(by: number): Promise<void> {
    const place = this.#places.get(by)
    if (!place?.trade) return
    await shop.act(place.trade, 'pay')
    this.#places.set(by, { id: place.id, orderId: place.orderId })
  }

  async #pay(by: number): Promise<void> {
    const place = this.#places.get(by)
    const [row] = await rowsOf<{ state: string }>(
      shop,
      'select state from participations where id = $1',
      [place?.id],
    )
    if (!place || row?.state !== 'awaiting_payment') return
    await shop.act(await shop.open(this.#member(by), place.orderId), 'pay')
  }

  async #placedOrders(): Promise<string[]> {
    const rows = await rowsOf<{ id: string }>(
      shop,
      `select orders.id from orders join participations as place on place.order_id = orders.id
        where place.group_id = $1 and orders.state = 'placed' order by place.seq`,
      [this.#campaign.groupId],
    )
    return rows.map(({ id }) => id)
  }

  async seen() {
    const places = await rowsOf(
      shop,
      'select state, qty from participations where group_id = $1 order by seq',
      [this.#campaign.groupId],
    )
    const [counts] = await rowsOf<{ taken: number[]; counted: number[] }>(
      shop,
      `select array[units_taken, members_taken] as taken,
        array[units_counted, members_counted] as counted from groups where id = $1`,
      [this.#campaign.groupId],
    )
    const { state, outcome } = await groupOf(shop, this.#campaign.groupId)
    return { places, counts, state: state === 'settled' ? outcome : state }
  }
}

function expected(model: CampaignModel) {
  return {
    places: model.places.map(({ state, qty }) => ({ state, qty })),
    counts: model.counts(),
    state: model.state,
  }
}

async function openReal(drawn: ModelSettings): Promise<Real> {
  await moveShopClock(shop, '0 seconds')
  const campaign = await openCampaign(shop, { ...drawn, graceMinutes: 15 })
  const members: Visitor[] = []
  for (let n = 0; n < modelMembers; n++) members.push(await openParticipant(shop))
  return new Real(campaign, members, drawn.money)
}

it(`is the model of a campaign after every step, and every invariant holds (INV-01) (INV-02) (INV-03) (INV-04) (INV-05) (INV-06) (INV-07) (INV-08) (INV-09) (INV-10) (INV-11) (INV-12) (INV-13) (INV-14), seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      settings,
      fc.array(act, { minLength: 8, maxLength: 24, size: 'max' }),
      async (drawn, acts) => {
        if (played % sequencesOfShop === 0) await openShop()
        played += 1
        const model = new CampaignModel(drawn)
        const real = await openReal(drawn)
        for (const one of acts) {
          const status = await real.act(one)
          expect([one, status]).toEqual([one, model.act(one)])
          expect({ after: one, ...(await real.seen()) }).toEqual({
            after: one,
            ...expected(model),
          })
          expect(await brokenChecks(shop.databaseUrl)).toEqual([])
        }
      },
    ),
    { seed, numRuns: sequences, endOnFailure: true, ...(path && { path }) },
  )
})
