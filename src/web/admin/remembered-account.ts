const key = 'adminAccount'

/** The remembered account of the last sign-in; never its password. */
export function rememberedAccount(): string {
  return localStorage.getItem(key) ?? ''
}

export function setRememberedAccount(account: string): void {
  localStorage.setItem(key, account)
}

export function clearRememberedAccount(): void {
  localStorage.removeItem(key)
}
