import { listSeparator } from '../exports/coupon-export.ts'
import { yesOrNo } from '../exports/words.ts'
import { readDayCell, readFlagCell, readNumberCell } from '../input/csv-cells.ts'
import type { CellValue } from './table-import.ts'

export function textCell(text: string): CellValue {
  const value = text.trim()
  return { value, text: value }
}

/** As it is, with its spaces and lines. */
export function wholeTextCell(text: string): CellValue {
  return { value: text, text }
}

export function numberCell(bounds: { minimum?: number; maximum: number }) {
  return (text: string): CellValue => {
    const value = readNumberCell(text, bounds)
    return { value, text: String(value) }
  }
}

/** An empty cell is a rule that there is none of. */
export function optional(read: (text: string) => CellValue, none: unknown = null) {
  return (text: string): CellValue => (text.trim() === '' ? { value: none, text: '' } : read(text))
}

export function flagCell(text: string): CellValue {
  const value = readFlagCell(text)
  return { value, text: yesOrNo(value) }
}

/** An empty cell is no. */
export function ruleFlagCell(text: string): CellValue {
  return text.trim() === '' ? { value: false, text: yesOrNo(false) } : flagCell(text)
}

const taipeiAheadMs = 8 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** The first moment of a day in Taipei, or its last, in epoch milliseconds. */
export function dayCell(edge: 'start' | 'end') {
  return (text: string): CellValue => {
    const day = readDayCell(text)
    const start = Date.parse(`${day}T00:00:00Z`) - taipeiAheadMs
    const value = edge === 'start' ? start : start + dayMs - 1
    return { value, text: day.replaceAll('-', '/') }
  }
}

export function listCell(text: string): CellValue {
  const value = text
    .split(listSeparator)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return { value, text: value.join(listSeparator) }
}
