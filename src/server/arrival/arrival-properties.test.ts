import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isToShare, shareCampaignPieces } from '../campaigns/storefront/share-pieces.ts'
import { readPieces } from '../campaigns/supply/settlement.queries.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import {
  type Between,
  betweenKinds,
  type ModelArrivalPlace,
  outcomeOf,
} from '../testing/models/arrival-model.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import {
  arrivedOrder,
  type OpenedPlaces,
  openPlaces,
  settle,
  undo,
  type WishPays,
  work,
} from '../testing/test-arrivals.ts'
import { type JoinedMember, rowsOf } from '../testing/test-closing.ts'
import { insertTestShipment } from '../testing/test-shipments.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const seed = Number(process.env.ARRIVAL_SEED ?? 20_261_129)
const sequences = Number(process.env.ARRIVAL_RUNS ?? propertyRuns(60))

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { IDENTITY_LIMITS: '10000', WRITE_LIMITS: '10000' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const drawn = fc.boolean().chain((isOfLeader) => {
  const ways: WishPays[] = isOfLeader ? ['ahead', 'paid'] : ['paid', 'on_delivery', 'unpaid']
  const wish = fc.record({
    qty: fc.integer({ min: 1, max: 5 }),
    fewer: fc.boolean(),
    pays: fc.constantFrom(...ways),
  })
  return fc.record({
    isOfLeader: fc.constant(isOfLeader),
    wishes: fc.array(wish, { minLength: 2, maxLength: 5 }),
    /** Waited for by nobody yet, and what comes with the run. */
    before: fc.integer({ min: 0, max: 8 }),
    more: fc.integer({ min: 0, max: 4 }),
    rule: fc.constantFrom('joined', 'even'),
    between: fc.array(fc.record({ by: fc.nat(4), kind: fc.constantFrom(...betweenKinds) }), {
      maxLength: 4,
    }),
    isUndone: fc.boolean(),
  })
})

/** Changes an order between the run and its undo; false where the shop refuses it. */
async function happen(kind: Between, place: JoinedMember): Promise<boolean> {
  const path = `/admin/order/${place.orderId}`
  switch (kind) {
    case 'asked': {
      const text = '什麼時候到？'
      return (await place.post(`/order/${place.orderId}/messages`, { text })).status === 200
    }
    case 'corrected':
      return (await owner.put(path, { user: { tel: '0987654321' } })).status === 200
    case 'prepared':
      return (await owner.post(`${path}/prepare`)).status === 200
    case 'sent':
      return (await owner.post(`${path}/parcel`, { carrier: 'own' })).status === 200
    case 'cancelled':
      return (await owner.post(`${path}/cancel`, { reason: '顧客來電取消' })).status === 200
    case 'packed': {
      const { state } = await arrivedOrder(shop, place)
      const isPacked = await rowsOf(shop, 'select from shipments where order_id = $1', [
        place.orderId,
      ])
      if (state === 'cancelled' || state === 'shipped' || isPacked.length > 0) return false
      await insertTestShipment(shop, place.orderId, 'made')
      return true
    }
  }
}

/** As the job does once an order is cancelled, and the sweep each minute. */
const share = ({ campaign: { id, productIds } }: OpenedPlaces) =>
  shareCampaignPieces(shop.database.db, { campaignId: id, variantId: productIds[0] ?? '' })

/** Nobody holds more than is to be shipped, nobody lacks what lies there, and no rule is broken. */
async function assertHeld(opened: OpenedPlaces): Promise<void> {
  const { campaign, places } = opened
  await share(opened)
  for (const place of places) {
    const { state, pieces, shipped, held } = await arrivedOrder(shop, place)
    const needed = state === 'cancelled' ? 0 : pieces - shipped
    expect({ held: held <= needed, of: place.orderId }).toEqual({ held: true, of: place.orderId })
  }
  const pieces = await readPieces(shop.database.db, campaign.id)
  expect(pieces.filter(isToShare)).toEqual([])
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
}

it(`gives each place what was shown, and undone leaves only what somebody touched, seed ${seed} (AFTER-01) (AFTER-02) (INV-14)`, async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ isOfLeader, wishes, before, more, rule, ...then }) => {
      const opened = await openPlaces(shop, owner, wishes, { isOfLeader })
      const { campaign, places } = opened
      const path = `/admin/campaign/${campaign.id}/arrival`
      const linesOf = (received: number) => [{ product_id: campaign.productIds[0], received }]
      if (before > 0) await owner.post(path, { lines: linesOf(before) })
      const asked = { lines: more > 0 ? linesOf(more) : [], rule }
      const shown = (await owner.post(path, { ...asked, preview: true })).body
      const data = { ...asked, expected_total: shown.refund_total }
      const { run } = (await owner.post(path, data)).body
      if (run) await work(shop, run.id)
      await assertHeld(opened)

      const model = new Map<string, ModelArrivalPlace>()
      for (const of of shown.places) {
        const [{ ordered, given }] = of.lines
        const place = places.find(({ orderId }) => orderId === of.order_id)
        if (!place) throw new Error(`${of.order_id} has no place`)
        model.set(of.order_id, { ordered, given, refund: of.refund, touched: [] })
        const { held, pieces, refunds } = await arrivedOrder(shop, place)
        expect({ held, pieces }).toEqual({ held: given, pieces: given || ordered })
        expect(refunds.map(({ amount }) => amount)).toEqual(of.refund > 0 ? [of.refund] : [])
      }
      if (!run) return

      for (const { by, kind } of then.between) {
        const place = places[by % places.length]
        const touched = place && model.get(place.orderId)?.touched
        if (place && touched && (await happen(kind, place))) touched.push(kind)
      }
      if (then.isUndone) {
        const { kept } = await undo(shop, owner, run.id)
        const stay = [...model.values()].filter((of) => outcomeOf(of, 'undone').isKept)
        expect(kept).toBe(stay.length)
        await assertHeld(opened)
      }
      await settle(shop, run.id)
      await assertHeld(opened)
      for (const place of places) {
        const of = model.get(place.orderId)
        if (!of) continue
        const { state, pieces, refunds } = await arrivedOrder(shop, place)
        const end = outcomeOf(of, then.isUndone ? 'undone' : 'settled')
        expect({ of, pieces, isCancelled: state === 'cancelled' }).toEqual({
          ...{ of, pieces: end.pieces, isCancelled: end.isCancelled },
        })
        if (of.refund > 0) expect(refunds[0]?.state === 'dropped').toBe(end.isDropped)
      }
      await shop.database.pool.query('delete from shipments')
    }),
    { seed, numRuns: sequences, endOnFailure: true },
  )
})
