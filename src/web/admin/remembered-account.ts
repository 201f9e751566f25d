const key = 'adminAccount'

/** The account that signed in here last, when it asked to be remembered; never its password. */
export function rememberedAccount(): string {
  return localStorage.getItem(key) ?? ''
}

export function rememberAccount(account: string): void {
  localStorage.setItem(key, account)
}

export function forgetAccount(): void {
  localStorage.removeItem(key)
}
