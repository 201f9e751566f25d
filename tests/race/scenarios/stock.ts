import { stockDisagreements } from '../../../src/server/testing/stock-disagreements.ts'
import { counted, countedVariants, setStock } from '../counted-product.ts'
import { type Product, type RaceHarness, soldIdOf } from '../race-harness.ts'
import {
  burstSize,
  mustOnlyAnswer,
  mustSucceedOnce,
  type Round,
  type Scenario,
  shuffled,
  times,
  withStatus,
} from '../scenario.ts'
import { addition, contact, lineOf, newGuest, orderRequest, type Shopper } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

/** Two nodes are asked by as many as a popular piece has; one node is there for the logic alone. */
const buyersOf = ({ nodes }: RaceHarness) => (nodes.length > 1 ? 500 : 100)

async function readStock(harness: RaceHarness, product: Product): Promise<[number, number]> {
  const [row] = await harness.query<{ on_hand: number; held: number }>(
    'select on_hand, held from stock where product_id = $1',
    [soldIdOf(product)],
  )
  must(row !== undefined, 'the stock of a product is gone')
  return [row.on_hand, row.held]
}

/** The ledger, the holds and the numbers agree; and what is held is what the orders ordered. */
async function mustAgree(harness: RaceHarness, products: readonly Product[]): Promise<void> {
  mustEqual(await harness.query(stockDisagreements), [], 'stock that does not agree')
  for (const product of products) {
    const [ordered] = await harness.query<{ qty: number }>(
      `select coalesce(sum(line.qty), 0)::int as qty
       from order_lines as line join orders on orders.id = line.order_id
       where coalesce(line.variant_id, line.product_id) = $1 and orders.state <> 'cancelled'`,
      [soldIdOf(product)],
    )
    const [, held] = await readStock(harness, product)
    mustEqual(held, ordered?.qty, `held of what the orders have of ${soldIdOf(product)}`)
  }
}

/** In groups, so that the nodes are not flooded before the burst. */
async function fillCarts(
  { harness }: Round,
  shoppers: readonly Shopper[],
  productsOf: (index: number) => readonly Product[],
): Promise<void> {
  for (let from = 0; from < shoppers.length; from += 20) {
    await Promise.all(
      shoppers.slice(from, from + 20).map(async (shopper, n) => {
        for (const product of productsOf(from + n)) {
          await harness.call(addition(shopper, product, 1), n)
        }
      }),
    )
  }
}

const onePiece: Scenario = {
  name: 'the last piece of a variant ordered by hundreds at once, while another variant sells',
  ids: 'STOCK-24 VAR-03 I2',
  weight: 1,
  async run(round) {
    const { harness, random } = round
    const [other, product] = await countedVariants(harness, 2, 1)
    must(product !== undefined && other !== undefined, 'there are no variants')
    await setStock(harness, other, burstSize)
    const shoppers = times(buyersOf(harness), () => newGuest(random))
    const others = times(burstSize, () => newGuest(random))
    await fillCarts(round, shoppers, () => [product])
    await fillCarts(round, others, () => [other])
    const mixed = shuffled(random, [...shoppers, ...others])
    const all = await round.burst(mixed.map((shopper) => orderRequest(shopper)))
    const repliesTo = (meant: readonly Shopper[]) =>
      all.filter((_, index) => meant.some((shopper) => shopper === mixed[index]))
    const replies = repliesTo(shoppers)
    mustOnlyAnswer(replies, [200, 409])
    mustOnlyAnswer(repliesTo(others), [200])
    mustSucceedOnce(replies, round)
    for (const { body } of withStatus(replies, 409)) {
      mustEqual(body.code, 'ORDER_STOCK_SHORT', 'a refusal')
      const [short] = body.shortages as { product_id: string; variant_id?: string; left: number }[]
      mustEqual(
        [short?.variant_id ?? short?.product_id, short?.left],
        [soldIdOf(product), 0],
        'what is short',
      )
    }
    mustEqual(await readStock(harness, product), [1, 1], 'on hand and held')
    await mustAgree(harness, [product, other])
  },
}

const cancellation = { reason: '缺貨' }

const fiveSold: Scenario = {
  name: 'three products and two variants of another ordered together, their lines in changing order',
  ids: 'STOCK-06 STOCK-07 STOCK-25 VAR-03 I2',
  weight: 6,
  async run(round) {
    const { harness, random } = round
    const single = await Promise.all(times(3, () => counted(harness, 40)))
    const products = [...single, ...(await countedVariants(harness, 2, 40))]
    const earlier = times(5, () => newGuest(random))
    await fillCarts(round, earlier, () => products)
    const cancelled = await Promise.all(
      earlier.map(async (shopper) => String((await harness.call(orderRequest(shopper))).orderId)),
    )
    const shoppers = times(burstSize - 8, () => newGuest(random))
    const orders = shoppers.map(() => shuffled(random, products))
    await fillCarts(round, shoppers, (index) => orders[index] ?? [])
    const [first] = products
    must(first !== undefined, 'there are no products')
    // Releases, a new count and manual entries meet the orders.
    const others = [
      ...cancelled.map((id) => harness.admin('POST', `/order/${id}/cancel`, cancellation)),
      harness.admin('PUT', `/stock/${first.id}`, { on_hand: 45, reason: 'received' }),
      harness.admin('POST', '/stock/count', {
        lines: shuffled(random, products).map((product) => ({ ...lineOf(product), on_hand: 44 })),
      }),
      harness.admin('POST', '/order', {
        user: contact,
        products: shuffled(random, products).map((product) => ({ ...lineOf(product), qty: 2 })),
      }),
    ]
    const requests = [...others, ...shoppers.map((shopper) => orderRequest(shopper))]
    mustOnlyAnswer(await round.burst(shuffled(random, requests)), [200, 409])
    await mustAgree(harness, products)
  },
}

const lastPieces: Scenario = {
  name: 'the last pieces ordered while orders give theirs back',
  ids: 'STOCK-04 STOCK-05 STOCK-06',
  weight: 3,
  async run(round) {
    const { harness, random } = round
    const products = [await counted(harness, 5), ...(await countedVariants(harness, 2, 5))]
    const shoppers = times(burstSize, () => newGuest(random))
    await fillCarts(round, shoppers, () => shuffled(random, products).slice(0, 2))
    const early = shoppers.slice(0, 2)
    const ids = []
    for (const shopper of early) ids.push((await harness.call(orderRequest(shopper))).orderId)
    const replies = await round.burst([
      ...ids.map((id) => harness.admin('POST', `/order/${id}/cancel`, cancellation)),
      ...shoppers.slice(2).map((shopper) => orderRequest(shopper)),
    ])
    mustOnlyAnswer(replies, [200, 409])
    await mustAgree(harness, products)
  },
}

const oneExpectation: Scenario = {
  name: 'one number set by 30 who expect the same one',
  ids: 'STOCK-21',
  weight: 2,
  async run(round) {
    const { harness } = round
    const product = await counted(harness, 7)
    const replies = await round.burst(
      times(burstSize, (index) =>
        harness.admin('PUT', `/stock/${product.id}`, {
          on_hand: 100 + index,
          reason: 'received',
          expected_on_hand: 7,
        }),
      ),
    )
    mustOnlyAnswer(replies, [200, 409])
    mustSucceedOnce(replies, round)
    const [made] = withStatus(replies, 200)
    if (made) {
      const { on_hand } = made.body.data as { on_hand: number }
      mustEqual(await readStock(harness, product), [on_hand, 0], 'on hand and held')
    }
    await mustAgree(harness, [product])
  },
}

export const stockScenarios = [onePiece, fiveSold, lastPieces, oneExpectation]
