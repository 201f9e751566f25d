import type { RateLimit } from '../limits/rate-limit.ts'

export interface IdentityLimits {
  /** Right passwords count, too. */
  attemptsByNetwork: RateLimit
  attemptsByAccountAndNetwork: RateLimit
  /** Wrong passwords. */
  signInByNetwork: RateLimit
  signInBySlash56: RateLimit
  signInBySlash48: RateLimit
  signInByAccount: RateLimit
  signInByAccountAndNetwork: RateLimit
  /** For each network, while an account is being guessed at from many. */
  signInUnderAttack: RateLimit
  signUpByNetwork: RateLimit
  mailByAddress: RateLimit
  mailByAccount: RateLimit
  mailByNetwork: RateLimit
  actionCodeByNetwork: RateLimit
  changeByAccount: RateLimit
  lookupByNetwork: RateLimit
}

const minute = 60
const hour = 3600

/** `scale` multiplies them all. */
export function identityLimits(scale: number): IdentityLimits {
  const limit = (name: string, max: number, windowSeconds: number): RateLimit => {
    return { name: `identity.${name}`, max: max * scale, windowSeconds }
  }
  return {
    attemptsByNetwork: limit('attempts.network', 600, 15 * minute),
    attemptsByAccountAndNetwork: limit('attempts.account-network', 60, 15 * minute),
    signInByNetwork: limit('sign-in.network', 100, 15 * minute),
    signInBySlash56: limit('sign-in.slash56', 200, 15 * minute),
    signInBySlash48: limit('sign-in.slash48', 400, 15 * minute),
    signInByAccount: limit('sign-in.account', 100, hour),
    signInByAccountAndNetwork: limit('sign-in.account-network', 10, 15 * minute),
    signInUnderAttack: limit('sign-in.under-attack', 2, hour),
    signUpByNetwork: limit('sign-up.network', 100, hour),
    mailByAddress: limit('mail.address', 5, hour),
    mailByAccount: limit('mail.account', 10, hour),
    mailByNetwork: limit('mail.network', 50, hour),
    actionCodeByNetwork: limit('action-code.network', 200, hour),
    changeByAccount: limit('change.account', 60, minute),
    lookupByNetwork: limit('lookup.network', 1200, minute),
  }
}
