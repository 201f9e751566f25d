import type { TestAdministrator } from './test-administrator.ts'

/** Input of a published campaign unless a test says otherwise: minimum 2, no cap. */
export function campaignInput(productId: string, changes: Record<string, unknown> = {}) {
  const now = Math.floor(Date.now() / 1_000)
  return {
    title: '中秋月餅團',
    money: 'pay_after_success',
    min_target: 2,
    starts_at: now + 60,
    ends_at: now + 86_400,
    products: [{ product_id: productId }],
    tiers: [
      { from_units: 1, prices: [{ product_id: productId, unit_price: 900 }] },
      { from_units: 5, prices: [{ product_id: productId, unit_price: 800 }] },
    ],
    ...changes,
  }
}

/** Creates and publishes a campaign over HTTP; gives its id. */
export async function publishCampaign(
  owner: TestAdministrator,
  productId: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const created = await owner.post('/admin/campaign', campaignInput(productId, changes))
  if (created.status !== 200) throw new Error(JSON.stringify(created.body))
  const { id } = created.body.campaign
  const published = await owner.post(`/admin/campaign/${id}/publish`)
  if (published.status !== 200) throw new Error(JSON.stringify(published.body))
  return id
}
