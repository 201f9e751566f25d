import { transaction } from '../db/transaction.ts'
import { lockAnyOrder } from '../orders/back-office/admin-orders.queries.ts'
import { transitionOrder } from '../orders/order-state.queries.ts'
import type { TestAdministrator } from './test-administrator.ts'
import { openParticipant, type TestCampaign } from './test-campaigns.ts'
import type { TestShop, Visitor } from './test-shop.ts'

export type TestSeller = Visitor & { uid: string; email: string; code: string }

/** A new verified member with a link to sell the campaign by. */
export async function openSeller(
  shop: TestShop,
  campaign: Pick<TestCampaign, 'id'>,
  name = '林小華',
): Promise<TestSeller> {
  const member = await openParticipant(shop)
  const { status, body } = await member.post(`/campaign/${campaign.id}/seller`, { name })
  if (status !== 200) throw new Error(`no link: ${status} ${JSON.stringify(body)}`)
  return Object.assign(member, { code: String(body.selling.code) })
}

/** Ships and delivers a paid order, and lets its days of return pass. */
export async function completeOrder(
  shop: TestShop,
  owner: TestAdministrator,
  orderId: string,
): Promise<void> {
  for (const [step, data] of [['prepare'], ['parcel', { carrier: 'own' }]] as const) {
    const { status, body } = await owner.post(`/admin/order/${orderId}/${step}`, data)
    if (status !== 200) throw new Error(`no ${step}: ${status} ${JSON.stringify(body)}`)
  }
  for (const event of ['deliver', 'complete'] as const) {
    await transaction(shop.database.db, async (tx) => {
      const order = await lockAnyOrder(tx, orderId)
      if (!order) throw new Error(`no order ${orderId}`)
      const actor = { kind: 'system' } as const
      await transitionOrder(tx, order, { event, actor }, shop.payments.subscribers)
    })
  }
}

/** Gives back a part of an order that was paid by hand, whose money has left. */
export async function refundByHand(
  owner: TestAdministrator,
  orderId: string,
  amount: number,
): Promise<void> {
  const asked = await owner.post(`/admin/order/${orderId}/refund`, { amount, reason: '破損' })
  const done = { remitted_on: '2026-11-22', account_last5: '12345' }
  const { status, body } = await owner.post(`/admin/refund/${asked.body.data?.id}/done`, done)
  if (status !== 200) throw new Error(`not refunded: ${status} ${JSON.stringify(body)}`)
}
