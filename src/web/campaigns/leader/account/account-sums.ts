import type { AccountPlace } from '#contract/leader-money.ts'

/** Still to be received; below 0: to be given back. */
export function openOf({ expected, received }: AccountPlace): number {
  return expected - received
}

/** Full-width digits count, everything else goes. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/** Says that the end of an account was typed in part. */
export const incompleteFive = '請填五位數字，或留空'
