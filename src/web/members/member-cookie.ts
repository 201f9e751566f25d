const cookieName = 'memberToken'

/** The token of the last visit, until it expires. */
export function memberCookie(): string | null {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`))
  return entry?.slice(cookieName.length + 1) || null
}

/** Readable by the page; expires with the token. The server never accepts it as authentication. */
export function setMemberCookie(token: string, expiresAt: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const expires = new Date(expiresAt).toUTCString()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookieName}=${token}; Path=/; SameSite=Strict; Expires=${expires}${secure}`
}

export function clearMemberCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookieName}=; Path=/; SameSite=Strict; Max-Age=0`
}
