import { normalizeEmail } from '../input/email-address.ts'
import { IdentityError } from './identity-error.ts'
import { type Fields, textField } from './provider/request-fields.ts'

/** The key of an account: Gmail delivers an address with and without dots to one mailbox. */
export function emailKey(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return email
  return `${name.replaceAll('.', '')}@gmail.com`
}

export function emailField(fields: Fields, name = 'email'): string {
  const text = textField(fields, name)
  if (text === undefined) throw new IdentityError('MISSING_EMAIL')
  const email = normalizeEmail(text)
  if (email === undefined) throw new IdentityError('INVALID_EMAIL')
  return email
}
