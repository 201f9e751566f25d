import type { Fields } from './check-mac-value.ts'
import {
  address,
  atMost,
  atMostWide,
  dateTime,
  faultsOfFields,
  matches,
  oneOf,
  type Rules,
  tradeNumber,
  wholeNumber,
} from './field-rules.ts'
import { type Method, methodName, methods } from './trade.ts'

const plainText = matches(/^[\p{L}\p{M}\p{N} .()-]+$/u, '不可有特殊符號')
const plainItems = matches(/^[\p{L}\p{M}\p{N} .()#-]+$/u, '不可有特殊符號')

const forAll: Rules = {
  MerchantID: atMost(10),
  MerchantTradeNo: tradeNumber,
  MerchantTradeDate: dateTime,
  PaymentType: oneOf('aio'),
  TotalAmount: wholeNumber(1, 999_999_999),
  TradeDesc: atMostWide(200, plainText),
  ItemName: atMostWide(400, plainItems),
  ReturnURL: address,
  ChoosePayment: oneOf(...methods),
  EncryptType: oneOf('1'),
  CheckMacValue: matches(/^[0-9A-F]{64}$/, '須為 64 個大寫十六進位字元'),
}

const optional: Rules = {
  NeedExtraPaidInfo: oneOf('Y', 'N'),
  ClientBackURL: address,
  StoreID: atMost(20),
  CustomField1: atMost(50),
  CustomField2: atMost(50),
  CustomField3: atMost(50),
  CustomField4: atMost(50),
}

const byMethod: Record<Method, Rules> = {
  Credit: { OrderResultURL: address, UnionPay: oneOf('2') },
  ATM: { PaymentInfoURL: address, ExpireDate: wholeNumber(1, 60) },
  CVS: { PaymentInfoURL: address, StoreExpireDate: wholeNumber(1, 43_200) },
  BARCODE: { PaymentInfoURL: address, StoreExpireDate: wholeNumber(1, 30) },
}

/** In whole NT$: the tariff of a personal account. */
const amounts: Record<Method, [from: number, to: number]> = {
  Credit: [5, 199_999],
  ATM: [11, 49_999],
  CVS: [33, 6_000],
  BARCODE: [17, 20_000],
}

/** The reasons why a form makes no trade, one a field. */
export function faultsOfForm(form: Fields): string[] {
  const method = methods.find((name) => name === form.ChoosePayment)
  const faults = faultsOfFields(form, {
    required: forAll,
    optional: { ...optional, ...(method && byMethod[method]) },
    unknown: '此付款方式沒有這個欄位',
  })
  if (form.ReturnURL && form.ReturnURL === form.OrderResultURL) {
    faults.push('OrderResultURL：不可與 ReturnURL 相同')
  }
  if (faults.length === 0 && method) faults.push(...faultOfAmount(method, Number(form.TotalAmount)))
  return faults
}

function faultOfAmount(method: Method, amount: number): string[] {
  const [from, to] = amounts[method]
  if (amount >= from && amount <= to) return []
  return [`5100070：${methodName(method)}的金額須為 NT$${from} 至 NT$${to}`]
}
