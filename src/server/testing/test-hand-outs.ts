import { eq } from 'drizzle-orm'
import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { groups } from '../db/tables/groups.ts'
import type { TestAdministrator } from './test-administrator.ts'
import { joinData, openCampaign, openParticipant } from './test-campaigns.ts'
import { closingDeps, type JoinedMember, joinAs } from './test-closing.ts'
import { orderData, type TestShop } from './test-shop.ts'

/** A team that has succeeded, whose leader hands out; its members have paid, the leader has not. */
export async function openLedTeam(
  shop: TestShop,
  owner: TestAdministrator,
  size: number,
  { values, productIds }: { values?: object; productIds?: string[] } = {},
) {
  const led = { kind: 'team', delivery: 'leader', minTarget: 1, ...values } as const
  const campaign = await openCampaign(shop, led, { productIds })
  const leader = await openParticipant(shop)
  const more = { pickup_place: '信義區 1 號管理室' }
  const opened = await leader.post(`/campaign/${campaign.id}/group`, joinData(campaign, [1], more))
  const { code } = opened.body
  const members: JoinedMember[] = []
  for (let n = 0; n < size; n++) {
    members.push(await joinAs(shop, { ...campaign, code }, (n % 3) + 1))
  }
  const [group] = await shop.database.db.select().from(groups).where(eq(groups.code, code))
  if (!group) throw new Error('the team was not opened')
  await leader.post(`/group/${code}/close`)
  const deps = closingDeps(shop)
  await takeGroupTurn(deps, group.id)
  await applyDecision(deps, group.id)
  for (const { orderId } of members) await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  return { ...campaign, leader, members, code, groupId: group.id }
}

/** A method of pick-up at one place. */
export async function createPickUp(owner: TestAdministrator) {
  const { body } = await owner.post('/admin/shipping-method', {
    ...{ kind: 'place', name: '自取', fee: 0, free_over: null, outlying: { mode: 'same' } },
    ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
    ...{ temperatures: ['normal'], mixes: true, cod: false, is_on: true },
    places: [{ name: '中山店', address: '臺北市中山區民生東路一段 1 號', hours: '12:00–20:00' }],
  })
  const { id, places } = body.method
  return { method_id: id as string, place_id: places[0].id as string, fee: 0 }
}

/** An order of a guest for the pick-up. */
export async function orderToPickUp(
  shop: TestShop,
  owner: TestAdministrator,
  of: { productId: string; shipping: Awaited<ReturnType<typeof createPickUp>>; isPaid?: boolean },
) {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: of.productId, qty: 2 })
  const placed = await guest.post('/order', { ...orderData, shipping: of.shipping })
  const id: string = placed.body.orderId
  if (of.isPaid !== false) await owner.put(`/admin/order/${id}`, { is_paid: true })
  return { guest, id }
}
