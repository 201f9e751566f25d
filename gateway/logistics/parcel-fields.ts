import type { Fields } from '../check-mac-value.ts'
import { toTaipeiDate, toTaipeiTime } from '../taipei-time.ts'
import { rulesOf } from './carriers.ts'
import { collectionFee, type Parcel, paidOutAt, stateOf, statusCode } from './parcel.ts'
import { stepName } from './states.ts'

/** Unsigned fields of a callback, and of the answer to the form of a parcel. */
export function stateFields(parcel: Parcel): Fields {
  const { form, carrier, numbers } = parcel
  const { type } = rulesOf(carrier)
  const { step, at } = stateOf(parcel)
  const common: Fields = {
    MerchantID: parcel.merchantId,
    RtnCode: statusCode(parcel, step),
    RtnMsg: stepName(step),
    AllPayLogisticsID: parcel.logisticsId,
    GoodsAmount: String(parcel.amount),
    UpdateStatusDate: toTaipeiTime(at),
    BookingNote: type === 'HOME' && step !== 'created' ? (numbers.BookingNote ?? '') : '',
  }
  if (parcel.isReturn) {
    const { AllPayLogisticsID = '' } = form
    return { ...common, AllPayLogisticsID, RtnMerchantTradeNo: parcel.merchantTradeNo }
  }
  return {
    ...common,
    MerchantTradeNo: parcel.merchantTradeNo,
    LogisticsType: type,
    LogisticsSubType: carrier,
    ReceiverName: form.ReceiverName ?? '',
    ReceiverPhone: form.ReceiverPhone ?? '',
    ReceiverCellPhone: form.ReceiverCellPhone ?? '',
    ReceiverEmail: form.ReceiverEmail ?? '',
    ReceiverAddress: form.ReceiverAddress ?? '',
    CVSPaymentNo: numbers.CVSPaymentNo ?? '',
    CVSValidationNo: numbers.CVSValidationNo ?? '',
  }
}

/** Unsigned fields of the answer to a query. */
export function queryFields(parcel: Parcel, now: Date): Fields {
  const { carrier, numbers, collects } = parcel
  const { type, fee } = rulesOf(carrier)
  const paidAt = paidOutAt(parcel, now)
  return {
    MerchantID: parcel.merchantId,
    MerchantTradeNo: parcel.merchantTradeNo,
    AllPayLogisticsID: parcel.logisticsId,
    GoodsAmount: String(parcel.amount),
    LogisticsType: `${type}_${carrier}`,
    HandlingCharge: String(fee),
    CollectionAmount: String(collects),
    CollectionChargeFee: String(collectionFee(parcel)),
    CollectionAllocateAmount: paidAt ? String(collects - collectionFee(parcel)) : '0',
    CollectionAllocateDate: paidAt ? toTaipeiDate(paidAt) : '',
    TradeDate: toTaipeiTime(parcel.createdAt),
    LogisticsStatus: statusCode(parcel, stateOf(parcel).step),
    GoodsName: parcel.form.GoodsName ?? '',
    ShipmentNo: numbers.ShipmentNo ?? '',
    BookingNote: numbers.BookingNote ?? '',
    CVSPaymentNo: numbers.CVSPaymentNo ?? '',
    CVSValidationNo: numbers.CVSValidationNo ?? '',
    ActualWeight: carrier === 'POST' ? (parcel.form.GoodsWeight ?? '') : '',
  }
}
