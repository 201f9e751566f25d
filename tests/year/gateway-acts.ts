import type { ShopperAction } from '../../gateway/shopper-actions.ts'
import type { YearWorld } from './world.ts'

/** Posts the form of a payment as the browser does; gives the number of its trade. */
export async function checkOut(started: {
  action?: string
  fields?: Record<string, string>
}): Promise<string | undefined> {
  const { action, fields } = started
  if (!action || !fields) return undefined
  const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
  if (page.status !== 200) throw new Error(`the gateway refused a form: ${await page.text()}`)
  return fields.MerchantTradeNo
}

/** The shopper at the gateway's page, a machine or a counter; its callbacks are answered. */
export async function act(
  { shop }: YearWorld,
  tradeNo: string,
  action: ShopperAction,
): Promise<void> {
  await control(shop.running.address, `/trades/${tradeNo}/shopper`, { action })
  await shop.running.gateway.notifier.idle()
}

/** A control address of the try-out servers; what they refuse is no fault of the shop. */
export async function control(address: string, path: string, body: object): Promise<boolean> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
  return response.ok
}
