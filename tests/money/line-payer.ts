import type { RaceRequest } from '../race/held-request.ts'
import { send } from '../race/held-request.ts'
import { call, type Shopper, withKey } from '../race/shopper.ts'
import type { GatewayTrade, LinePayment } from './gateway-process.ts'
import type { World } from './world.ts'

interface Payer {
  shopper: Shopper
  orderId: string
  tag: string
  node: number
  ask: (request: RaceRequest) => Promise<Record<string, unknown>>
  cancel: () => Promise<void>
}

/** An order that is paid at LINE Pay, or not; whether it was agreed to. */
export async function payAtLine(
  { harness, wallet, random }: World,
  { shopper, orderId, tag, node, ask, cancel }: Payer,
): Promise<boolean> {
  const first = await begin(`pay-${tag}-1`)
  if (first === undefined) return false
  const plan = random()
  if (plan < 0.1) {
    await press(first, 'cancel')
    return false
  }
  // The browser is closed: only the jobs ask.
  if (plan < 0.3) await wallet.pressAtLine(first, 'agree-and-close')
  else if (plan < 0.45) {
    await Promise.all([press(first, 'agree'), cancel()])
    return false
  } else if (plan < 0.6) {
    // Two attempts, both agreed to.
    const second = await begin(`pay-${tag}-2`)
    await Promise.all([press(first, 'agree'), second && press(second, 'agree')])
  } else await press(first, 'agree')
  return true

  async function begin(key: string): Promise<string | undefined> {
    const data = { method: 'linepay.wallet' }
    const request = withKey(call('POST', `/order/${orderId}/payment`, shopper, data), key)
    const { address } = ((await ask(request)).data ?? {}) as { address?: string }
    return address?.split('/').at(-1)
  }

  /** Whether the browser comes back is no promise: a node may be away. */
  async function press(id: string, action: string): Promise<void> {
    const back = await wallet.pressAtLine(id, action)
    if (back === undefined) return
    const { pathname, search } = new URL(back)
    const path = `${pathname}${search}`
    await send(harness.address(node), { method: 'GET', path }).catch(() => undefined)
  }
}

/** The confirmed payments, as the books of the gateway have their cards. */
export function tradesOfLine(payments: readonly LinePayment[]): GatewayTrade[] {
  return payments
    .filter(({ confirmedAt }) => confirmedAt !== undefined)
    .map(({ orderId, amount, state, refunds }) => ({
      merchantTradeNo: orderId,
      amount,
      method: 'LINE Pay',
      stage: 'paid',
      card: {
        state: state === 'authorised' ? '已授權' : state === 'voided' ? '已取消' : '已關帳',
        closeEntries: [{ amount }, ...refunds.map((one) => ({ amount: -one.amount }))],
        ledger: [],
      },
      notices: [],
    }))
}

/** No number of an attempt was confirmed twice: each request is a transaction of its own. */
export function confirmedTwice(payments: readonly LinePayment[]): string[] {
  const numbers = tradesOfLine(payments).map(({ merchantTradeNo }) => merchantTradeNo)
  return numbers
    .filter((number, index) => numbers.indexOf(number) !== index)
    .map((number) => `${number} was confirmed twice at LINE Pay`)
}
