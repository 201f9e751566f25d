import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { type SellerAct, SellerModel } from '../../testing/models/seller-model.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import {
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { endGroup, rowsOf } from '../../testing/test-closing.ts'
import {
  completeOrder,
  openSeller,
  refundByHand,
  type TestSeller,
} from '../../testing/test-sellers.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const seed = Number(process.env.SELLER_SEED ?? 20_261_130)
const buyers = 3
const terms = { percent: 7, price: 33 }

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { IDENTITY_LIMITS: '10000', WRITE_LIMITS: '10000' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
afterEach(() => moveShopClock(shop, '0 seconds'))

const by = fc.nat({ max: buyers - 1 })
const seller = fc.constantFrom(0 as const, 1 as const)
const of = <Kind extends SellerAct['kind']>(kind: Kind) =>
  fc.record({ kind: fc.constant(kind), by })
const join: fc.Arbitrary<SellerAct> = fc.record({
  ...{ kind: fc.constant('join' as const), by, pieces: fc.integer({ min: 1, max: 5 }) },
  link: fc.constantFrom(0 as const, 0 as const, 1 as const, 1 as const, 2 as const, 3 as const),
})
const end: fc.Arbitrary<SellerAct> = fc.record({
  ...{ kind: fc.constant('end' as const), seller, isEnded: fc.boolean() },
})
const before: fc.Arbitrary<SellerAct> = fc.oneof(
  { weight: 6, arbitrary: join },
  { weight: 2, arbitrary: of('leave') },
  { weight: 2, arbitrary: end },
)
const after: fc.Arbitrary<SellerAct> = fc.oneof(
  { weight: 5, arbitrary: of('pay') },
  { weight: 5, arbitrary: of('complete') },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('refund' as const), by },
      quarters: fc.constantFrom(1 as const, 2 as const, 4 as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('payout' as const), seller },
      quarters: fc.constantFrom(1 as const, 4 as const, 5 as const),
    }),
  },
  { weight: 1, arbitrary: of('cancel') },
  { weight: 1, arbitrary: of('leave') },
  { weight: 1, arbitrary: join },
  { weight: 1, arbitrary: end },
)

interface Buyer {
  member: Awaited<ReturnType<typeof openParticipant>>
  participationId: string
  orderId: string
}

/** A campaign with two sellers, and buyers who bring their links. */
async function openWorld() {
  await moveShopClock(shop, '0 seconds')
  const campaign: TestCampaign = await openCampaign(
    shop,
    { hasSellers: true, commissionPercent: terms.percent, minTarget: 1 },
    { tiers: [[1, terms.price]] },
  )
  const sellers: TestSeller[] = [await openSeller(shop, campaign), await openSeller(shop, campaign)]
  const all: Buyer[] = []
  for (let n = 0; n < buyers; n++) {
    all.push({ member: await openParticipant(shop), participationId: '', orderId: '' })
  }
  return { campaign, sellers, buyers: all }
}
type World = Awaited<ReturnType<typeof openWorld>>

const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n]
  if (found === undefined) throw new Error(`there is no ${n}`)
  return found
}

/** Does with a shop what the model has done, and gives whether it happened. */
async function doAct(
  world: World,
  act: SellerAct,
  { amount, happens }: { amount: number; happens: boolean },
): Promise<boolean> {
  const { campaign, sellers } = world
  switch (act.kind) {
    case 'join': {
      const { member } = at(world.buyers, act.by)
      const code = act.link === 2 ? 'nobody' : sellers[act.link]?.code
      const user = { name: '王小明', email: member.email, tel: '0912345678', address: '台北市' }
      const data = joinData(campaign, [act.pieces], { user, ...(code && { seller: code }) })
      const { status, body } = await member.post(`/group/${campaign.code}/participation`, data)
      if (status !== 200) return false
      const { id: participationId, order_id: orderId } = body.participation
      world.buyers[act.by] = { member, participationId, orderId }
      return true
    }
    case 'end': {
      const { body } = await owner.get(`/admin/campaign/${campaign.id}/sellers`)
      const listed = body.sellers.find(
        ({ code }: { code: string }) => code === at(sellers, act.seller).code,
      )
      const data = { is_ended: act.isEnded }
      return (await owner.put(`/admin/campaign-seller/${listed.id}`, data)).status === 200
    }
    case 'close':
      await endGroup(shop, campaign)
      return true
    case 'payout': {
      const leader_id = at(sellers, act.seller).uid
      const data = { leader_id, amount, note: '匯款' }
      return (await owner.post('/admin/commission/payout', data)).status === 200
    }
    default:
      return happens && moveOrder(at(world.buyers, act.by), act.kind, amount)
  }
}

async function moveOrder(
  { member, participationId, orderId }: Buyer,
  kind: 'leave' | 'pay' | 'cancel' | 'complete' | 'refund',
  amount: number,
): Promise<boolean> {
  switch (kind) {
    case 'leave':
      return (await member.delete(`/participation/${participationId}`)).status === 200
    case 'pay':
      return (await owner.put(`/admin/order/${orderId}`, { is_paid: true })).status === 200
    case 'cancel': {
      const { status } = await owner.post(`/admin/order/${orderId}/cancel`, { reason: '缺貨' })
      return status === 200
    }
    case 'complete':
      await completeOrder(shop, owner, orderId)
      return true
    case 'refund':
      await refundByHand(owner, orderId, amount)
      return true
  }
}

/** Sums as the owner and the sellers read them, and whose each place is. */
async function seen({ campaign, sellers, buyers: all }: World) {
  const { body } = await owner.get(`/admin/campaign/${campaign.id}/sellers`)
  const earned = sellers.map(
    ({ code }) =>
      body.sellers.find((listed: { code: string }) => listed.code === code).earned as number,
  )
  const own = await Promise.all(
    sellers.map(async (one) => (await one.get(`/selling/${campaign.id}`)).body.selling.earned),
  )
  const balances = await Promise.all(
    sellers.map(async (one) => (await one.get('/commission')).body.balance),
  )
  const sold = await rowsOf<{ id: string; by: string | null }>(
    shop,
    `select place.id, seller.member_id as by from participations as place
      left join campaign_sellers as seller on seller.id = place.seller_id
      where place.campaign_id = $1`,
    [campaign.id],
  )
  const byPlace = new Map(sold.map(({ id, by: soldBy }) => [id, soldBy]))
  return {
    ...{ earned, own, balances, parts: body.parts },
    soldBy: all.map(({ participationId }) => byPlace.get(participationId) ?? null),
  }
}

function expected(model: SellerModel, { sellers }: World) {
  const earned = sellers.map((_, n) => model.earned(n))
  const [one = 0, two = 0] = earned
  const parts = { goods: model.goods(), sellers: one + two, leader: 0 }
  return {
    ...{ earned, own: earned, balances: sellers.map((_, n) => model.balance(n)) },
    parts: { ...parts, shop: parts.goods - one - two },
    soldBy: Array.from({ length: buyers }, (_, n) => {
      const of = model.places[n]?.seller
      return of === undefined ? null : at(sellers, of).uid
    }),
  }
}

it(`commissions of all sellers and the shop's part are the goods, and no place changes its seller, after any order of clicks, joins, refunds and payouts (AFTER-10) (INV-16), seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(before, { minLength: 4, maxLength: 10, size: 'max' }),
      fc.array(after, { minLength: 8, maxLength: 20, size: 'max' }),
      async (first, then) => {
        const world = await openWorld()
        const model = new SellerModel(terms)
        for (const act of [...first, { kind: 'close' as const }, ...then]) {
          // Of what is there before the act.
          const amount = 'quarters' in act ? model.amountOf(act) : 0
          const happens = model.act(act)
          expect([act, await doAct(world, act, { amount, happens })]).toEqual([act, happens])
          expect({ after: act, ...(await seen(world)) }).toEqual({
            after: act,
            ...expected(model, world),
          })
        }
        expect(await brokenChecks(shop.databaseUrl)).toEqual([])
      },
    ),
    { seed, numRuns: propertyRuns(36), endOnFailure: true },
  )
})
