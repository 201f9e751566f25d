import {
  anything,
  checkData,
  checkSum,
  choice,
  type DataRule,
  type DataRules,
  email,
  given,
  ownCodes,
  Refusal,
  readItems,
  relateNumber,
  text,
  wholeNumber,
} from './data-rules.ts'
import type { Data, Item } from './invoice.ts'

const loveCode = text(7, /^\d{3,7}$/)
const carrierPatterns: Record<string, RegExp> = {
  '2': /^[A-Z]{2}\d{14}$/,
  '3': /^\/[0-9A-Z.+-]{7}$/,
}
const zeroTaxReasons = ['71', '72', '73', '74', '75', '76', '77', '78', '79']
/** From then on a reason is needed. */
const reasonsNeededFrom = new Date('2026-01-01T00:00:00+08:00')

const required: DataRules = {
  RelateNumber: given(relateNumber),
  Print: choice('0', '1'),
  Donation: choice('0', '1'),
  TaxType: choice('1', '2', '3', '9'),
  SalesAmount: wholeNumber(1, 99_999_999),
  // Special rates (08) are not for shops.
  InvType: choice('07'),
  Items: anything,
}

const businessNumber: DataRule = (value) => {
  const fault = text(8, /^\d{8}$/)(value)
  if (fault || value === '') return fault
  return isBusinessNumber(String(value)) ? undefined : '檢查碼不符'
}

const optional: DataRules = {
  CustomerID: text(20, /^\w+$/),
  CustomerIdentifier: businessNumber,
  CustomerName: text(60),
  CustomerAddr: text(100),
  CustomerPhone: text(20, /^\d+$/),
  CustomerEmail: email,
  ClearanceMark: choice('', '1', '2'),
  LoveCode: loveCode,
  CarrierType: choice('', '1', '2', '3', '4', '5'),
  CarrierNum: text(64),
  CarrierNum2: text(64),
  ZeroTaxRateReason: choice('', ...zeroTaxReasons),
  SpecialTaxType: choice('', 0, 8, '0', '8'),
  InvoiceRemark: text(200),
  vat: choice('1'),
}

/** Number, amount and items of an invoice; throws a refusal for data that makes none. */
export function readIssue(
  data: Data,
  now: Date,
): { relateNumber: string; amount: number; items: Item[] } {
  checkData(data, required, optional)
  const field = (name: string) => String(data[name] ?? '')
  checkBuyer(field)
  checkCombination(field)
  const items = readItems(data.Items)
  checkTaxes(field, items, now)
  const amount = Number(data.SalesAmount)
  checkSum('SalesAmount', amount, items)
  return { relateNumber: field('RelateNumber'), amount, items }
}

type Field = (name: string) => string

function checkBuyer(field: Field): void {
  if (field('CustomerPhone') === '' && field('CustomerEmail') === '') {
    throw new Refusal(ownCodes.field, 'CustomerPhone 與 CustomerEmail 須擇一')
  }
  if (field('Print') === '1' && (field('CustomerName') === '' || field('CustomerAddr') === '')) {
    throw new Refusal(ownCodes.field, '列印時 CustomerName 與 CustomerAddr 不可為空')
  }
  if (field('CustomerIdentifier') !== '' && field('CustomerName') === '') {
    throw new Refusal(ownCodes.field, '有統一編號時 CustomerName 不可為空')
  }
}

/** Donation, carrier, printing and 統一編號, as far as they go together. */
function checkCombination(field: Field): void {
  const fault = faultOfCombination(field) ?? faultOfCarrier(field)
  if (fault) throw new Refusal(ownCodes.combination, fault)
}

function faultOfCombination(field: Field): string | undefined {
  const isCompany = field('CustomerIdentifier') !== ''
  const isPrinted = field('Print') === '1'
  const carrier = field('CarrierType')
  if (field('Donation') === '1') {
    if (isCompany) return '有統一編號時不可捐贈'
    if (carrier !== '') return '捐贈時不可使用載具'
    if (isPrinted) return '捐贈時不可列印'
    return field('LoveCode') === '' ? '捐贈時 LoveCode 不可為空' : undefined
  }
  if (field('LoveCode') !== '') return '不捐贈時 LoveCode 須為空'
  if (carrier === '') return isPrinted ? undefined : '沒有載具且不捐贈時須列印'
  if (isCompany && !['1', '2', '3'].includes(carrier)) return '有統一編號時不可使用此載具'
  if (isPrinted && !(isCompany && carrier === '3')) return '使用載具時不可列印'
  return undefined
}

function faultOfCarrier(field: Field): string | undefined {
  const carrier = field('CarrierType')
  const number = field('CarrierNum')
  const isCard = carrier === '4' || carrier === '5'
  if (isCard !== (field('CarrierNum2') !== '')) return 'CarrierNum2：只有卡片載具須填寫'
  if (isCard) return number === '' ? 'CarrierNum：不可為空' : undefined
  const pattern = carrierPatterns[carrier]
  if (!pattern) return number === '' ? undefined : 'CarrierNum：須為空'
  return pattern.test(number) ? undefined : 'CarrierNum：格式錯誤'
}

function checkTaxes(field: Field, items: readonly Item[], now: Date): void {
  const fault = faultOfTaxes(field, items, now)
  if (fault) throw new Refusal(ownCodes.field, fault)
}

function faultOfTaxes(field: Field, items: readonly Item[], now: Date): string | undefined {
  const taxType = field('TaxType')
  const types = new Set(items.map(({ ItemTaxType }) => ItemTaxType))
  if (taxType === '9') {
    const isMixed = types.size === 2 && types.has('1') && !types.has('')
    if (!isMixed) return '混合課稅須為應稅與免稅，或應稅與零稅率'
  } else if ([...types].some((type) => type !== '' && type !== taxType)) {
    return 'ItemTaxType：須與 TaxType 相同'
  }
  const hasZero = taxType === '2' || types.has('2')
  if (hasZero && field('ClearanceMark') === '') return 'ClearanceMark：零稅率時不可為空'
  if (hasZero && now >= reasonsNeededFrom && field('ZeroTaxRateReason') === '') {
    return 'ZeroTaxRateReason：零稅率時不可為空'
  }
  const special = field('SpecialTaxType')
  if (taxType === '3') return special === '8' ? undefined : 'SpecialTaxType：免稅時須為 8'
  return ['', '0'].includes(special) ? undefined : 'SpecialTaxType：須為 0'
}

/** The check of 2023: the digit sums of the products, divisible by five. */
export function isBusinessNumber(text: string): boolean {
  const products = [...text].map((digit, at) => Number(digit) * Number('12121241'[at]))
  const sum = products.reduce((all, one) => all + Math.floor(one / 10) + (one % 10), 0)
  return sum % 5 === 0 || (text[6] === '7' && sum % 5 === 4)
}
