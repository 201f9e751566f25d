import { t } from './translate.ts'

const mobile = /^09\d{8}$/

/** A mobile number as the chains take it; undefined for what is none. */
export function toMobileNumber(text: string): string | undefined {
  const digits = text
    // Digits, hyphens and brackets of an input method in full width are those of half width.
    .normalize('NFKC')
    .replace(/[\s().\p{Pd}]/gu, '')
    .replace(/^\+?886(?=9)/, '0')
  return mobile.test(digits) ? digits : undefined
}

/** Why the chains take no message at this number; undefined for one that they take. */
export function pickupPhoneFault(text: string): string | undefined {
  return toMobileNumber(text) === undefined
    ? t('超商取貨需要台灣的手機號碼，09 開頭共 10 碼，到店簡訊會寄到這裡')
    : undefined
}

/** As a clerk compares it with an identity card: letters alone, spaces between Latin ones. */
const letters = /^[\p{L}\p{M} ]+$/u

/**
 * Why the chains refuse a name on a parcel; undefined for one that they accept. An ASCII letter counts
 * one, every other sign two, and the sum is 4 to 10.
 */
export function pickupNameFault(text: string): string | undefined {
  const name = text.trim()
  if (name === '') return t('請填寫取件人姓名')
  if (!letters.test(name)) return t('取件人姓名只能用中文或英文字母，不含數字與符號')
  if (/[\u{10000}-\u{10ffff}]/u.test(name)) {
    return t('超商系統無法顯示姓名中的罕用字，請改用取件證件上可辨識的通用字')
  }
  const units = [...name].reduce((sum, sign) => sum + (/[A-Za-z]/.test(sign) ? 1 : 2), 0)
  if (units >= 4 && units <= 10) return undefined
  return t('取件人姓名須為 2 至 5 個中文字，或 4 至 10 個英文字母')
}
