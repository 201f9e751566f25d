import type { Fields } from '../check-mac-value.ts'
import {
  address,
  atMost,
  atMostWide,
  faultsOfFields,
  matches,
  oneOf,
  type Rules,
  wholeNumber,
} from '../field-rules.ts'
import type { Gateway } from '../gateway.ts'
import { textAnswer } from '../routes/shop-call.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { type Carrier, findCarrier, rulesOf } from './carriers.ts'
import { done, type LogisticsCall, type RegisterLogisticsCall, refuse } from './logistics-call.ts'
import { tellState } from './move-parcel.ts'
import { type Parcel, stateOf } from './parcel.ts'
import {
  checkMac,
  faultsOfParcel,
  givenFields,
  goodsName,
  personName,
  phone,
  plainText,
  storeAmount,
} from './parcel-form.ts'

const storePaths: Record<string, Carrier> = {
  '/express/ReturnUniMartCVS': 'UNIMART',
  '/express/ReturnCVS': 'FAMI',
  '/express/ReturnHilifeCVS': 'HILIFE',
}

const required: Rules = {
  MerchantID: atMost(10),
  GoodsAmount: storeAmount,
  SenderName: personName,
  ServerReplyURL: address,
  ServiceType: oneOf('4'),
  CheckMacValue: checkMac,
}

const optional: Rules = {
  AllPayLogisticsID: matches(/^\d{1,20}$/, '須為數字'),
  CollectionAmount: oneOf('0'),
  GoodsName: goodsName,
  PlatformID: atMost(10),
  Remark: atMostWide(20, plainText),
  SenderPhone: phone,
}

const optionalOfFamilyMart: Rules = { Quantity: atMost(50), Cost: wholeNumber(1, 999_999) }

/** Returns: a shopper brings a parcel to a store of the chain, or a carrier fetches it. */
export function registerReturnRoutes(gateway: Gateway, register: RegisterLogisticsCall): void {
  for (const [path, carrier] of Object.entries(storePaths)) {
    register(path, (call) => {
      if (call.account.contract !== 'B2C') return refuse('店到店不提供退貨')
      const fields = givenFields(call.fields)
      const [fault] = faultsOfFields(fields, {
        required,
        optional: { ...optional, ...(carrier === 'FAMI' && optionalOfFamilyMart) },
        unknown: '退貨沒有這個欄位',
      })
      const refusal = fault ?? refusalOf(call, [carrier])
      if (refusal) return refuse(refusal)
      const { merchantTradeNo, numbers } = addReturn(gateway, call, { carrier, form: fields })
      return textAnswer(`${merchantTradeNo}|${numbers.RtnOrderNo}`)
    })
  }

  register('/Express/ReturnHome', (call) => {
    const { found, account, fields } = call
    const carrier = found?.carrier ?? findCarrier(fields.LogisticsSubType)
    if (!carrier || rulesOf(carrier).type !== 'HOME' || account.contract !== 'B2C') {
      return refuse('LogisticsSubType：不支援的物流子類型')
    }
    if (!fields.ServerReplyURL) return refuse('ServerReplyURL：缺少此欄位')
    const { AllPayLogisticsID, ...others } = givenFields(fields)
    const now = toTaipeiTime(gateway.clock.now())
    const known = found?.form ?? { MerchantTradeDate: now, LogisticsType: 'HOME' }
    const [fault] = faultsOfParcel({ ...known, ...others }, carrier, gateway.settings)
    const refusal = fault ?? refusalOf(call, ['TCAT', 'POST'])
    if (refusal) return refuse(refusal)
    const amount = { GoodsAmount: known.GoodsAmount ?? '' }
    addReturn(gateway, call, { carrier, form: { ...amount, ...givenFields(fields) } })
    return done
  })
}

/** A return may name its parcel, which the shopper must have by then. */
function refusalOf({ fields, found }: LogisticsCall, carriers: Carrier[]): string | undefined {
  if (!fields.AllPayLogisticsID) return undefined
  if (!found || !carriers.includes(found.carrier)) return '查無物流訂單'
  return stateOf(found).step === 'pickedUp' ? undefined : '訂單尚未取件，不可退貨'
}

function addReturn(
  gateway: Gateway,
  { account }: LogisticsCall,
  { carrier, form }: { carrier: Carrier; form: Fields },
): Parcel {
  const parcel = gateway.parcels.add(
    {
      merchantId: account.merchantId,
      merchantTradeNo: undefined,
      carrier,
      isReturn: true,
      amount: Number(form.GoodsAmount),
      collects: 0,
      storeId: '',
      form,
    },
    gateway.clock.now(),
  )
  tellState(gateway, parcel)
  return parcel
}
