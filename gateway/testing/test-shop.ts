import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { testAccount } from '../account.ts'
import { type Fields, sign } from '../check-mac-value.ts'
import type { RunningGateway } from '../start-gateway.ts'
import type { Method } from '../trade.ts'

/** A request that the gateway, or a browser that it sends, made to the shop. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  fields: Fields
}

interface ShopAnswer {
  status?: number
  type?: string
  body?: string
}

/** The server of a shop as far as a gateway knows it: it keeps what comes, and answers `1|OK`. */
export class TestShop {
  address = ''
  answer: ShopAnswer = {}
  received: Received[] = []
  readonly #server = createServer(async (request, response) => {
    const body = await text(request)
    const fields = Object.fromEntries(new URLSearchParams(body))
    this.received.push({ path: request.url ?? '', headers: request.headers, body, fields })
    const { status = 200, type = 'text/plain', body: words = '1|OK' } = this.answer
    response.writeHead(status, { 'content-type': type }).end(words)
  })

  static async open(): Promise<TestShop> {
    const shop = new TestShop()
    await once(shop.#server.listen(0, '127.0.0.1'), 'listening')
    shop.address = `http://127.0.0.1:${(shop.#server.address() as AddressInfo).port}`
    return shop
  }

  /** The signed form of a trade with all fields of its method; an undefined value leaves one out. */
  form(method: Method, changes: Record<string, string | undefined> = {}): Fields {
    const url = (path: string) => `${this.address}${path}`
    const card = { OrderResultURL: url('/return'), UnionPay: '2' }
    const number = { PaymentInfoURL: url('/number') }
    const fields = {
      MerchantID: testAccount.merchantId,
      MerchantTradeNo: nextTradeNumber(),
      MerchantTradeDate: '2026/11/20 12:00:00',
      PaymentType: 'aio',
      TotalAmount: '840',
      TradeDesc: 'MinMin 團購訂單',
      ItemName: '青瓷杯 x 2#木砧板 x 1',
      ReturnURL: url('/notify'),
      ChoosePayment: method,
      NeedExtraPaidInfo: 'Y',
      EncryptType: '1',
      CustomField1: 'a+b & c',
      ClientBackURL: url('/back'),
      ...(method === 'Credit' ? card : number),
      ...(method === 'ATM' && { ExpireDate: '3' }),
      ...(method === 'CVS' && { StoreExpireDate: '10080' }),
      ...(method === 'BARCODE' && { StoreExpireDate: '7' }),
      ...changes,
    }
    const given = Object.entries(fields).filter((entry): entry is [string, string] => {
      return entry[1] !== undefined
    })
    return sign(Object.fromEntries(given), testAccount)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await once(this.#server.close(), 'close')
  }
}

let count = 0

function nextTradeNumber(): string {
  count += 1
  return `T${process.pid}N${count}`
}

/** Posts a form, as a browser or the shop's server does. */
export function postForm(address: string, fields: Fields): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
}

/** A signed call of the shop's server. */
export function callGateway(
  { address }: RunningGateway,
  path: string,
  fields: Fields,
): Promise<Response> {
  const call = sign({ MerchantID: testAccount.merchantId, ...fields }, testAccount)
  return postForm(`${address}${path}`, call)
}

export async function readFields(response: Response): Promise<Fields> {
  return Object.fromEntries(new URLSearchParams(await response.text()))
}

/** Sets a switch or does something on a control address, as a test in another process would. */
export async function control(
  { address }: RunningGateway,
  path: string,
  body: object,
): Promise<Response> {
  return fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
