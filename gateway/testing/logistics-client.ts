import { createHash } from 'node:crypto'

type Fields = Record<string, string>

interface Keys {
  merchantId: string
  key: string
  iv: string
}

const bulk = { merchantId: '2000132', key: '5294y06JbISpM5x9', iv: 'v77hoKGq4kWxNNIS' }
const fromStore = { merchantId: '2000933', key: 'XBERn1YOvpM9nfZc', iv: 'h1ONHk4P4yqbl5LK' }

const storeOf: Record<string, string> = {
  UNIMART: '131386',
  UNIMARTC2C: '131386',
  UNIMARTFREEZE: '896539',
  FAMI: '006598',
  FAMIC2C: '006598',
  HILIFE: '2001',
  HILIFEC2C: '2001',
  OKMARTC2C: '1328',
}

let count = 0

/**
 * A client of logistics as a stranger to the gateway would write it: signing, forms and answers are
 * its own, so that a mistake in signing does not stand at both ends.
 */
export class LogisticsClient {
  readonly #gateway: () => string
  readonly #shop: () => string

  constructor(gateway: () => string, shop: () => string) {
    this.#gateway = gateway
    this.#shop = shop
  }

  /** The form of a parcel; a change to `undefined` leaves a field out. */
  parcel(subType: string, changes: Record<string, string | undefined> = {}): Fields {
    count += 1
    const storeId = storeOf[subType]
    const home = {
      SenderZipCode: '115',
      SenderAddress: '臺北市南港區三重路19之2號',
      ReceiverZipCode: '701',
      ReceiverAddress: '臺南市東區大學路1號',
      ScheduledPickupTime: '4',
      ...(subType === 'POST' && { GoodsWeight: '1.25' }),
    }
    const fields: Record<string, string | undefined> = {
      MerchantID: keysOf(subType).merchantId,
      MerchantTradeNo: `P${process.pid}N${count}`,
      MerchantTradeDate: '2026/11/20 12:00:00',
      LogisticsType: storeId ? 'CVS' : 'HOME',
      LogisticsSubType: subType,
      GoodsAmount: '840',
      CollectionAmount: '0',
      IsCollection: 'N',
      GoodsName: '青瓷杯等 2 件',
      SenderName: '林小美',
      SenderCellPhone: '0911222333',
      ReceiverName: '王大明',
      ReceiverCellPhone: '0987654321',
      ReceiverEmail: 'ming@shop.example',
      ServerReplyURL: `${this.#shop()}/logistics/state`,
      ...(storeId ? { ReceiverStoreID: storeId } : home),
      ...changes,
    }
    return Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
  }

  async create(subType: string, changes: Record<string, string | undefined> = {}) {
    const form = this.parcel(subType, changes)
    const { text } = await this.send('/Express/Create', form)
    const at = text.indexOf('|')
    const fields = Object.fromEntries(new URLSearchParams(text.slice(at + 1)))
    return { isMade: text.startsWith('1|'), text, fields, form }
  }

  /** A signed call; the account is that of its MerchantID, or that of bulk parcels. */
  async send(path: string, fields: Fields): Promise<{ status: number; text: string }> {
    const { merchantId } = fields.MerchantID === fromStore.merchantId ? fromStore : bulk
    const call = { MerchantID: merchantId, ...fields }
    const body = new URLSearchParams({ ...call, CheckMacValue: macOf(call) })
    const response = await fetch(`${this.#gateway()}${path}`, { method: 'POST', body })
    return { status: response.status, text: await response.text() }
  }

  async query(asked: Fields, ago = 0): Promise<Fields> {
    const TimeStamp = String(Math.floor(Date.now() / 1000) - ago)
    const { text } = await this.send('/Helper/QueryLogisticsTradeInfo/V5', { ...asked, TimeStamp })
    return Object.fromEntries(new URLSearchParams(text))
  }
}

function keysOf(subType: string): Keys {
  return subType.endsWith('C2C') ? fromStore : bulk
}

/** Whether fields that came are signed by the account that they name. */
export function isGenuine({ CheckMacValue, ...fields }: Fields): boolean {
  return CheckMacValue === macOf(fields)
}

export function macOf(fields: Fields): string {
  const { key, iv } = fields.MerchantID === fromStore.merchantId ? fromStore : bulk
  const names = Object.keys(fields).sort((a, b) => {
    const [one, other] = [a.toLowerCase(), b.toLowerCase()]
    return one === other ? 0 : one < other ? -1 : 1
  })
  const whole = `HashKey=${key}&${names.map((name) => `${name}=${fields[name]}`).join('&')}&HashIV=${iv}`
  const encoded = [...Buffer.from(whole)].map((byte) => {
    const sign = String.fromCharCode(byte)
    if (/[A-Za-z0-9\-_.!*()]/.test(sign)) return sign
    return sign === ' ' ? '+' : `%${byte.toString(16).padStart(2, '0')}`
  })
  const digest = createHash('md5').update(encoded.join('').toLowerCase())
  return digest.digest('hex').toUpperCase()
}

/** The fields and the address of each form of a page. */
export function formsOf(page: string): { action: string; fields: Fields }[] {
  return [...page.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', inside = '']) => ({
      action: unescaped(action),
      fields: Object.fromEntries(
        [...inside.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          unescaped(value),
        ]),
      ),
    }),
  )
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')
}
