import { createCipheriv, createDecipheriv } from 'node:crypto'

const account = { merchantId: '2000132', key: 'ejCk326UnaZWKisg', iv: 'q9jcZX8Ib9LM8wYk' }

/** Decrypted data of a call or an answer. */
// biome-ignore lint/suspicious/noExplicitAny: as the answers of a server
type Data = Record<string, any>

/** The parts around the data that a call may have wrong. */
export interface Around {
  merchantId?: string
  timestamp?: unknown
  revision?: string
  sealed?: string
}

let count = 0

/**
 * A client of invoices as a stranger to the gateway would write it: encryption and envelope are its
 * own, so that a mistake does not stand at both ends.
 */
export class InvoiceClient {
  readonly #gateway: () => string

  constructor(gateway: () => string) {
    this.#gateway = gateway
  }

  /** The data of an invoice on the member's carrier; a change to `undefined` leaves a field out. */
  issueData(changes: Data = {}): Data {
    count += 1
    const all = {
      RelateNumber: `R${process.pid}N${count}`,
      CustomerEmail: 'ming@shop.example',
      Print: '0',
      Donation: '0',
      CarrierType: '1',
      TaxType: '1',
      SalesAmount: 840,
      InvType: '07',
      Items: [itemOf(1, '青瓷杯', 780), itemOf(2, '運費', 60)],
      ...changes,
    }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  }

  async issue(changes: Data = {}) {
    const data = this.issueData(changes)
    const told = await this.call('Issue', data)
    const { InvoiceNo = '', InvoiceDate = '' } = told
    const named = { InvoiceNo, InvoiceDate: String(InvoiceDate).slice(0, 10) }
    return { told, data, named, no: String(data.RelateNumber) }
  }

  /** The data of an allowance of one item. */
  allowanceData(named: Data, amount: number, changes: Data = {}): Data {
    return {
      ...named,
      AllowanceNotify: 'E',
      NotifyMail: 'ming@shop.example',
      AllowanceAmount: amount,
      Items: [itemOf(1, '退貨', amount)],
      ...changes,
    }
  }

  allow(named: Data, amount: number, changes: Data = {}): Promise<Data> {
    return this.call('Allowance', this.allowanceData(named, amount, changes))
  }

  /** The decrypted answer of a call; throws for one that was not taken. */
  async call(name: string, data: Data, around: Around = {}): Promise<Data> {
    const answer = await this.send(name, data, around)
    if (answer.TransCode !== 1) throw new Error(`${answer.TransCode} ${answer.TransMsg}`)
    return open(answer.Data)
  }

  /** The answer as it comes. */
  async send(name: string, data: Data, around: Around = {}): Promise<Data> {
    const {
      merchantId = account.merchantId,
      timestamp = Math.floor(Date.now() / 1000),
      revision = '3.0.0',
      sealed = seal({ MerchantID: account.merchantId, ...data }),
    } = around
    const response = await fetch(`${this.#gateway()}/B2CInvoice/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        MerchantID: merchantId,
        RqHeader: { Timestamp: timestamp, Revision: revision },
        Data: sealed,
      }),
    })
    const text = await response.text()
    return response.status === 200 ? JSON.parse(text) : { status: response.status, text }
  }
}

export function itemOf(seq: number, name: string, amount: number, changes: Data = {}): Data {
  return {
    ItemSeq: seq,
    ItemName: name,
    ItemCount: 1,
    ItemWord: '件',
    ItemPrice: amount,
    ItemAmount: amount,
    ...changes,
  }
}

function seal(data: Data): string {
  const encoded = encodeURIComponent(JSON.stringify(data))
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const cipher = createCipheriv('aes-128-cbc', account.key, account.iv)
  return cipher.update(encoded, 'utf8', 'base64') + cipher.final('base64')
}

function open(sealed: string): Data {
  const decipher = createDecipheriv('aes-128-cbc', account.key, account.iv)
  const encoded = decipher.update(sealed, 'base64', 'utf8') + decipher.final('utf8')
  return JSON.parse(new URLSearchParams(`data=${encoded}`).get('data') ?? '')
}
