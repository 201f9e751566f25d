import type { Data, Item } from './invoice.ts'

/** Rule of a field; gives the reason why a value is not allowed. */
export type DataRule = (value: unknown) => string | undefined
export type DataRules = Record<string, DataRule>

/** Codes that shops have been given by the real one. */
export const knownCodes = {
  missing: 10000002,
  notFound: 1600003,
  relateNumberUsed: 5070357,
  hasAllowance: 5070450,
  voidedBefore: 5070453,
  ministryDown: 10000010,
} as const

/** The real codes are not published: these are our own. */
export const ownCodes = {
  field: 2,
  combination: 5000901,
  sum: 5000902,
  noNumbers: 5000903,
  tooLate: 5000904,
  donated: 5000905,
  aboveRemaining: 5000906,
  state: 5000907,
} as const

/** Why a call is not done. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

export const text =
  (most: number, pattern = /^/): DataRule =>
  (value) => {
    if (typeof value !== 'string') return '須為字串'
    if (value.length > most) return `不可超過 ${most} 個字元`
    return value === '' || pattern.test(value) ? undefined : '格式錯誤'
  }

export const given =
  (rule: DataRule): DataRule =>
  (value) =>
    value === '' ? '不可為空' : rule(value)

export const choice =
  (...allowed: (string | number)[]): DataRule =>
  (value) =>
    allowed.some((one) => one === value) ? undefined : `只接受 ${allowed.join('、')}`

export const wholeNumber =
  (from: number, to: number): DataRule =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to
      ? undefined
      : `須為 ${from} 至 ${to} 的整數`

/** Up to 8 digits, and 7 behind the point. */
const decimal: DataRule = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '須為數字'
  if (Math.abs(value) >= 100_000_000) return '整數不可超過 8 位'
  return Number(value.toFixed(7)) === value ? undefined : '小數不可超過 7 位'
}

/** Judged by somebody else. */
export const anything: DataRule = () => undefined
export const email = text(80, /^[^\s@;,<>]+@[^\s@;,<>]+\.[^\s@;,<>]+$/)
/** `yyyy-MM-dd`, with slashes too. */
export const day = text(10, /^\d{4}([-/])\d\d\1\d\d$/)
export const invoiceNumber = text(10, /^[A-Z]{2}\d{8}$/)
export const relateNumber = text(30, /^[A-Za-z0-9]+$/)
export const reason = text(20)

/** Throws for data that lacks a field, has one that breaks its rule, or one that nobody knows. */
export function checkData(data: Data, required: DataRules, optional: DataRules = {}): void {
  const names = Object.keys(required).filter((name) => !(name in data))
  if (names.length > 0) throw new Refusal(knownCodes.missing, `缺少欄位 ${names.join('、')}`)
  const faults = faultsOf(data, { ...required, ...optional, MerchantID: anything })
  if (faults.length > 0) throw new Refusal(ownCodes.field, faults.join('；'))
}

function faultsOf(data: Data, rules: DataRules, prefix = ''): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : () => '沒有這個欄位'
    const fault = rule?.(value)
    return fault ? [`${prefix}${name}：${fault}`] : []
  })
}

const itemRules = {
  required: {
    ItemName: given(text(500)),
    ItemCount: decimal,
    ItemWord: given(text(6)),
    ItemPrice: decimal,
    ItemAmount: decimal,
  },
  optional: {
    ItemSeq: wholeNumber(1, 999),
    ItemTaxType: choice('', '1', '2', '3'),
    ItemRemark: text(120),
  },
}

/** Prices have seven decimals, so that price times count comes this near to the amount. */
const nearness = 0.01

/** The items of an invoice or an allowance; throws for those that break a rule. */
export function readItems(value: unknown): Item[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > 999) {
    throw new Refusal(ownCodes.field, 'Items：須為 1 至 999 項')
  }
  return value.map((item: unknown, index) => readItem(item, index + 1))
}

function readItem(value: unknown, seq: number): Item {
  const refuse = (fault: string, code: number = ownCodes.field) => {
    throw new Refusal(code, `Items[${seq}]：${fault}`)
  }
  if (typeof value !== 'object' || value === null) refuse('須為物件')
  const data = value as Data
  const { required, optional } = itemRules
  const missing = Object.keys(required).filter((name) => !(name in data))
  if (missing.length > 0) refuse(`缺少欄位 ${missing.join('、')}`, knownCodes.missing)
  const [fault] = faultsOf(data, { ...required, ...optional })
  if (fault) refuse(fault)
  const item = { ItemSeq: seq, ItemTaxType: '', ...data } as Item
  if (item.ItemSeq !== seq) refuse(`ItemSeq 須為 ${seq}`)
  if (item.ItemCount <= 0) refuse('ItemCount 須大於 0')
  const product = item.ItemPrice * item.ItemCount
  if (Math.abs(product - item.ItemAmount) > nearness) {
    refuse('ItemPrice × ItemCount 須等於 ItemAmount', ownCodes.sum)
  }
  return item
}

/** The sum of the amounts, rounded to whole NT$ once. */
function sumOf(items: readonly Item[]): number {
  const scale = 10_000_000
  return Math.round(
    items.reduce((sum, { ItemAmount }) => sum + Math.round(ItemAmount * scale), 0) / scale,
  )
}

/** Amounts that break the rules of a sum: it is that of its items, and more than nothing. */
export function checkSum(name: string, amount: number, items: readonly Item[]): void {
  if (sumOf(items) !== amount) {
    throw new Refusal(ownCodes.sum, `${name}：須等於各項 ItemAmount 的合計 ${sumOf(items)}`)
  }
}
