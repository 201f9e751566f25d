import { expect } from 'vitest'
import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { transaction } from '../db/transaction.ts'
import { lockAnyOrder } from '../orders/back-office/admin-orders.queries.ts'
import { publishOrderEvent } from '../orders/order-events.ts'
import { setOnDelivery } from '../orders/order-state.queries.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import { release, workRun } from '../runs/work-run.ts'
import type { TestAdministrator } from './test-administrator.ts'
import { joinData, openCampaign, openParticipant, type TestCampaign } from './test-campaigns.ts'
import { closingDeps, type JoinedMember, joinAs, rowsOf } from './test-closing.ts'
import type { TestShop } from './test-shop.ts'

/** `ahead`: to the leader, after the goods have left. */
export type WishPays = 'paid' | 'on_delivery' | 'ahead' | 'unpaid'

export interface Wish {
  qty: number | readonly number[]
  /** As if it had not been asked for. */
  fewer?: boolean
  pays?: WishPays
}

export interface OpenedPlaces {
  campaign: TestCampaign
  /** In the order of joining. */
  places: JoinedMember[]
}

interface Opening {
  products?: number
  onHand?: number | null
  /** Its places are paid to the leader, whose own place, of one piece, is the first. */
  isOfLeader?: boolean
}

/** A group that is ordered from the supplier and has succeeded, with its places as they are paid. */
export async function openPlaces(
  shop: TestShop,
  owner: TestAdministrator,
  wishes: readonly Wish[],
  { products = 1, onHand = 0, isOfLeader = false }: Opening = {},
): Promise<OpenedPlaces> {
  const productIds: string[] = []
  for (let n = 0; n < products; n++) {
    productIds.push(await shop.product({ title: `高山茶 ${n + 1}`, price: 120 }))
  }
  const options = { productIds, onHand }
  const opened = isOfLeader ? await openTeam(shop, options) : await openPool(shop, options)
  const { campaign, places } = opened
  for (const { qty, fewer = true } of wishes) {
    places.push(await joinAs(shop, campaign, qty, { accepts_fewer: fewer }))
  }
  expect((await owner.post(`/admin/group/${campaign.groupId}/close`)).status).toBe(200)
  await takeGroupTurn(closingDeps(shop), campaign.groupId)
  await applyDecision(closingDeps(shop), campaign.groupId)
  const first = places.length - wishes.length
  for (const [index, { pays = 'paid' }] of wishes.entries()) {
    const place = places[first + index]
    if (!place) continue
    const { orderId } = place
    if (pays === 'on_delivery') await chooseOnDelivery(shop, orderId)
    if (pays !== 'paid') continue
    const { status } = isOfLeader
      ? await owner.put(`/admin/order/${orderId}`, { is_paid: true })
      : await place.post(`/pay/${orderId}`)
    expect(status).toBe(200)
  }
  return opened
}

interface Options {
  productIds: string[]
  onHand: number | null
}

async function openPool(shop: TestShop, options: Options): Promise<OpenedPlaces> {
  const campaign = await openCampaign(shop, { minTarget: 1, supply: 'order' }, options)
  return { campaign, places: [] }
}

async function openTeam(shop: TestShop, options: Options): Promise<OpenedPlaces> {
  const values = {
    ...({ kind: 'team', delivery: 'leader', minTarget: 1, supply: 'order' } as const),
    ...({ paysLeader: true, leaderSending: 'success' } as const),
  }
  const campaign = await openCampaign(shop, values, options)
  const leader = await openParticipant(shop)
  const more = { pickup_place: '信義區 1 號管理室', accepts_fewer: true }
  const { status, body } = await leader.post(
    `/campaign/${campaign.id}/group`,
    joinData(campaign, [1], more),
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { id: participationId, order_id: orderId } = body.participation
  const [group] = await rowsOf<{ id: string }>(shop, 'select id from groups where code = $1', [
    body.code,
  ])
  return {
    campaign: { ...campaign, code: body.code, groupId: group?.id ?? '' },
    places: [Object.assign(leader, { participationId, orderId })],
  }
}

/** As the shopper of an order to a store chooses it. */
function chooseOnDelivery(shop: TestShop, orderId: string): Promise<void> {
  const actor = { kind: 'system' } as const
  return transaction(shop.database.db, async (tx) => {
    await lockAnyOrder(tx, orderId)
    await setOnDelivery(tx, orderId)
    await recordOrderEvent(tx, { orderId, kind: 'on_delivery', actor })
    const chosen = { type: 'order.on_delivery', orderId, actor } as const
    await publishOrderEvent(tx, shop.payments.subscribers, chosen)
  })
}

export function work(shop: TestShop, runId: string): Promise<void> {
  return workRun(shop.runs, runId, { signal: new AbortController().signal, isLast: true })
}

/** Undoes a run and gives it. */
export async function undo(shop: TestShop, owner: TestAdministrator, runId: string) {
  expect((await owner.post(`/admin/run/${runId}/undo`)).status).toBe(200)
  await work(shop, runId)
  return (await owner.get(`/admin/run/${runId}`)).body.run
}

/** Lets the time of its undo pass. */
export async function settle(shop: TestShop, runId: string): Promise<void> {
  await rowsOf(shop, `update runs set undo_until = now() where id = $1`, [runId])
  await release(shop.runs, runId)
}

/** An order of a place, as the database has it. */
export async function arrivedOrder(shop: TestShop, { orderId }: Pick<JoinedMember, 'orderId'>) {
  const [row] = await rowsOf<{
    state: string
    payment_state: string
    total: string
    awaits_goods: boolean
    pieces: number
    held: number
    shipped: number
    refunds: { amount: number; state: string }[] | null
  }>(
    shop,
    `select state, payment_state, total, awaits_goods,
       (select sum(qty)::int from order_lines where order_id = orders.id) as pieces,
       (select coalesce(sum(qty), 0)::int from stock_holds where order_id = orders.id) as held,
       (select coalesce(sum(content.qty), 0)::int from parcels
         join parcel_lines as content on content.parcel_id = parcels.id
         where parcels.order_id = orders.id) as shipped,
       (select json_agg(json_build_object('amount', amount, 'state', state) order by id)
         from refunds where order_id = orders.id) as refunds
     from orders where id = $1`,
    [orderId],
  )
  if (!row) throw new Error('no order')
  return { ...row, total: Number(row.total), refunds: row.refunds ?? [] }
}
