import { ShopError } from '../http/shop-error.ts'

/** A whole number that may have come as digits; the schema has let nothing else pass. */
export function readInteger(
  value: number | string,
  bounds: { field: string; minimum: number; maximum: number },
): number {
  const number = Number(value)
  if (number < bounds.minimum || number > bounds.maximum) {
    throw new ShopError('INVALID_INPUT', { message: [`${bounds.field} 數值超出範圍`] })
  }
  return number
}

/** 0, 1, "0", "1", true and false, as the contract reads a switch. */
export function readSwitch(value: 0 | 1 | '0' | '1' | boolean): boolean {
  return value === true || value === 1 || value === '1'
}

/** A text that says something, without the space around it. */
export function readText(value: string, field: string): string {
  const text = value.trim()
  if (text === '') throw new ShopError('INVALID_INPUT', { message: [`${field} 屬性不得為空`] })
  return text
}
