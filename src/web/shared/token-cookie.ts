/** A cookie of the page that holds a session token and expires with it. */
export function createTokenCookie(name: string) {
  return {
    get(): string | undefined {
      const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
      return entry?.slice(name.length + 1) || undefined
    },
    /** `expiresAt` is in epoch milliseconds. */
    set(token: string, expiresAt: number): void {
      const secure = location.protocol === 'https:' ? '; Secure' : ''
      const expires = new Date(expiresAt).toUTCString()
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
      document.cookie = `${name}=${token}; Path=/; SameSite=Strict; Expires=${expires}${secure}`
    },
    clear(): void {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
      document.cookie = `${name}=; Path=/; SameSite=Strict; Max-Age=0`
    },
  }
}
