import type { ShopperAction } from '../../../../gateway/shopper-actions.ts'
import { type RunningGateway, startGateway } from '../../../../gateway/start-gateway.ts'
import type { Trade } from '../../../../gateway/trade.ts'
import type { JobAttempt } from '../../jobs/define-job.ts'
import { sendCapture, sendVoid } from '../../payments/paying/authorisations.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { sendOrAsk } from '../../payments/refunds/send-refunds.ts'
import { freePort } from '../free-port.ts'
import type { Visitor } from '../test-shop.ts'
import { type GatewayShop, type StartedForm, shopOverGateway } from './gateway-shop.ts'

/** A shop and the try-out gateway, each calling the other over the loopback. */
export interface TryOutShop extends GatewayShop {
  running: RunningGateway
  /** Begins to pay an order, and posts the form to the gateway as the browser does. */
  open(visitor: Visitor, orderId: string, method?: string): Promise<OpenTrade>
  /** Acts as the shopper at the gateway, with its callbacks answered. */
  act(trade: OpenTrade, ...actions: ShopperAction[]): Promise<void>
  trade(of: { tradeNo: string }): Trade
  /** Runs the jobs of captures, voids and refunds that are due. */
  runMoneyJobs(attempt?: Pick<JobAttempt, 'isLast'>): Promise<void>
}

export type OpenTrade = StartedForm

interface TryOutOptions {
  env?: Record<string, string>
  autoCapture?: boolean
  worksJobs?: boolean
  /** Another node of this shop, at an address of its own. */
  beside?: TryOutShop
  /** Gateways beside the try-out one. */
  gatewaysAt?: (publicUrl: string) => readonly PaymentProvider[]
}

export async function openTryOutShop(options: TryOutOptions = {}): Promise<TryOutShop> {
  const { env = {}, autoCapture = true, worksJobs = false, beside, gatewaysAt } = options
  const running = beside?.running ?? (await startGateway())
  running.gateway.settings.autoCapture = autoCapture
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const shop = await shopOverGateway(running.address, {
    worksJobs,
    ...(beside && { beside }),
    ...(gatewaysAt && { givenProviders: { gateways: gatewaysAt(publicUrl) } }),
    env: {
      PAYMENTS: 'sandbox',
      PUBLIC_URL: publicUrl,
      LINE_URL: running.address,
      ECPAY_CREDIT_CHECK_CODE: running.gateway.account.creditCheckCode,
      ECPAY_AUTO_CAPTURE: autoCapture ? '1' : '0',
      ...env,
    },
  })
  await shop.app.listen({ port, host: '127.0.0.1' })
  const trade = ({ tradeNo }: { tradeNo: string }): Trade => {
    const found = running.gateway.trades.find(tradeNo)
    if (!found) throw new Error(`the gateway has no trade ${tradeNo}`)
    return found
  }

  return {
    ...shop,
    running,
    trade,
    async open(visitor, orderId, method = 'card') {
      const started = await shop.start(visitor, orderId, method)
      const body = new URLSearchParams(started.fields)
      const page = await fetch(started.action, { method: 'POST', body })
      if (page.status !== 200) throw new Error(await page.text())
      return started
    },
    async act(started, ...actions) {
      for (const action of actions) {
        const path = `${running.address}/trades/${started.tradeNo}/shopper`
        const response = await postJson(path, { action })
        if (!response.ok) throw new Error(await response.text())
        await running.gateway.notifier.idle()
      }
    },
    async runMoneyJobs(attempt = { isLast: false }) {
      const due = await shop.rows<{ id: string; name: string; data: never }>(
        `update pgboss.job set state = 'completed'
         where name in ('payment.capture', 'payment.void', 'refund.send')
           and state = 'created' and start_after <= now()
         returning id, name, data`,
      )
      for (const { name, data } of due) {
        if (name === 'payment.capture') await sendCapture(shop.payments, data, attempt)
        if (name === 'payment.void') await sendVoid(shop.payments, data, attempt)
        if (name === 'refund.send') await sendOrAsk(shop.payments, data)
      }
    },
    async close() {
      await shop.close()
      if (!beside) await running.close()
    },
  }
}

function postJson(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}
