/** A day of Taipei as `2026-11-29`. */
export type Day = string

const separated = /^(\d{2,4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/
const joined = /^(\d{3,4})(\d{2})(\d{2})$/
const withoutYear = /^(\d{1,2})[/月](\d{1,2})日?$/

/**
 * A date in a notation of a bank: with a year of either calendar, parted or not, or without one: then
 * it is the last such day up to `today`. Undefined for everything else.
 */
export function parseDay(text: string, today: Day): Day | undefined {
  const [, year, month, day] = separated.exec(text) ?? joined.exec(text) ?? []
  if (year !== undefined) return toDay(gregorian(year), month, day)
  const [, ofMonth, ofDay] = withoutYear.exec(text) ?? []
  if (ofMonth === undefined) return undefined
  const thisYear = Number(today.slice(0, 4))
  const now = toDay(thisYear, ofMonth, ofDay)
  return now !== undefined && now > today ? toDay(thisYear - 1, ofMonth, ofDay) : now
}

/** 民國 115 is 2026; a year of four digits is of the common era. */
function gregorian(year: string): number {
  return year.length === 4 && !year.startsWith('0') ? Number(year) : Number(year) + 1_911
}

function toDay(year: number, month = '', day = ''): Day | undefined {
  const date = new Date(Date.UTC(year, Number(month) - 1, Number(day)))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal && year > 1990 && year < 2100 ? date.toISOString().slice(0, 10) : undefined
}

export function isTime(text: string): boolean {
  return /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
}

const currency = /^(?:NT\$|NTD|TWD|\$)|(?:元|圓|NTD|TWD)整?$/gi
const figure = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?([+-]?)$/

/** In whole NT$, negative as it is written; undefined for what is no amount, or has cents. */
export function parseAmount(text: string): number | undefined {
  const inner = /^\((.+)\)$/.exec(text)?.[1]
  const bare = (inner ?? text).replace(/\s/g, '').replace(currency, '').replace(currency, '')
  const [, before, digits, cents, after] = figure.exec(bare) ?? []
  if (digits === undefined || Number(cents ?? 0) !== 0) return undefined
  const isNegative = inner !== undefined || before === '-' || after === '-'
  const amount = Number(digits.replaceAll(',', ''))
  return amount > 999_999_999_999 ? undefined : isNegative ? -amount : amount
}

/** Written as money, and not as a number of an account: marked, parted, or short without leading zeros. */
export function looksLikeAmount(text: string): boolean {
  if (parseAmount(text) === undefined) return false
  return /[$元,.+]/.test(text) || /^[(-]?(0|[1-9]\d{0,6})\)?$/.test(text)
}

/** The characters at the start of a text, or at its end, that are among these. */
function runOf(text: string, chars: string, from: 'start' | 'end'): string {
  let length = 0
  const charAt = (at: number) => text.charAt(from === 'start' ? at : text.length - 1 - at)
  while (length < text.length && chars.includes(charAt(length))) length++
  return from === 'start' ? text.slice(0, length) : text.slice(text.length - length)
}

const digits = '0123456789'
const ending = /[末後][5五][碼位]/
const endingDigits = /^\D{0,3}(\d{5})(?!\d)/

/** The last five digits of every account that a text names; a hidden digit among them hides them. */
export function lastFivesOf(text: string): string[] {
  const found = new Set<string>()
  for (const behind of text.replaceAll(' ', '').split(ending).slice(1)) {
    const named = endingDigits.exec(behind)?.[1]
    if (named !== undefined) found.add(named)
  }
  for (const token of text.split(/[^\d*xX-]/)) {
    const written = token.replaceAll('-', '')
    const end = runOf(written, digits, 'end')
    const isAccount = written.length >= 9 || written.length > end.length || end.length === 5
    if (isAccount && end.length >= 5) found.add(end.slice(-5))
  }
  return [...found]
}

const marks = ['NT$', 'NTD', 'TWD', '$']

/** The amounts of a text that are marked as money, and the text without them. */
export function splitMoney(text: string): { money: string[]; rest: string } {
  const money: string[] = []
  const upper = text.toUpperCase()
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const left = text.slice(at)
    const mark = marks.find((one) => upper.startsWith(one, at))
    const before = mark === undefined ? 0 : mark.length + (left.charAt(mark.length) === ' ' ? 1 : 0)
    const figures = runOf(left.slice(before), `${digits},.`, 'start')
    const isMarked = mark !== undefined || '元圓'.includes(left.charAt(figures.length) || ' ')
    if (figures !== '' && isMarked) {
      const sign = rest.endsWith('-') ? '-' : ''
      money.push(sign + figures)
      at += before + figures.length
    } else {
      const skipped = figures !== '' && mark === undefined ? figures : left.charAt(0)
      rest += skipped
      at += skipped.length
    }
  }
  return { money, rest }
}
