import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invoiceAccount } from '../account.ts'
import { type Answer, type Fault, faultyAnswer, otherNumber, slowMs } from '../faults.ts'
import { type Gateway, invoiceFaultFor } from '../gateway.ts'
import { jsonAnswer, loseAnswer, sendAnswer } from '../routes/shop-call.ts'
import { minuteMs } from '../taipei-time.ts'
import { type CipherKeys, decrypt, encrypt } from './cipher.ts'
import { Refusal } from './data-rules.ts'
import type { Data, Invoice } from './invoice.ts'

const validMs = 10 * minuteMs
const revision = '3.0.0'
/** Keys of nobody, for an answer that cannot be read. */
const otherKeys: CipherKeys = { hashKey: '0'.repeat(16), hashIv: '0'.repeat(16) }

/** Codes of the transport; 104, 110 and 115 are those of the real one. */
const transport = {
  clock: { code: 104, message: 'Timestamp is over 10 minutes than it just produced.' },
  revision: { code: 105, message: 'The parameter [Revision] is invalid.' },
  inside: { code: 109, message: 'The parameter [MerchantID] in [Data] is invalid.' },
  data: { code: 110, message: 'The parameter [Data] decrypt fail.' },
  merchant: { code: 115, message: 'B2C功能尚未開通，請聯繫所屬業務' },
} as const

interface Envelope {
  MerchantID?: unknown
  RqHeader?: { Timestamp?: unknown; Revision?: unknown }
  Data?: unknown
}

/** Registers a call of the shop's server; a refusal that it throws is answered with empty `fields`. */
export type RegisterInvoiceCall = (
  name: string,
  options: {
    answer(data: Data): Data
    /** Fields that an answer has, empty, when the call is refused. */
    fields?: string[]
  },
) => void

export function createRegisterInvoiceCall(
  app: FastifyInstance,
  gateway: Gateway,
): RegisterInvoiceCall {
  return (name, { answer, fields = [] }) => {
    const path = `/B2CInvoice/${name}`
    app.post(path, async (request, reply) => {
      const opened = open(request)
      const data = 'data' in opened ? opened.data : {}
      const fault = invoiceFaultFor(gateway, find(gateway, data))
      gateway.calls.push({ at: gateway.clock.now(), path, fields: toFields(data), fault })
      if (fault === 'silent') return reply.hijack()
      const faulty = faultyAnswer(fault)
      if (faulty) return sendAnswer(reply, faulty)
      const answered = fault === 'clock' ? refused('clock') : answerOf(opened, fault)
      if (fault === 'slow') await delay(slowMs, undefined, { ref: false })
      return fault === 'lost' ? loseAnswer(reply) : sendAnswer(reply, answered)
    })

    function answerOf(opened: Opened, fault: Fault): Answer {
      if ('failure' in opened) return refused(opened.failure)
      const told = run(opened.data)
      return sealed(changed(told, fault), fault === 'wrong-mac' ? otherKeys : invoiceAccount)
    }

    function run(data: Data): Data {
      try {
        return { RtnCode: 1, RtnMsg: '成功', ...answer(data) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const empty = Object.fromEntries(fields.map((field) => [field, '']))
        return { RtnCode: error.code, RtnMsg: error.message.slice(0, 200), ...empty }
      }
    }
  }
}

type Opened = { data: Data } | { failure: keyof typeof transport }

/** Counted by the real clock: the shop's does not move with the gateway's. */
function open({ body }: FastifyRequest): Opened {
  const { MerchantID, RqHeader, Data: sealed } = (body ?? {}) as Envelope
  if (String(MerchantID) !== invoiceAccount.merchantId) return { failure: 'merchant' }
  const { Timestamp, Revision } = RqHeader ?? {}
  const isRecent =
    Number.isSafeInteger(Timestamp) && Math.abs(Date.now() - Number(Timestamp) * 1000) <= validMs
  if (!isRecent) return { failure: 'clock' }
  if (Revision !== revision) return { failure: 'revision' }
  const data = read(sealed)
  if (!data) return { failure: 'data' }
  const isInside = String(data.MerchantID) === invoiceAccount.merchantId
  return isInside ? { data } : { failure: 'inside' }
}

function read(sealed: unknown): Data | undefined {
  try {
    const data = decrypt(String(sealed), invoiceAccount)
    return typeof data === 'object' && data !== null ? (data as Data) : undefined
  } catch {
    return undefined
  }
}

function find({ invoices }: Gateway, { RelateNumber, InvoiceNo }: Data): Invoice | undefined {
  if (typeof RelateNumber === 'string') return invoices.find(RelateNumber)
  return typeof InvoiceNo === 'string' ? invoices.findByNumber(InvoiceNo) : undefined
}

function toFields(data: Data): Record<string, string> {
  const texts = Object.entries(data).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : JSON.stringify(value)]
  })
  return Object.fromEntries(texts)
}

function changed(told: Data, fault: Fault): Data {
  const isOther = fault === 'other-amount' && typeof told.IIS_Sales_Amount === 'number'
  const amount = isOther ? { IIS_Sales_Amount: Number(told.IIS_Sales_Amount) + 1 } : {}
  const number =
    fault === 'other-number' && 'IIS_Relate_Number' in told
      ? { IIS_Relate_Number: otherNumber }
      : {}
  return { ...told, ...amount, ...number }
}

function sealed(told: Data, keys: CipherKeys): Answer {
  return envelope({ TransCode: 1, TransMsg: '', Data: encrypt(told, keys) })
}

function refused(failure: keyof typeof transport): Answer {
  const { code, message } = transport[failure]
  return envelope({ TransCode: code, TransMsg: message, Data: '' })
}

function envelope(content: object): Answer {
  const Timestamp = Math.floor(Date.now() / 1000)
  return jsonAnswer({ MerchantID: invoiceAccount.merchantId, RpHeader: { Timestamp }, ...content })
}
