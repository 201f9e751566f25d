import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Step } from '../../gateway/logistics/states.ts'
import { freePort } from '../../src/server/testing/free-port.ts'

/** A parcel in the books of the try-out server; the last state is that of now. */
export interface GatewayParcel {
  merchantTradeNo: string
  logisticsId: string
  carrier: string
  amount: number
  collects: number
  storeId: string
  numbers: Record<string, string>
  history: { step: Step; at: string }[]
  notices: { id: number; isAcknowledged: boolean }[]
}

/** A payment in LINE Pay's own books. */
export interface LinePayment {
  orderId: string
  amount: number
  state: string
  confirmedAt?: string
  refunds: { amount: number }[]
}

/** A trade in the gateway's own books. */
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

/** An invoice in the gateway's own books. */
export interface GatewayInvoice {
  relateNumber: string
  number: string
  amount: number
  voidedAt?: string
  allowances: { amount: number; state: string }[]
}

/**
 * The try-out server of payments and logistics as a program of its own, driven by its control addresses
 * alone; its books are in a file, and outlive it.
 */
export class GatewayProcess {
  readonly address: string
  readonly #port: number
  readonly #folder: string
  #child: ChildProcess | undefined

  private constructor(port: number, folder: string) {
    this.address = `http://127.0.0.1:${port}`
    this.#port = port
    this.#folder = folder
  }

  static async start(): Promise<GatewayProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'minmin-gateway-'))
    const gateway = new GatewayProcess(await freePort(), folder)
    await gateway.#open()
    return gateway
  }

  /** Ends it with -9, and starts it again over its books. */
  async killAndRestart(): Promise<void> {
    await this.#end('SIGKILL')
    await this.#open()
  }

  /** Undefined where it was refused. */
  async post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const { isOk, text } = await insist(`${this.address}${path}`, sent)
    return isOk ? JSON.parse(text) : undefined
  }

  /** The form of a payment, as the shopper's browser sends it. */
  async checkOut(action: string, fields: Record<string, string>): Promise<void> {
    const { isOk, status } = await insist(action, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    if (isOk) return
    // Its answer was lost, and the number is used by now.
    const { merchantTradeNo } = await this.trade(fields.MerchantTradeNo ?? '')
    if (!merchantTradeNo) throw new Error(`the gateway refused a form: ${status}`)
  }

  async trade(tradeNo: string): Promise<GatewayTrade> {
    return this.#get<GatewayTrade>(`/trades/${tradeNo}`)
  }

  async trades(): Promise<GatewayTrade[]> {
    return (await this.#get<{ trades: GatewayTrade[] }>('/')).trades
  }

  async parcels(): Promise<GatewayParcel[]> {
    return this.#get<GatewayParcel[]>('/parcels')
  }

  async invoices(): Promise<GatewayInvoice[]> {
    return this.#get<GatewayInvoice[]>('/invoices')
  }

  async parcel(tradeNo: string): Promise<GatewayParcel> {
    return this.#get<GatewayParcel>(`/parcels/${tradeNo}`)
  }

  /** The payments at LINE Pay, which are kept in memory: this process is never killed. */
  async linePayments(): Promise<LinePayment[]> {
    return this.#get<LinePayment[]>('/line/transactions')
  }

  /** Presses a button on the page of LINE Pay as the shopper does; gives where the browser is sent back to. */
  async pressAtLine(id: string, action: string): Promise<string | undefined> {
    const { location } = await insist(`${this.address}/line/pay/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action }),
      redirect: 'manual',
    })
    return location?.startsWith('http') ? location : undefined
  }

  /** The state in which a parcel is then. */
  async move(tradeNo: string, to: Step): Promise<Step | undefined> {
    await this.post(`/parcels/${tradeNo}/move`, { to })
    return (await this.parcel(tradeNo)).history.at(-1)?.step
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #open(): Promise<void> {
    const main = join(import.meta.dirname, '../../gateway/main.ts')
    const books = join(this.#folder, 'books.jsonl')
    const args = [main, '--port', String(this.#port), '--books', books]
    // It ends with the harness, by the channel between them.
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    if (!child.stdout) throw new Error('the output of the gateway is not piped')
    const [line] = await once(createInterface(child.stdout), 'line')
    if (!String(line).endsWith(this.address)) throw new Error(`the gateway said: ${line}`)
    this.#child = child
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
  }

  async #get<T>(path: string): Promise<T> {
    const headers = { accept: 'application/json' }
    return JSON.parse((await insist(`${this.address}${path}`, { headers })).text) as T
  }
}

const timeoutMs = 60_000

/** The gateway is killed, or refuses connections, now and then. */
async function insist(
  url: string,
  init: RequestInit,
): Promise<{ isOk: boolean; status: number; text: string; location: string | null }> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    try {
      const response = await fetch(url, init)
      const location = response.headers.get('location')
      return { isOk: response.ok, status: response.status, text: await response.text(), location }
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > giveUpAt) throw error
      await delay(100)
    }
  }
}
