const key = 'adminAccount'

/** The account that signed in here last, when it asked to be remembered; never its password. */
export function rememberedAccount(): string {
  return localStorage.getItem(key) ?? ''
}

export function setRememberedAccount(account: string): void {
  localStorage.setItem(key, account)
}

export function clearRememberedAccount(): void {
  localStorage.removeItem(key)
}
