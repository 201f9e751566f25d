import { maxCartLines, maxQuantity } from '../../../src/contract/cart.ts'
import { soldIdOf } from '../race-harness.ts'
import {
  burstSize,
  mustOnlyAnswer,
  mustSucceedOnce,
  pick,
  type Scenario,
  times,
  withStatus,
} from '../scenario.ts'
import { addition, call, newGuest, readCart } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const sameLine: Scenario = {
  name: 'one product added to a cart that is not there yet',
  ids: 'D7 I2',
  weight: 6,
  async run(round) {
    const { harness, random } = round
    const shopper = newGuest(random)
    const product = pick(random, harness.products)
    const amounts = times(burstSize, () => 1 + Math.floor(random() * 300))
    const replies = await round.burst(amounts.map((qty) => addition(shopper, product, qty)))
    mustOnlyAnswer(replies, [200])
    const added = amounts.filter((_, index) => replies[index]?.status === 200)
    const sum = added.reduce((all, qty) => all + qty, 0)
    for (const [node] of harness.nodes.entries()) {
      const { carts } = await readCart(harness, shopper, node)
      must(carts.length === 1, `${carts.length} lines of one product`)
      const qty = carts[0]?.qty ?? 0
      must(round.isUncertain ? qty >= sum : qty === sum, `${qty} in the cart, ${sum} were added`)
    }
  },
}

const quantityLimit: Scenario = {
  name: 'one line filled to its largest quantity',
  ids: 'A1 D7',
  weight: 2,
  async run(round) {
    const { harness, random } = round
    const shopper = newGuest(random)
    const product = pick(random, harness.products)
    const qty = 1000 + Math.floor(random() * 500)
    const replies = await round.burst(times(burstSize, () => addition(shopper, product, qty)))
    mustOnlyAnswer(replies, [200, 400])
    const fitting = Math.floor(maxQuantity / qty)
    if (!round.isUncertain)
      mustEqual(withStatus(replies, 200).length, fitting, 'additions that fit')
    const { carts } = await readCart(harness, shopper)
    mustEqual(
      carts.map((line) => line.qty),
      [fitting * qty],
      'the quantity',
    )
  },
}

const fullCart: Scenario = {
  name: 'a cart filled to its last line',
  ids: 'G4 D7',
  weight: 2,
  async run(round) {
    const { harness, random } = round
    const shopper = newGuest(random)
    const free = 1 + Math.floor(random() * 20)
    const known = harness.products.slice(0, maxCartLines - free)
    await harness.query('insert into carts (owner) values ($1)', [shopper.owner])
    await harness.query(
      `insert into cart_lines (id, owner, product_id, qty)
       select overlay(id placing $2 from 13), $1, id, 1 from unnest($3::text[]) as id`,
      [shopper.owner, round.tag.padStart(8, '0').slice(-8), known.map(soldIdOf)],
    )
    const others = harness.products.slice(-burstSize)
    const isNew = others.filter((product) => !known.includes(product))
    const replies = await round.burst(others.map((product) => addition(shopper, product, 1)))
    mustOnlyAnswer(replies, [200, 400])
    const { carts } = await readCart(harness, shopper)
    must(carts.length <= maxCartLines, `${carts.length} lines in one cart`)
    if (!round.isUncertain) {
      mustEqual(carts.length, Math.min(maxCartLines, known.length + isNew.length), 'lines')
    }
  },
}

const oneRemoval: Scenario = {
  name: 'one line removed',
  ids: 'D13 B5',
  weight: 3,
  async run(round) {
    const { harness, random } = round
    const shopper = newGuest(random)
    for (const qty of [1, 2])
      await harness.call(addition(shopper, pick(random, harness.products), qty))
    const [first, ...rest] = (await readCart(harness, shopper)).carts
    const removal = () => call('DELETE', `/cart/${first?.id}`, shopper)
    const replies = await round.burst(times(burstSize, removal))
    mustOnlyAnswer(replies, [200, 404])
    mustSucceedOnce(replies, round)
    const left = (await readCart(harness, shopper)).carts
    mustEqual(
      left.map(({ id }) => id),
      rest.map(({ id }) => id),
      'the lines that are left',
    )
  },
}

const merge: Scenario = {
  name: "a guest's cart brought along at a sign-in",
  ids: 'B6 I2',
  weight: 4,
  async run(round) {
    const { harness, random } = round
    const member = await harness.member(Math.floor(random() * 4))
    const asMember = { by: { Authorization: member.token }, owner: member.owner }
    await harness.call(call('DELETE', '/carts', asMember))
    const guest = newGuest(random)
    const [both, guests] = [pick(random, harness.products), pick(random, harness.products)]
    const amounts = new Map<string, number>()
    const put = async (shopper: typeof guest, product: typeof both) => {
      const qty = 1 + Math.floor(random() * 100)
      amounts.set(product.id, (amounts.get(product.id) ?? 0) + qty)
      await harness.call(addition(shopper, product, qty))
    }
    await put(asMember, both)
    await put(guest, both)
    await put(guest, guests)
    const arriving = { by: { ...asMember.by, ...guest.by }, owner: member.owner }
    const replies = await round.burst(times(burstSize, () => call('GET', '/cart', arriving)))
    mustOnlyAnswer(replies, [200])
    for (const [node] of harness.nodes.entries()) {
      const { carts } = await readCart(harness, asMember, node)
      const found = carts.map((line): [string, number] => [line.product_id, line.qty])
      mustEqual(found.sort(), [...amounts].sort(), 'the merged cart')
      mustEqual((await readCart(harness, guest, node)).carts, [], "the guest's cart")
    }
  },
}

export const cartScenarios = [sameLine, quantityLimit, fullCart, oneRemoval, merge]
