import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** What the gateway's own books say of a trade. */
export interface GatewayTrade {
  merchantTradeNo: string
  amount: number
  method: string
  stage: string
  card?: {
    state: '已授權' | '要關帳' | '已關帳' | '已取消'
    closeEntries: { amount: number }[]
    ledger: { action: string; amount: number }[]
  }
  notices: { id: number; kind: string; isAcknowledged: boolean }[]
}

/** The try-out gateway as a program of its own, driven by its control addresses alone. */
export class GatewayProcess {
  readonly address: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, address: string) {
    this.#child = child
    this.address = address
  }

  static async start(settings: { autoCapture: boolean }): Promise<GatewayProcess> {
    const main = join(import.meta.dirname, '../../gateway/main.ts')
    const child = spawn(process.execPath, [main, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    if (!child.stdout) throw new Error('the output of the gateway is not piped')
    const [line] = await once(createInterface(child.stdout), 'line')
    const address = /http:\/\/\S+$/.exec(String(line))?.[0]
    if (!address) throw new Error(`the gateway said: ${line}`)
    const gateway = new GatewayProcess(child, address)
    await gateway.post('/settings', settings)
    return gateway
  }

  async post(path: string, body: object): Promise<{ status: number }> {
    const headers = { 'content-type': 'application/json' }
    const url = `${this.address}${path}`
    const response = await insist(url, { method: 'POST', headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
    return response
  }

  /** The form of a payment, as the shopper's browser sends it. */
  async checkOut(action: string, fields: Record<string, string>): Promise<void> {
    const response = await insist(action, { method: 'POST', body: new URLSearchParams(fields) })
    await response.arrayBuffer()
    if (response.ok) return
    // Its answer was lost, and the number is used by now.
    const { merchantTradeNo } = await this.trade(fields.MerchantTradeNo ?? '')
    if (!merchantTradeNo) throw new Error(`the gateway refused a form: ${response.status}`)
  }

  async trade(tradeNo: string): Promise<GatewayTrade> {
    return this.#get<GatewayTrade>(`/trades/${tradeNo}`)
  }

  async trades(): Promise<GatewayTrade[]> {
    return (await this.#get<{ trades: GatewayTrade[] }>('/')).trades
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }

  async #get<T>(path: string): Promise<T> {
    const headers = { accept: 'application/json' }
    const response = await insist(`${this.address}${path}`, { headers })
    return (await response.json()) as T
  }
}

const timeoutMs = 60_000

/** The gateway refuses connections for a while now and then. */
async function insist(url: string, init: RequestInit): Promise<Response> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    try {
      return await fetch(url, init)
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > giveUpAt) throw error
      await delay(100)
    }
  }
}
