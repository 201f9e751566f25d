import { attempt, insist } from './calls.ts'
import { act, checkOut } from './gateway-acts.ts'
import { accountShare, choiceOf, keepOrder, pay } from './shoppers.ts'
import { contactOf, count, note, pick, type YearMember, type YearWorld } from './world.ts'

const kinds = ['pay_after', 'authorise', 'leader'] as const
const daySeconds = 86_400

interface Campaign {
  id: string
  kind: (typeof kinds)[number]
  productId: string
  price: number
  leader?: YearMember
}

/** The campaigns of a year: in turn paid after success, authorised at joining, and paid to a leader. */
export class GroupBuys {
  readonly #world: YearWorld
  readonly #campaigns: Campaign[] = []

  constructor(world: YearWorld) {
    this.#world = world
  }

  /** Prices fall from the fourth piece on; four pieces are needed. */
  async open(): Promise<void> {
    const { shop, owner, random, products } = this.#world
    const kind = kinds[this.#campaigns.length % kinds.length] ?? 'pay_after'
    const productId = pick(random, products)
    const now = Math.floor(shop.clock.now().getTime() / 1_000)
    const [product] = await shop.query<{ price: number }>(
      'select price::float8 as price from products where id = $1',
      [productId],
    )
    const price = product?.price ?? 100
    const prices = (percent: number) => [
      { product_id: productId, unit_price: Math.floor((price * percent) / 100) },
    ]
    const { campaign } = await insist(this.#world, owner, 'post', '/admin/campaign', {
      ...{ title: '團購', description: '<p>一起買</p>', metric: 'units', min_target: 4 },
      ...{ kind: kind === 'leader' ? 'team' : 'pool', supply: 'stock', starts_at: now + 60 },
      money: kind === 'authorise' ? 'authorise_capture' : 'pay_after_success',
      ...(kind === 'leader' && { pays_leader: true, leader_sending: 'hand_over', team_hours: 72 }),
      ...{ delivery: kind === 'leader' ? 'leader' : 'each', ends_at: now + 5 * daySeconds },
      products: [{ product_id: productId }],
      tiers: [
        { from_units: 1, prices: prices(95) },
        { from_units: 4, prices: prices(87) },
        { from_units: 8, prices: prices(79) },
      ],
    })
    await insist(this.#world, owner, 'post', `/admin/campaign/${campaign.id}/publish`)
    this.#campaigns.push({ id: campaign.id, kind, productId, price })
    count(this.#world, `campaigns ${kind}`)
  }

  /** Members join, pay once they may, and leaders hand over. */
  async round(): Promise<void> {
    for (const campaign of this.#campaigns.slice(-4)) {
      const { state } = await this.#read(campaign)
      if (state === 'open') await this.#join(campaign)
      if (campaign.kind === 'leader') await this.#handOver(campaign)
    }
    await this.#payDue()
  }

  async #read({ id }: Campaign): Promise<{ state: string; code?: string }> {
    const [row] = await this.#world.shop.query<{ state: string; code: string | null }>(
      `select campaigns.state, (select code from groups where campaign_id = campaigns.id
        order by groups.opened_at limit 1) as code from campaigns where id = $1`,
      [id],
    )
    return { state: row?.state ?? 'gone', ...(row?.code && { code: row.code }) }
  }

  async #join(campaign: Campaign): Promise<void> {
    const { random, members, methods } = this.#world
    if (random() < 0.35) return
    const member = pick(random, members)
    const { code } = await this.#read(campaign)
    const qty = 1 + Math.floor(random() * 3)
    const data = {
      lines: [{ product_id: campaign.productId, qty }],
      ...{ user: contactOf(random, member), invoice: choiceOf(random), accepts_fewer: true },
      ...(campaign.kind !== 'leader' && { shipping: { method_id: methods.home } }),
      ...(campaign.kind !== 'leader' &&
        accountShare(this.#world, member, Math.floor(qty * campaign.price * 0.4))),
    }
    const path = code ? `/group/${code}/participation` : `/campaign/${campaign.id}/group`
    const more = code ? {} : { pickup_place: '信義區 1 號管理室' }
    const joined = await attempt(this.#world, member.person, 'post', path, { ...data, ...more })
    if (!joined) return
    if (!code) campaign.leader = member
    const { order_id: id } = joined.participation
    const order = await keepOrder(this.#world, {
      ...{ id, person: member.person, member, delivery: 'group' },
    })
    if (campaign.kind !== 'authorise') return
    const started = await attempt(this.#world, member.person, 'post', `/order/${id}/payment`, {
      method: 'card',
    })
    const tradeNo = started && (await checkOut(started.data))
    if (tradeNo) await act(this.#world, tradeNo, random() < 0.9 ? 'pay' : 'refuse')
    note(this.#world, order, `authorised by ${tradeNo}`)
  }

  async #payDue(): Promise<void> {
    const rows = await this.#world.shop.query<{ order_id: string }>(
      `select order_id from participations join campaigns on campaigns.id = campaign_id
        where participations.state = 'awaiting_payment' and not pays_leader order by joined_at`,
    )
    for (const { order_id } of rows) {
      const order = this.#world.orders.get(order_id)
      if (order && !order.slip && this.#world.random() < 0.5) await pay(this.#world, order)
    }
  }

  /** The leader has got what is owed, and hands it over at once; the shop books it. */
  async #handOver({ id, leader }: Campaign): Promise<void> {
    const [group] = await this.#world.shop.query<{ id: string; code: string }>(
      `select id, code from groups where campaign_id = $1 and outcome = 'succeeded'`,
      [id],
    )
    if (!group || !leader) return
    const path = `/leader/${group.code}/account`
    const { account } = await insist(this.#world, leader.person, 'get', path)
    const places: { participation_id: string; expected: number; received: number }[] =
      account.places.filter(
        (place: { expected: number; received: number }) => place.expected > place.received,
      )
    if (places.length === 0) return
    const receipts = places.map(({ participation_id, expected, received }) => ({
      ...{ participation_id, amount: expected - received, way: 'cash' },
    }))
    const amount = receipts.reduce((sum, receipt) => sum + receipt.amount, 0)
    const ticked = await attempt(this.#world, leader.person, 'post', path, {
      receipts,
      hand_over: { amount, way: 'cash' },
    })
    if (!ticked) return
    const announced = ticked.account.hand_overs.find(
      ({ state }: { state: string }) => state === 'announced',
    )
    await insist(this.#world, this.#world.owner, 'post', `/admin/group/${group.id}/hand-over`, {
      ...{ amount, hand_over_id: announced?.id },
    })
    this.#world.handedOver += amount
    count(this.#world, 'hand-overs')
  }
}
