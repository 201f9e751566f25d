import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PasswordPolicySettings } from '../../config.ts'
import { openTestProvider } from '../../testing/doubles/test-provider.ts'
import { testConfig } from '../../testing/test-config.ts'
import { IdentityError } from '../identity-error.ts'
import { checkPassword } from './password-policy.ts'

const lax: PasswordPolicySettings = {
  minLength: 6,
  maxLength: 4096,
  needsLowercase: false,
  needsUppercase: false,
  needsDigit: false,
  needsSymbol: false,
}

function fault(password: string, policy: PasswordPolicySettings): string | undefined {
  try {
    checkPassword(password, policy)
    return undefined
  } catch (error) {
    if (error instanceof IdentityError) return error.message
    throw error
  }
}

test('VALID-28 the shortest password has six characters', () => {
  expect(testConfig().passwordPolicy.minLength).toBe(6)
  expect(fault('abc12', lax)).toBe('WEAK_PASSWORD : Password should be at least 6 characters')
  expect(fault('abc123', lax)).toBeUndefined()
  // Counted in characters, not in the units that hold them.
  expect(fault('😀😀😀', lax)).toMatch(/^WEAK_PASSWORD/)
  expect(fault('😀😀😀😀😀😀', lax)).toBeUndefined()
})

test('VALID-28 the default wants a lower-case letter and a digit, and takes any other character', () => {
  const { passwordPolicy } = testConfig()
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (password) => {
      const isGood = [...password].length >= 6 && /[a-z]/.test(password) && /[0-9]/.test(password)
      return (fault(password, passwordPolicy) === undefined) === isGood
    }),
    { numRuns: 2_000 },
  )
})

test('VALID-29 a longest length can be set', () => {
  const policy = { ...lax, maxLength: 30 }
  expect(fault('a'.repeat(30), policy)).toBeUndefined()
  expect(fault('a'.repeat(31), policy)).toMatch(
    /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS : .*at most 30/,
  )
})

test.each([
  ['VALID-30', 'needsLowercase', 'ABC123', 'ABc123', 'lower case'],
  ['VALID-30', 'needsUppercase', 'abc123', 'aBc123', 'upper case'],
  ['VALID-31', 'needsDigit', 'abcdef', 'abcde1', 'numeric'],
  ['VALID-31', 'needsSymbol', 'abc123', 'abc12!', 'non-alphanumeric'],
])('%s with %s "%s" is refused and "%s" taken', (_, need, bad, good, text) => {
  expect(fault(bad, lax)).toBeUndefined()
  expect(fault(bad, { ...lax, [need]: true })).toContain(text)
  expect(fault(good, { ...lax, [need]: true })).toBeUndefined()
})

test('VALID-30 VALID-31 all that is missing is told at once', () => {
  const strict = { ...lax, needsLowercase: true, needsUppercase: true, needsDigit: true }
  expect(fault('------', { ...strict, needsSymbol: true })).toBe(
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a lower case character, Password must contain an upper case character, Password must contain a numeric character]',
  )
})

test('VALID-28 VALID-29 VALID-30 VALID-31 the policy of the configuration is told and kept', async () => {
  const provider = await openTestProvider({
    env: {
      PASSWORD_MIN_LENGTH: '8',
      PASSWORD_MAX_LENGTH: '40',
      PASSWORD_UPPERCASE: '1',
      PASSWORD_SYMBOL: '1',
    },
  })
  try {
    const policy = await provider.app.inject(
      '/identitytoolkit.googleapis.com/v2/passwordPolicy?key=minmin',
    )
    expect(policy.json()).toEqual({
      customStrengthOptions: {
        minPasswordLength: 8,
        maxPasswordLength: 40,
        containsLowercaseCharacter: true,
        containsUppercaseCharacter: true,
        containsNumericCharacter: true,
        containsNonAlphanumericCharacter: true,
      },
      allowedNonAlphanumericCharacters: expect.arrayContaining(['!', '-', '_']),
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: false,
      schemaVersion: 1,
    })
    const signUp = async (password: string) =>
      (await provider.call('signUp', { email: 'a@b.example', password })).code
    expect(await signUp('Abc1!')).toBe('WEAK_PASSWORD')
    expect(await signUp('abcdef1!')).toBe('PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
    expect(await signUp(`Abcdef1!${'x'.repeat(33)}`)).toBe('PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
    expect(await signUp('Abcdef1!')).toBeUndefined()
  } finally {
    await provider.close()
  }
})
