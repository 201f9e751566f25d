const cookieName = 'hexToken'

/** The administrator's token from its cookie. */
export function adminToken(): string | undefined {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`))
  return entry?.slice(cookieName.length + 1) || undefined
}

/** `expired` is the server's time of expiry in epoch milliseconds. */
export function setAdminToken(token: string, expired: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const expires = new Date(expired).toUTCString()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookieName}=${token}; Path=/; SameSite=Strict; Expires=${expires}${secure}`
}

export function clearAdminToken(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookieName}=; Path=/; SameSite=Strict; Max-Age=0`
}
