import { isDeepStrictEqual } from 'node:util'
import { lineProviderId } from '#contract/line-sign-in.ts'
import { IdentityError } from '../identity-error.ts'

/** The body of a call, a JSON object or a form. */
export type Fields = Record<string, unknown>

/** The text of a field; undefined when it is missing, null or empty. */
export function textField(fields: Fields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw new IdentityError('INVALID_ARGUMENT', { text: `${name} must be a string` })
}

/**
 * Properties that only the operator of a project may send: accepted from a client they would grant
 * access.
 */
const privileged = [
  'localId',
  'tenantId',
  'targetProjectId',
  'emailVerified',
  'customAttributes',
  'customToken',
  'disabled',
  'disableUser',
  'validSince',
  'createdAt',
  'lastLoginAt',
  'passwordHash',
  'salt',
  'returnOobLink',
  'mfa',
  'mfaInfo',
  'phoneNumber',
  'linkProviderUserInfo',
  'deleteProvider',
  'delegatedProjectNumber',
]

/** Whether a member takes LINE off the own account; nothing else is taken off. */
export function unlinksLine({ deleteProvider }: Fields): boolean {
  return isDeepStrictEqual(deleteProvider, [lineProviderId])
}

export function refusePrivileged(fields: Fields): void {
  for (const name of privileged) {
    if (name === 'deleteProvider' && unlinksLine(fields)) continue
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value !== undefined && value !== null && value !== false) {
      throw new IdentityError('INSUFFICIENT_PERMISSION', { text: name })
    }
  }
}
