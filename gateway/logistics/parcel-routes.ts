import type { Answer } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { returnPage } from '../pages/layout.ts'
import { isRecent } from '../routes/query-routes.ts'
import { formAnswer, signedFields, textAnswer } from '../routes/shop-call.ts'
import { type Carrier, rulesOf } from './carriers.ts'
import { labelPage } from './label-page.ts'
import {
  hasItsNumbers,
  type LogisticsCall,
  type RegisterLogisticsCall,
  refuse,
  unknownParcel,
} from './logistics-call.ts'
import { tellState } from './move-parcel.ts'
import type { Parcel } from './parcel.ts'
import { queryFields, stateFields } from './parcel-fields.ts'
import { carrierOf, faultsOfParcel, sumToCollect } from './parcel-form.ts'

const printPaths: Record<string, Carrier> = {
  '/Express/PrintUniMartC2COrderInfo': 'UNIMARTC2C',
  '/Express/PrintFAMIC2COrderInfo': 'FAMIC2C',
  '/Express/PrintHILIFEC2COrderInfo': 'HILIFEC2C',
  '/Express/PrintOKMARTC2COrderInfo': 'OKMARTC2C',
}

/** The form that makes a parcel, the query for it, and its labels. */
export function registerParcelRoutes(gateway: Gateway, register: RegisterLogisticsCall): void {
  register('/Express/Create', (call) => {
    const made = createParcel(gateway, call)
    if ('refusal' in made) return refuse(made.refusal)
    const fields = signedFields(stateFields(made), call.account, call.fault)
    const { ClientReplyURL } = call.fields
    return ClientReplyURL
      ? pageAnswer(
          returnPage('已建立寄件單', { address: ClientReplyURL, fields, area: 'logistics' }),
        )
      : textAnswer(`1|${new URLSearchParams(fields)}`)
  })

  register('/Helper/QueryLogisticsTradeInfo/V5', ({ fields, account, found, fault }) => {
    if (!isRecent(fields.TimeStamp, fault)) return refuse('TimeStamp Error')
    if (Boolean(fields.AllPayLogisticsID) === Boolean(fields.MerchantTradeNo)) {
      return refuse('AllPayLogisticsID 與 MerchantTradeNo 須擇一')
    }
    if (!found || found.isReturn) return unknownParcel
    return formAnswer(signedFields(queryFields(found, gateway.clock.now()), account, fault))
  })

  for (const [path, carrier] of Object.entries(printPaths)) {
    register(path, ({ fields, found }) =>
      found?.carrier === carrier && hasItsNumbers(found, fields) ? label(found) : unknownParcel,
    )
  }
  register('/helper/printTradeDocument', ({ found }) =>
    found && rulesOf(found.carrier).contract === 'B2C' ? label(found) : unknownParcel,
  )
}

function createParcel(
  gateway: Gateway,
  { fields: form, account }: LogisticsCall,
): Parcel | { refusal: string } {
  const { parcels, settings, clock } = gateway
  const carrier = carrierOf(form, account)
  if (typeof carrier !== 'string') return carrier
  const faults = faultsOfParcel(form, carrier, settings)
  if (faults.length > 0) return { refusal: faults.join('；') }
  const { MerchantTradeNo: merchantTradeNo, ReceiverStoreID: storeId = '' } = form
  if (merchantTradeNo && parcels.find(merchantTradeNo)) {
    return { refusal: 'MerchantTradeNo：廠商交易編號重複' }
  }
  if (!settings.hasBalance) return { refusal: '會員帳戶餘額不足，無法建立物流訂單' }
  const parcel = parcels.add(
    {
      merchantId: account.merchantId,
      merchantTradeNo,
      carrier,
      isReturn: false,
      amount: Number(form.GoodsAmount),
      collects: sumToCollect(form),
      storeId,
      form,
    },
    clock.now(),
  )
  tellState(gateway, parcel)
  return parcel
}

function label(parcel: Parcel): Answer {
  return pageAnswer(labelPage(parcel))
}

function pageAnswer(body: string): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', body }
}
