import { sha256 } from '../db/sha256.ts'
import { mailboxOf } from '../input/email-address.ts'
import { vicinityOf } from './network.ts'

/** The mark of a key that is a network, before its hash. */
const networkMark = 'n:'

/** An IPv4 /24 or IPv6 /48 as it is stored and counted: no address stands in it. */
export function networkKey(ip: string): string {
  return `${networkMark}${sha256(vicinityOf(ip))}`
}

export function isNetworkKey(key: string): boolean {
  return key.startsWith(networkMark)
}

export function mailboxKey(email: string): string {
  return `e:${sha256(mailboxOf(email))}`
}

/** The holders of an unpaid order, in hashes: owner, mailbox, and network unless one is proved. */
export function holderKeys(of: {
  owner: string
  email: string
  /** Null: the member has shown that the mailbox is theirs. */
  network: string | null
}): string[] {
  const keys = [`o:${sha256(of.owner)}`, mailboxKey(of.email)]
  return of.network === null ? keys : [...keys, of.network]
}
