import type { PasswordPolicySettings } from '../../config.ts'
import { IdentityError } from '../identity-error.ts'

/** Counted as symbols; the SDK checks against the same list. */
const symbols = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-'

/** Throws the code of the first fault of a new password. Its length is counted in characters. */
export function checkPassword(password: string, policy: PasswordPolicySettings): void {
  const length = [...password].length
  if (length < policy.minLength) {
    const text = `Password should be at least ${policy.minLength} characters`
    throw new IdentityError('WEAK_PASSWORD', { text })
  }
  const missing = [
    [length > policy.maxLength, `Password may contain at most ${policy.maxLength} characters`],
    [
      policy.needsLowercase && !/[a-z]/.test(password),
      'Password must contain a lower case character',
    ],
    [
      policy.needsUppercase && !/[A-Z]/.test(password),
      'Password must contain an upper case character',
    ],
    [policy.needsDigit && !/[0-9]/.test(password), 'Password must contain a numeric character'],
    [
      policy.needsSymbol && !hasSymbol(password),
      'Password must contain a non-alphanumeric character',
    ],
  ].flatMap(([isMissing, text]) => (isMissing ? [text] : []))
  if (missing.length > 0) {
    const text = `Missing password requirements: [${missing.join(', ')}]`
    throw new IdentityError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', { text })
  }
}

function hasSymbol(password: string): boolean {
  return [...password].some((character) => symbols.includes(character))
}

/** The policy in the shape of `v2/passwordPolicy`. */
export function describePolicy(policy: PasswordPolicySettings) {
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      maxPasswordLength: policy.maxLength,
      containsLowercaseCharacter: policy.needsLowercase,
      containsUppercaseCharacter: policy.needsUppercase,
      containsNumericCharacter: policy.needsDigit,
      containsNonAlphanumericCharacter: policy.needsSymbol,
    },
    allowedNonAlphanumericCharacters: [...symbols],
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  }
}
