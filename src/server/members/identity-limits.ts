import { type LimitName, type LimitSizes, rateLimitOf } from '../limits/limit-sizes.ts'

export type IdentityLimits = ReturnType<typeof identityLimits>

export function identityLimits(limits: LimitSizes) {
  const limit = (name: LimitName) => rateLimitOf(limits, name)
  return {
    /** Right passwords count, too. */
    attemptsByNetwork: limit('identity.attempts.network'),
    attemptsByAccountAndNetwork: limit('identity.attempts.account-network'),
    /** Wrong passwords. */
    signInByNetwork: limit('identity.sign-in.network'),
    signInBySlash56: limit('identity.sign-in.slash56'),
    signInBySlash48: limit('identity.sign-in.slash48'),
    signInByAccount: limit('identity.sign-in.account'),
    signInByAccountAndNetwork: limit('identity.sign-in.account-network'),
    /** For each network, while an account is being guessed at from many. */
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
    /** Tries of the six digits of a mail. */
    pinByAccount: limit('identity.pin.account'),
    pinByMailbox: limit('identity.pin.mailbox'),
    changeByAccount: limit('identity.change.account'),
    lookupByNetwork: limit('identity.lookup.network'),
  }
}
