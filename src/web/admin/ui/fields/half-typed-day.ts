export const halfTypedDay = '請輸入正確的日期'

/**
 * A day that is half typed or does not exist gives an empty value, as none does; of a year that is
 * half typed the browser makes one such as 0020.
 */
export function isHalfTyped(input: HTMLInputElement | null | undefined): boolean {
  const { badInput, rangeUnderflow, rangeOverflow } = input?.validity ?? {}
  return badInput === true || rangeUnderflow === true || rangeOverflow === true
}
