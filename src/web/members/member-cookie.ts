import { createTokenCookie } from '../shared/token-cookie.ts'

/**
 * The member's token of the last visit, until it expires. Readable by the page; the server never
 * accepts the cookie as authentication.
 */
export const {
  get: memberCookie,
  set: setMemberCookie,
  clear: clearMemberCookie,
} = createTokenCookie('memberToken')
