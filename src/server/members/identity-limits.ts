import { type LimitName, type LimitSizes, rateLimitOf } from '../limits/limit-sizes.ts'
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
  signUpByAll: RateLimit
  signUpUnderAttack: RateLimit
  mailByAddress: RateLimit
  mailByAddressAndNetwork: RateLimit
  mailByAccount: RateLimit
  mailByNetwork: RateLimit
  mailByAll: RateLimit
  mailUnderAttack: RateLimit
  actionCodeByNetwork: RateLimit
  changeByAccount: RateLimit
  lookupByNetwork: RateLimit
}

export function identityLimits(limits: LimitSizes): IdentityLimits {
  const limit = (name: LimitName) => rateLimitOf(limits, name)
  return {
    attemptsByNetwork: limit('identity.attempts.network'),
    attemptsByAccountAndNetwork: limit('identity.attempts.account-network'),
    signInByNetwork: limit('identity.sign-in.network'),
    signInBySlash56: limit('identity.sign-in.slash56'),
    signInBySlash48: limit('identity.sign-in.slash48'),
    signInByAccount: limit('identity.sign-in.account'),
    signInByAccountAndNetwork: limit('identity.sign-in.account-network'),
    signInUnderAttack: limit('identity.sign-in.under-attack'),
    signUpByNetwork: limit('identity.sign-up.network'),
    signUpByAll: limit('identity.sign-up.all'),
    signUpUnderAttack: limit('identity.sign-up.under-attack'),
    mailByAddress: limit('identity.mail.address'),
    mailByAddressAndNetwork: limit('identity.mail.address-network'),
    mailByAccount: limit('identity.mail.account'),
    mailByNetwork: limit('identity.mail.network'),
    mailByAll: limit('identity.mail.all'),
    mailUnderAttack: limit('identity.mail.under-attack'),
    actionCodeByNetwork: limit('identity.action-code.network'),
    changeByAccount: limit('identity.change.account'),
    lookupByNetwork: limit('identity.lookup.network'),
  }
}
