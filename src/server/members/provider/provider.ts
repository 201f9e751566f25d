import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { Networks } from '../../limits/network.ts'
import { consumeOfNetwork, type NetworkLimit } from '../../limits/network-limit.ts'
import { consume, type RateLimit } from '../../limits/rate-limit.ts'
import type { LineLogin } from '../../line/line-login.ts'
import type { KeyedHash } from '../../secrets/keyed-hash.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { IdentityError } from '../identity-error.ts'
import type { IdentityLimits } from '../identity-limits.ts'
import type { MemberRow } from '../members.queries.ts'
import type { PasswordHasher } from '../sign-in/password-hasher.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import type { Fields } from './request-fields.ts'

/** The dependencies of the provider's calls. */
export interface Provider {
  config: Config
  db: NodePgDatabase
  hasher: PasswordHasher
  keys: SigningKeys
  limits: IdentityLimits
  /** Deletes the data of a member in other parts, in the transaction that deletes the account. */
  onDeleted: (tx: Transaction, member: MemberRow) => Promise<void>
  /** Runs in the transaction that records that a member has proved the mailbox. */
  onProved: (tx: Transaction, member: { uid: string; email: string }) => Promise<void>
  /** Keyed, because six digits are soon tried out. */
  hashPin: KeyedHash
  jobs: JobSender
  /** Undefined while sign-in by LINE is off. */
  line: () => LineLogin | undefined
  /** Undefined: the shop has no official account of LINE. */
  lineFriends?: LineFriends | undefined
  secretBox: SecretBox
}

/** The official account, which people may add as they sign in. */
export interface LineFriends {
  isOffered(): boolean
  keep(person: { subject: string; isFriend: boolean }): Promise<void>
}

/** From where a call comes. */
export interface Client {
  ip: string
  networks: Networks
  userAgent: string
  /** The value of the cookie of a sign-in by LINE. */
  browser?: string | undefined
}

export type Call = (provider: Provider, fields: Fields, client: Client) => Promise<object>

export async function consumeOrThrow(db: Db, limit: RateLimit, subject: string): Promise<void> {
  const result = await consume(db, limit, subject)
  if (!result.isAllowed) throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', result)
}

/** As `consumeOrThrow`, for a network, its /48 and all together. */
export async function consumeOfNetworkOrThrow(
  db: Db,
  limit: NetworkLimit,
  { ip }: Client,
): Promise<void> {
  const result = await consumeOfNetwork(db, limit, ip)
  if (!result.isAllowed) throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', result)
}
