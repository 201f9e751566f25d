import { storeChains } from '#contract/shipping-kinds.ts'
import { type LogisticsContract, servesChain } from '#contract/stores.ts'
import type { LogisticsAccount } from '../../config-logistics.ts'
import { type SigningKeys, sign } from '../../ecpay/check-mac-value.ts'
import {
  type GatewayFailure,
  type HttpLimits,
  httpLimits,
  postForm,
} from '../../ecpay/ecpay-http.ts'
import { parseForm, readAmount, readSignedFields } from '../../ecpay/signed-fields.ts'
import { toTaipeiTime } from '../../ecpay/taipei-time.ts'
import { shorten } from '../../input/shorten.ts'
import type {
  ChangeResult,
  CreateResult,
  KnownShipment,
  LogisticsProvider,
  Refusal,
  ShipmentOrder,
  ShipmentQueryResult,
} from '../logistics-provider.ts'
import { chainOf, labelPath, subTypeOf, validDaysOf } from './carriers.ts'
import { toGoodsName } from './goods-name.ts'
import { numbersOf } from './numbers-of.ts'
import { readState } from './read-state.ts'
import { stateOfCode } from './states.ts'
import { readStoreList } from './store-list.ts'

export interface EcpayLogisticsOptions extends LogisticsAccount {
  /** Where ECPay's logistics are. */
  url: string
  /** Our own address, without a trailing slash. */
  publicUrl: string
}

/** The two addresses of ours: the server of ECPay posts states, a browser the chosen store. */
const logisticsPaths = {
  state: '/v2/logistics/ecpay/state',
  store: '/v2/logistics/ecpay/store',
} as const

/** The list of a chain has thousands of stores. */
const listLimits: HttpLimits = { timeoutMs: 60_000, maxBytes: 8 * 1024 * 1024 }
/** `300`, or `2001` of Hi-Life. */
const takenCodes = new Set(['300', '2001'])

/** An account as parcels name it; a trial has parcels of its own. */
export function merchantOf({
  merchantId,
  isTrial,
}: Pick<LogisticsAccount, 'merchantId' | 'isTrial'>): string {
  return isTrial ? `trial:${merchantId}` : merchantId
}

/** Convenience stores by ECPay's domestic logistics (綠界國內物流). */
export function createEcpayLogistics(
  options: EcpayLogisticsOptions,
  { limits = httpLimits, now = Date.now }: { limits?: HttpLimits; now?: () => number } = {},
): LogisticsProvider {
  const { merchantId, contract, isTrial, url, publicUrl } = options
  const account = { ...options, digest: 'md5' } as const
  const merchant = merchantOf(options)
  const signed = (fields: Record<string, string>) =>
    sign({ MerchantID: merchantId, ...fields }, account)
  const post = (path: string, fields: Record<string, string>, within = limits) =>
    postForm(`${url}${path}`, signed(fields), within)

  return {
    name: 'ecpay',
    merchant,
    contract,
    isTrial,
    chains: storeChains.filter((chain) => servesChain(contract, chain)),

    async listStores(chain) {
      const reply = await post('/Helper/GetStoreList', { CvsType: chain }, listLimits)
      return reply.type === 'body' ? readStoreList(reply.body, chain) : reply
    },

    mapForm: ({ chain, token, collects, isMobile }) => ({
      action: `${url}/Express/map`,
      fields: signed({
        MerchantTradeNo: token,
        LogisticsType: 'CVS',
        LogisticsSubType: subTypeOf(chain, contract),
        IsCollection: collects ? 'Y' : 'N',
        ServerReplyURL: `${publicUrl}${logisticsPaths.store}`,
        ExtraData: token,
        Device: isMobile ? '1' : '0',
      }),
    }),

    async create(order) {
      const reply = await post('/Express/Create', createFields(order, contract, publicUrl))
      return reply.type === 'body' ? readCreated(account, reply.body, order) : reply
    },

    async query({ tradeNo, amount }) {
      // Valid for three minutes.
      const TimeStamp = String(Math.floor(now() / 1_000))
      const asked = { MerchantTradeNo: tradeNo, TimeStamp }
      const reply = await post('/Helper/QueryLogisticsTradeInfo/V5', asked)
      return reply.type === 'body' ? readQueried(account, reply.body, { tradeNo, amount }) : reply
    },

    labelForm: (shipment) => ({
      action: `${url}${labelPath(shipment.chain, contract)}`,
      fields: signed(numberFields(shipment)),
    }),

    async changeStore(shipment, storeId) {
      const known = numberFields(shipment)
      const reply =
        contract === 'C2C'
          ? await post('/Express/UpdateStoreInfo', {
              ...known,
              StoreType: '01',
              ReceiverStoreID: storeId,
            })
          : await post('/Helper/UpdateShipmentInfo', { ...known, ReceiverStoreID: storeId })
      return reply.type === 'body' ? readDone(reply.body) : reply
    },

    async cancel(shipment) {
      const reply = await post('/Express/CancelC2COrder', numberFields(shipment))
      return reply.type === 'body' ? readDone(reply.body) : reply
    },

    canCancel: ({ chain }) => contract === 'C2C' && chain === 'UNIMART',

    validDays: (chain) => validDaysOf(chain, contract),
    stateOf: stateOfCode,

    readState: (raw) => readState(account, raw, merchant),

    readMapReply(raw) {
      const fields = parseForm(raw)
      const chain = chainOf(fields?.LogisticsSubType)
      const { ExtraData: token = '', CVSStoreID: storeId = '' } = fields ?? {}
      if (!chain || !/^[A-Za-z0-9]{20}$/.test(token)) return undefined
      return /^[A-Za-z0-9]{1,9}$/.test(storeId) ? { token, chain, storeId } : undefined
    },
  }
}

function createFields(
  order: ShipmentOrder,
  contract: LogisticsContract,
  publicUrl: string,
): Record<string, string> {
  const { tradeNo, chain, storeId, amount, collects, goods, sender, receiver, at } = order
  const stateUrl = `${publicUrl}${logisticsPaths.state}`
  return {
    MerchantTradeNo: tradeNo,
    MerchantTradeDate: toTaipeiTime(at),
    LogisticsType: 'CVS',
    LogisticsSubType: subTypeOf(chain, contract),
    GoodsAmount: String(amount),
    // 7-ELEVEN wants the sum of the goods or nothing.
    CollectionAmount: String(collects),
    IsCollection: collects > 0 ? 'Y' : 'N',
    GoodsName: toGoodsName(goods),
    SenderName: sender.name,
    SenderCellPhone: sender.phone,
    ReceiverName: receiver.name,
    ReceiverCellPhone: receiver.phone,
    ReceiverStoreID: storeId,
    ServerReplyURL: stateUrl,
    ...(contract === 'C2C' && { LogisticsC2CReplyURL: stateUrl }),
  }
}

/** `1|` and signed fields, or `0|` and a reason. */
function readCreated(
  account: SigningKeys & { merchantId: string },
  body: Buffer,
  { tradeNo, amount }: Pick<ShipmentOrder, 'tradeNo' | 'amount'>,
): CreateResult {
  const at = body.indexOf('|')
  if (at < 0) return unknown('no answer of logistics')
  const refusal = readRefusal(body)
  if (refusal) return refusal
  if (body.subarray(0, at).toString() !== '1') return unknown('no answer of logistics')
  const fields = readSignedFields(account, body.subarray(at + 1))
  if (typeof fields === 'string') return unknown(fields)
  if (fields.MerchantTradeNo !== tradeNo) return unknown('another parcel')
  if (readAmount(fields.GoodsAmount) !== amount) return unknown('another amount')
  const { RtnCode: code = '', RtnMsg = '' } = fields
  const numbers = numbersOf(fields)
  if (!takenCodes.has(code) || numbers.providerId === '') {
    return { type: 'refused', reason: shorten(`${RtnMsg}（${code}）`, 300) }
  }
  return { type: 'made', numbers, code }
}

function readQueried(
  account: SigningKeys & { merchantId: string },
  body: Buffer,
  { tradeNo, amount }: { tradeNo: string; amount: number },
): ShipmentQueryResult {
  const refusal = readRefusal(body)
  if (refusal) return { type: 'none', reason: refusal.reason }
  const fields = readSignedFields(account, body)
  if (typeof fields === 'string') return unknown(fields)
  if (fields.MerchantTradeNo !== tradeNo) return unknown('another parcel')
  if (readAmount(fields.GoodsAmount) !== amount) return unknown('another amount')
  const numbers = numbersOf(fields)
  const { LogisticsStatus: code = '', ShipmentNo: shipmentNo = '' } = fields
  if (numbers.providerId === '') return unknown('no AllPayLogisticsID')
  return { type: 'found', numbers, code, shipmentNo }
}

function readDone(body: Buffer): ChangeResult {
  if (body.toString().trim() === '1|OK') return { type: 'done' }
  return readRefusal(body) ?? unknown('no answer of logistics')
}

/** `0|` and a reason in Chinese. */
function readRefusal(body: Buffer): Refusal | undefined {
  const [, reason] = /^0\|([^\0]*)$/.exec(body.toString()) ?? []
  return reason === undefined ? undefined : { type: 'refused', reason: shorten(reason.trim(), 300) }
}

/** Those that a call about a parcel names. */
function numberFields(shipment: KnownShipment): Record<string, string> {
  const { providerId, paymentNo, validationNo } = shipment
  return {
    AllPayLogisticsID: providerId,
    ...(paymentNo !== '' && { CVSPaymentNo: paymentNo }),
    ...(validationNo !== '' && { CVSValidationNo: validationNo }),
  }
}

function unknown(reason: string): GatewayFailure {
  return { type: 'unknown', reason }
}
