import type { LogisticsAccount } from '../account.ts'
import type { Fields } from '../check-mac-value.ts'
import {
  address,
  atMost,
  atMostWide,
  dateTime,
  faultsOfFields,
  matches,
  oneOf,
  type Rule,
  type Rules,
  tradeNumber,
  wholeNumber,
} from '../field-rules.ts'
import type { Settings } from '../settings.ts'
import { type Carrier, findCarrier, rulesOf } from './carriers.ts'
import { findStore, isOpen } from './stores.ts'

const mostInStore = 20_000

/** Letters of the basic plane and spaces; a Chinese character and a space count as two. */
export const personName: Rule = (value) => {
  if (!/^[\p{L}\p{M} ]+$/u.test(value) || /[\u{10000}-\u{10ffff}]/u.test(value)) {
    return '不可有數字、符號或罕用字'
  }
  const width = [...value].reduce((sum, sign) => sum + (/[A-Za-z]/.test(sign) ? 1 : 2), 0)
  return width >= 4 && width <= 10 ? undefined : '須為 4 至 10 個字元，中文以 2 個計'
}
export const plainText = matches(/^[^<>]*$/, '不可有 HTML')
const cellPhone = matches(/^09\d{8}$/, '須為 09 開頭的 10 位數字')
export const phone = matches(/^[\d()#-]{6,20}$/, '須為 6 至 20 個數字或 ( ) # -')
const zipCode = matches(/^\d{3,5}$/, '須為 3 至 5 位數字')
const postAddress: Rule = (value) =>
  value.length > 6 && value.length <= 60 ? plainText(value) : '須為 7 至 60 個字元'
export const goodsName = atMostWide(50, matches(/^[^'^`!@#%&*+\\"<>|_[\]]+$/, '不可有特殊符號'))
const amountOr0 = matches(/^(0|[1-9]\d{0,8})$/, '須為整數')
const storeId = matches(/^[A-Za-z0-9]{1,6}$/, '須為 1 至 6 個英文字母或數字')
export const checkMac = matches(/^[0-9A-F]{32}$/, '須為 32 個大寫十六進位字元')

const required: Rules = {
  MerchantID: atMost(10),
  MerchantTradeDate: dateTime,
  LogisticsType: oneOf('CVS', 'HOME'),
  LogisticsSubType: atMost(20),
  SenderName: personName,
  ReceiverName: personName,
  ServerReplyURL: address,
  CheckMacValue: checkMac,
}

const optional: Rules = {
  MerchantTradeNo: tradeNumber,
  CollectionAmount: amountOr0,
  IsCollection: oneOf('Y', 'N'),
  GoodsName: goodsName,
  SenderPhone: phone,
  SenderCellPhone: cellPhone,
  ReceiverPhone: phone,
  ReceiverCellPhone: cellPhone,
  ReceiverEmail: matches(/^[^\s@<>]+@[^\s@<>]{1,90}$/, '不是有效的電子郵件'),
  TradeDesc: atMostWide(200, plainText),
  Remark: atMostWide(200, plainText),
  ClientReplyURL: address,
  LogisticsC2CReplyURL: address,
  PlatformID: atMost(10),
}

export const storeAmount: Rule = (value) =>
  wholeNumber(1, mostInStore)(value) && '商品金額須為 1 至 20000 元（10500040）'

/** Fields of a carrier besides those of all of them. */
function fieldsOf(carrier: Carrier): { required: Rules; optional: Rules } {
  const { type, contract } = rulesOf(carrier)
  if (type === 'CVS') {
    const needsSender = contract === 'C2C' && carrier !== 'FAMIC2C'
    return {
      required: {
        GoodsAmount: storeAmount,
        ReceiverStoreID: storeId,
        ReceiverCellPhone: cellPhone,
        ...(needsSender && { SenderCellPhone: cellPhone, GoodsName: goodsName }),
      },
      optional: contract === 'C2C' ? { ReturnStoreID: storeId } : {},
    }
  }
  const weight = matches(/^(1?\d(\.\d{1,3})?|20(\.0{1,3})?)$/, '須為 20 公斤以內，最多三位小數')
  const pickupTime = oneOf('1', '2', '3', '4')
  return {
    required: {
      GoodsAmount: wholeNumber(1, 999_999_999),
      SenderZipCode: zipCode,
      SenderAddress: postAddress,
      ReceiverZipCode: zipCode,
      ReceiverAddress: postAddress,
      ...(carrier === 'TCAT' && { ScheduledPickupTime: pickupTime }),
      ...(carrier === 'POST' && { GoodsName: goodsName, GoodsWeight: weight }),
    },
    optional: {
      GoodsWeight: weight,
      Temperature: oneOf('0001', '0002', '0003'),
      Distance: oneOf('00', '01', '02'),
      Specification: oneOf('0001', '0002', '0003', '0004'),
      ScheduledPickupTime: pickupTime,
      ScheduledDeliveryTime: oneOf('1', '2', '4'),
    },
  }
}

/** The carrier of a form, or a reason why the account may not use it. */
export function carrierOf(
  { LogisticsType, LogisticsSubType }: Fields,
  { merchantId, contract }: LogisticsAccount,
): Carrier | { refusal: string } {
  const carrier = findCarrier(LogisticsSubType)
  if (!carrier) return { refusal: 'LogisticsSubType：不支援的物流子類型' }
  const rules = rulesOf(carrier)
  if (rules.type !== LogisticsType) return { refusal: 'LogisticsType：與物流子類型不符' }
  if (rules.contract === contract) return carrier
  return { refusal: `特店 ${merchantId} 為 ${contract}，不可使用 ${LogisticsSubType}` }
}

/** An empty field is the same as none. */
export function givenFields(form: Fields): Fields {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''))
}

/** The reasons why a form makes no parcel. */
export function faultsOfParcel(form: Fields, carrier: Carrier, settings: Settings): string[] {
  const given = givenFields(form)
  const own = fieldsOf(carrier)
  const faults = faultsOfFields(given, {
    required: { ...required, ...own.required },
    optional: { ...optional, ...own.optional },
    unknown: '此物流方式沒有這個欄位',
  })
  if (faults.length > 0) return faults
  faults.push(...faultsOfSum(given, carrier))
  faults.push(
    ...(rulesOf(carrier).type === 'CVS'
      ? faultsOfStore(given.ReceiverStoreID, carrier, {
          settings,
          collects: given.IsCollection === 'Y',
        })
      : faultsOfHome(given, carrier)),
  )
  return faults
}

function faultsOfSum(given: Fields, carrier: Carrier): string[] {
  const { GoodsAmount, CollectionAmount } = given
  const collects = given.IsCollection === 'Y'
  const sum = sumToCollect(given)
  if (collects && (sum < 1 || sum > mostInStore)) {
    return ['CollectionAmount：代收金額須為 1 至 20000 元']
  }
  if (!rulesOf(carrier).name.startsWith('7-ELEVEN')) return []
  const isEqual = CollectionAmount === GoodsAmount || (!collects && CollectionAmount === '0')
  return isEqual ? [] : ['CollectionAmount：須與 GoodsAmount 相同']
}

/** Sum that is collected at the pick-up; without one it is that of the goods. */
export function sumToCollect({ IsCollection, CollectionAmount, GoodsAmount }: Fields): number {
  return IsCollection === 'Y' ? Number(CollectionAmount || GoodsAmount) : 0
}

export function faultsOfStore(
  id: string | undefined,
  carrier: Carrier,
  { settings, collects }: { settings: Settings; collects: boolean },
): string[] {
  const store = findStore(rulesOf(carrier).chain, id)
  if (!store) return [`ReceiverStoreID：查無門市 ${id}`]
  if (!isOpen(store, settings)) return [`ReceiverStoreID：門市 ${id} 已關閉`]
  return collects && !store.collects ? [`ReceiverStoreID：門市 ${id} 不提供代收`] : []
}

function faultsOfHome(given: Fields, carrier: Carrier): string[] {
  const faults: string[] = []
  for (const who of ['Sender', 'Receiver']) {
    if (!given[`${who}Phone`] && !given[`${who}CellPhone`]) {
      faults.push(`${who}Phone：${who}Phone 與 ${who}CellPhone 須擇一`)
    }
  }
  if (given.Temperature === '0003' && given.Specification === '0004') {
    faults.push('Specification：冷凍不可使用 0004')
  }
  // Signs of full width are refused by this carrier alone.
  if (carrier === 'TCAT' && /[\uff00-\uff60]/.test(given.GoodsName ?? '')) {
    faults.push('GoodsName：不可有全形符號')
  }
  return faults
}
