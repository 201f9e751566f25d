import { t } from '#contract/translate.ts'
import { ShopError } from '../http/shop-error.ts'

/** The refusal of one field of an input, in the shape of those that the schema refuses. */
export function fieldError(field: string, text: string): ShopError {
  return new ShopError('INVALID_INPUT', { message: [text], fields: { [field]: text } })
}

/** A whole number, sent as a number or as digits; the schema accepts nothing else. */
export function readInteger(
  value: number | string,
  bounds: { field: string; minimum: number; maximum: number },
): number {
  const number = Number(value)
  if (number < bounds.minimum || number > bounds.maximum) {
    throw fieldError(bounds.field, t('{field} 數值超出範圍', { field: bounds.field }))
  }
  return number
}

/** 0, 1, "0", "1", true and false, as the contract reads a boolean. */
export function parseBoolean(value: 0 | 1 | '0' | '1' | boolean): boolean {
  return value === true || value === 1 || value === '1'
}

/** A text that says something, without the space around it. */
export function readText(value: string, field: string): string {
  const text = value.trim()
  if (text === '') throw fieldError(field, t('{field} 屬性不得為空', { field }))
  return text
}
