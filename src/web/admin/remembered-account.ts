import { readStoredText, storeText } from '../shared/stored-text.ts'

const key = 'adminAccount'

/** The remembered account of the last sign-in; never its password. */
export function rememberedAccount(): string {
  return readStoredText(key) ?? ''
}

export function setRememberedAccount(account: string): void {
  storeText(key, account)
}

export function clearRememberedAccount(): void {
  storeText(key, null)
}
