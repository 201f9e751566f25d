import { isLoopback } from './addresses.ts'
import type { Fields } from './check-mac-value.ts'
import { type Method, methodName, methods } from './trade.ts'

/** Rule of a field of the form; gives the reason why a value is not allowed. */
type Rule = (value: string) => string | undefined

const matches =
  (pattern: RegExp, reason: string): Rule =>
  (value) =>
    pattern.test(value) ? undefined : reason

const oneOf =
  (...allowed: string[]): Rule =>
  (value) =>
    allowed.includes(value) ? undefined : `只接受 ${allowed.join('、')}`

const atMost =
  (length: number): Rule =>
  (value) =>
    value.length > length ? `不可超過 ${length} 個字元` : undefined

const wholeNumber =
  (from: number, to: number): Rule =>
  (value) =>
    /^[1-9]\d{0,8}$/.test(value) && Number(value) >= from && Number(value) <= to
      ? undefined
      : `須為 ${from} 至 ${to} 的整數`

/** ECPay cuts what is longer, inside a character too, and then the MACs differ. */
const atMostWide =
  (most: number, rule: Rule): Rule =>
  (value) => {
    const width = [...value].reduce((sum, sign) => sum + (sign > '\u007f' ? 2 : 1), 0)
    return width > most ? `不可超過 ${most} 個字元，中文以 2 個計` : rule(value)
  }

const plainText = matches(/^[\p{L}\p{M}\p{N} .()-]+$/u, '不可有特殊符號')
const plainItems = matches(/^[\p{L}\p{M}\p{N} .()#-]+$/u, '不可有特殊符號')

const address: Rule = (value) => {
  if (value.length > 200) return '不可超過 200 個字元'
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(value) || !URL.canParse(value)) return '不是有效的網址'
  const { port, hostname } = new URL(value)
  if (!['', '80', '443'].includes(port) && !isLoopback(hostname)) return '只接受 80 與 443 埠'
  return undefined
}

const forAll: Record<string, Rule> = {
  MerchantID: atMost(10),
  MerchantTradeNo: matches(/^[A-Za-z0-9]{1,20}$/, '須為 1 至 20 個英文字母或數字'),
  MerchantTradeDate: (value) => (isDate(value) ? undefined : '須為 yyyy/MM/dd HH:mm:ss'),
  PaymentType: oneOf('aio'),
  TotalAmount: wholeNumber(1, 999_999_999),
  TradeDesc: atMostWide(200, plainText),
  ItemName: atMostWide(400, plainItems),
  ReturnURL: address,
  ChoosePayment: oneOf(...methods),
  EncryptType: oneOf('1'),
  CheckMacValue: matches(/^[0-9A-F]{64}$/, '須為 64 個大寫十六進位字元'),
}

const optional: Record<string, Rule> = {
  NeedExtraPaidInfo: oneOf('Y', 'N'),
  ClientBackURL: address,
  StoreID: atMost(20),
  CustomField1: atMost(50),
  CustomField2: atMost(50),
  CustomField3: atMost(50),
  CustomField4: atMost(50),
}

const byMethod: Record<Method, Record<string, Rule>> = {
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
  const rules: Record<string, Rule> = { ...forAll, ...optional, ...(method && byMethod[method]) }
  const faults: string[] = []
  for (const name of Object.keys(forAll)) {
    if (!(name in form)) faults.push(`${name}：缺少此欄位`)
  }
  for (const [name, value] of Object.entries(form)) {
    const reason = Object.hasOwn(rules, name) ? rules[name]?.(value) : '此付款方式沒有這個欄位'
    if (reason) faults.push(`${name}：${reason}`)
  }
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

/** A day and a time that exist, `yyyy/MM/dd HH:mm:ss`. */
function isDate(text: string): boolean {
  if (!/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(text)) return false
  const iso = `${text.replaceAll('/', '-').replace(' ', 'T')}.000Z`
  return !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString() === iso
}
