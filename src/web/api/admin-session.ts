import { createTokenCookie } from '../shared/token-cookie.ts'

/** The administrator's token in its cookie. */
export const {
  get: adminToken,
  set: setAdminToken,
  clear: clearAdminToken,
} = createTokenCookie('hexToken')
