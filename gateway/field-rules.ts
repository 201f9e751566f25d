import { isLoopback } from './addresses.ts'
import type { Fields } from './check-mac-value.ts'

/** Rule of a field of a form; gives the reason why a value is not allowed. */
export type Rule = (value: string) => string | undefined
export type Rules = Record<string, Rule>

export const matches =
  (pattern: RegExp, reason: string): Rule =>
  (value) =>
    pattern.test(value) ? undefined : reason

export const oneOf =
  (...allowed: string[]): Rule =>
  (value) =>
    allowed.includes(value) ? undefined : `只接受 ${allowed.join('、')}`

export const atMost =
  (length: number): Rule =>
  (value) =>
    value.length > length ? `不可超過 ${length} 個字元` : undefined

export const wholeNumber =
  (from: number, to: number): Rule =>
  (value) =>
    /^[1-9]\d{0,8}$/.test(value) && Number(value) >= from && Number(value) <= to
      ? undefined
      : `須為 ${from} 至 ${to} 的整數`

/** ECPay cuts what is longer, inside a character too, and then the MACs differ. */
export const atMostWide =
  (most: number, rule: Rule): Rule =>
  (value) => {
    const width = [...value].reduce((sum, sign) => sum + (sign > '\u007f' ? 2 : 1), 0)
    return width > most ? `不可超過 ${most} 個字元，中文以 2 個計` : rule(value)
  }

export const address: Rule = (value) => {
  if (value.length > 200) return '不可超過 200 個字元'
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(value) || !URL.canParse(value)) return '不是有效的網址'
  const { port, hostname } = new URL(value)
  if (!['', '80', '443'].includes(port) && !isLoopback(hostname)) return '只接受 80 與 443 埠'
  return undefined
}

export const tradeNumber = matches(/^[A-Za-z0-9]{1,20}$/, '須為 1 至 20 個英文字母或數字')

/** A day and a time that exist, `yyyy/MM/dd HH:mm:ss`. */
export const dateTime: Rule = (value) =>
  isDateTime(value) ? undefined : '須為 yyyy/MM/dd HH:mm:ss'

function isDateTime(text: string): boolean {
  if (!/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(text)) return false
  const iso = `${text.replaceAll('/', '-').replace(' ', 'T')}.000Z`
  return !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString() === iso
}

/** The reasons why the fields of a form are not taken, one a field; one that has no rule is unknown. */
export function faultsOfFields(
  form: Fields,
  { required, optional, unknown }: { required: Rules; optional: Rules; unknown: string },
): string[] {
  const missing = Object.keys(required).filter((name) => !(name in form))
  const rules: Rules = { ...required, ...optional }
  const refused = Object.entries(form).flatMap(([name, value]) => {
    const reason = Object.hasOwn(rules, name) ? rules[name]?.(value) : unknown
    return reason ? [`${name}：${reason}`] : []
  })
  return [...missing.map((name) => `${name}：缺少此欄位`), ...refused]
}
