import { fieldError } from './coerced-values.ts'

/** A range of instants: from the first to before the second. */
export interface InstantRange {
  from?: Date
  before?: Date
}

export interface NumberRange {
  min?: number
  max?: number
}

const maxSearchText = 100

/** The text of 「關鍵字」; empty: any. */
export function readSearchText(text: string | undefined): string {
  if (text !== undefined && text.length > maxSearchText) throw fieldError('q', 'q 長度超過上限')
  return text?.trim() ?? ''
}

/** The words of a filter, parted by commas; throws for one that is not allowed. Empty: all. */
export function readWords<W extends string>(
  text: string | undefined,
  field: string,
  words: readonly W[],
): W[] {
  if (!text) return []
  return text.split(',').map((given) => {
    const word = words.find((one) => one === given)
    if (word === undefined) throw fieldError(field, `${field} 格式錯誤`)
    return word
  })
}

/** The ids of a filter, parted by commas. Empty: all. */
export function readIds(text: string | undefined, field: string, most = 100): string[] {
  if (!text) return []
  const ids = text.split(',')
  if (ids.length > most || ids.some((id) => id === '' || id.length > 200)) {
    throw fieldError(field, `${field} 格式錯誤`)
  }
  return ids
}

const dayMs = 24 * 60 * 60 * 1_000

/** Days of Taipei, `2026-11-21`, both included; throws for what is no day and an empty range. */
export function readDays(query: {
  from?: string | undefined
  to?: string | undefined
}): InstantRange {
  const from = readDay(query.from, 'from')
  const to = readDay(query.to, 'to')
  if (from && to && from > to) throw fieldError('from', '起日不可晚於迄日')
  return {
    ...(from && { from }),
    ...(to && { before: new Date(to.getTime() + dayMs) }),
  }
}

/** The first instant of a day in Taipei, which has no summer time. */
function readDay(text: string | undefined, field: string): Date | undefined {
  if (!text) return undefined
  const start = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)
    ? new Date(`${text}T00:00:00+08:00`)
    : undefined
  const isDay =
    start !== undefined &&
    !Number.isNaN(start.getTime()) &&
    new Date(start.getTime() + 8 * 60 * 60 * 1_000).toISOString().startsWith(text)
  if (!isDay) throw fieldError(field, `${field} 格式錯誤`)
  return start
}

/** Whole numbers, both included; throws for anything else and for an empty range. */
export function readRange(
  texts: { min: string | undefined; max: string | undefined },
  fields: { min: string; max: string },
  maximum = 2_147_483_647,
): NumberRange {
  const min = readNumber(texts.min, fields.min, maximum)
  const max = readNumber(texts.max, fields.max, maximum)
  if (min !== undefined && max !== undefined && min > max) {
    throw fieldError(fields.min, '最小值不可大於最大值')
  }
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

/** A whole number as digits, undefined without one. */
export function readNumber(
  text: string | undefined,
  field: string,
  maximum: number,
): number | undefined {
  if (!text) return undefined
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= maximum)) throw fieldError(field, `${field} 格式錯誤`)
  return number
}
