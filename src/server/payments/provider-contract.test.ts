import { channels } from '../../../gateway/line/channels.ts'
import { startGateway } from '../../../gateway/start-gateway.ts'
import { startPocketGateway } from '../testing/payments/pocket-gateway.ts'
import { createPocketProvider } from '../testing/payments/pocket-provider.ts'
import { describeProviderContract } from '../testing/payments/provider-contract.ts'
import { createEcpayProvider } from './ecpay/ecpay-provider.ts'
import { testAccount } from './ecpay/test-account.ts'
import { createLinePayProvider } from './line-pay/line-pay-provider.ts'
import type { StartedAttempt, StartResult } from './payment-provider.ts'

describeProviderContract('of ECPay (PROV-02) (GATEWAY-01)', async ({ publicUrl }) => {
  const running = await startGateway()
  const { gateway, address: url } = running
  gateway.settings.autoCapture = false
  const { creditCheckCode } = gateway.account
  const own = { url, publicUrl, creditCheckCode, capturesAutomatically: false }

  async function follow(start: StartResult) {
    if (start.type !== 'form') throw new Error(`no form but ${start.type}`)
    const body = new URLSearchParams(start.fields)
    const page = await fetch(start.action, { method: 'POST', body })
    if (page.status !== 200) throw new Error(await page.text())
  }
  async function act({ tradeNo }: StartedAttempt, action: string): Promise<string> {
    const body = new URLSearchParams({ action })
    const page = await fetch(`${url}/checkout/${tradeNo}`, { method: 'POST', body })
    await gateway.notifier.idle()
    return page.text()
  }

  return {
    provider: createEcpayProvider({ ...testAccount, ...own }),
    async pay(start, attempt) {
      await follow(start)
      if (attempt.method !== 'card') {
        for (const action of ['issue', 'deposit', 'credit']) await act(attempt, action)
        return undefined
      }
      const page = await act(attempt, 'pay')
      const inputs = page.matchAll(/name="([^"]*)" value="([^"]*)"/g)
      const fields = [...inputs].map(([, name = '', value = '']) => [name, value])
      const body = Buffer.from(new URLSearchParams(fields).toString())
      return { kind: 'return', headers: {}, query: new URLSearchParams(), body }
    },
    async refuse(start, attempt) {
      await follow(start)
      await act(attempt, 'refuse')
    },
    loseAnswers(areLost) {
      gateway.settings.fault = areLost ? 'lost' : 'none'
    },
    goAway: () => running.refuseConnections(),
    close: () => running.close(),
  }
})

describeProviderContract('of LINE Pay (LINE-06)', async ({ publicUrl }) => {
  const running = await startGateway()
  const { switches } = running.gateway.line
  const { id: channelId, secret: channelSecret } = channels.pay
  const account = { channelId, channelSecret, isTrial: true, capturesAutomatically: false }

  /** The shopper presses a button on the page of LINE Pay. */
  async function press(start: StartResult, action: string): Promise<URLSearchParams> {
    if (start.type !== 'address') throw new Error(`no address but ${start.type}`)
    const body = new URLSearchParams({ action })
    const reply = await fetch(start.url, { method: 'POST', body, redirect: 'manual' })
    return new URL(reply.headers.get('location') ?? '').searchParams
  }

  return {
    provider: createLinePayProvider({ ...account, url: running.address, publicUrl }),
    pay: async (start) => ({
      kind: 'return',
      headers: {},
      query: await press(start, 'agree'),
      body: Buffer.alloc(0),
    }),
    async refuse(start) {
      await press(start, 'cancel')
    },
    loseAnswers(areLost) {
      switches.pay = areLost ? 'lost' : 'none'
    },
    goAway: () => running.refuseConnections(),
    close: () => running.close(),
  }
})

describeProviderContract('that tests have beside it (PROV-02)', async ({ publicUrl }) => {
  const gateway = await startPocketGateway()
  const { url, secret } = gateway
  return {
    provider: createPocketProvider({ url, secret, publicUrl }),
    async pay(_, { tradeNo }) {
      const { searchParams: query } = new URL(await gateway.decide(tradeNo, 'agree'))
      return { kind: 'return', headers: {}, query, body: Buffer.alloc(0) }
    },
    async refuse(_, { tradeNo }) {
      await gateway.decide(tradeNo, 'refuse')
    },
    loseAnswers(areLost) {
      gateway.losesAnswers = areLost
    },
    goAway: () => gateway.close(),
    close: async () => {},
  }
})
