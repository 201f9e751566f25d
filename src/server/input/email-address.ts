/** The longest address that a mail server has to take. */
const maxLength = 254
// ASCII only: a letter that merely looks like another would make a second account of one name.
const local = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The address in lower case without space around it; undefined when it is none. */
export function normalizeEmail(text: string, { minLabels = 2 } = {}): string | undefined {
  if (text.length > 2 * maxLength) return undefined
  const email = text.trim().toLowerCase()
  const at = email.lastIndexOf('@')
  const name = email.slice(0, Math.max(0, at))
  const labels = email.slice(at + 1).split('.')
  if (email.length > maxLength || !local.test(name)) return undefined
  if (/^\.|\.\.|\.$/.test(name)) return undefined
  if (labels.length < minLabels || !labels.every((part) => label.test(part))) return undefined
  return email
}

/** The mailbox that an address is delivered to: without what stands behind a plus sign. */
export function mailboxOf(address: string): string {
  // Older orders hold signs that the mail library drops and mail servers ignore.
  const text = address
    .toLowerCase()
    .replace(/[\s<>"\\]+/g, '')
    .replace(/\.$/, '')
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
  const [box = name] = name.split('+')
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${box}@${domain}`
  return `${box.replaceAll('.', '')}@gmail.com`
}
