export const halfTypedDay = '請輸入正確的日期'

/** A day that is half typed or does not exist gives an empty value, as none does. */
export function isHalfTyped(input: HTMLInputElement | null | undefined): boolean {
  return input?.validity.badInput === true
}
