import { and, asc, isNull, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import type { Db } from '../../db/connect.ts'
import { signingKeys } from '../../db/tables/members.ts'
import { transaction } from '../../db/transaction.ts'

const minute = 60_000
/** A key signs for about a month. */
const lifetime = 30 * 24 * 60 * minute
/** A new key is published before it signs: until then every node has read it. */
const activationDelay = 15 * minute
/** Longer than the lifetime of a token and the refresh interval of a node. */
const retention = 26 * 60 * minute
const refreshInterval = 5 * minute
/**
 * A ring read longer ago than this is read again before it signs: an idle node may have missed a
 * renewal.
 */
const maxAge = 60 * minute
/** Tokens with unknown key ids cause one read within this time, not one each. */
const unknownKeyInterval = 1_000

export interface SigningKeys {
  current(): Promise<{ kid: string; privateKey: CryptoKey }>
  publicKey(kid: string): Promise<CryptoKey | undefined>
  published(): Promise<JWK[]>
  /** Reads the keys, and creates a new one when the renewal is due. */
  renew(): Promise<void>
}

interface KeyRing {
  current: { kid: string; privateKey: CryptoKey }
  publicKeys: Map<string, CryptoKey>
  published: JWK[]
  readAt: number
}

/** The RS256 keys of all nodes, stored in the database. */
export function createSigningKeys(db: NodePgDatabase): SigningKeys {
  let ring: KeyRing | undefined
  let reading: Promise<KeyRing> | undefined

  function read(): Promise<KeyRing> {
    reading ??= readRing(db)
      .then((fresh) => {
        ring = fresh
        return fresh
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  async function known(): Promise<KeyRing> {
    if (!ring || Date.now() - ring.readAt > maxAge) return read()
    // Stale while revalidate: the cached keys serve while they are read again.
    if (Date.now() - ring.readAt > refreshInterval && !reading) read().catch(() => {})
    return ring
  }

  return {
    current: async () => (await known()).current,
    publicKey: async (kid) => {
      const { publicKeys, readAt } = await known()
      const key = publicKeys.get(kid)
      if (key || Date.now() - readAt < unknownKeyInterval) return key
      return (await read()).publicKeys.get(kid)
    },
    published: async () => (await known()).published,
    renew: async () => void (await read()),
  }
}

async function readRing(db: NodePgDatabase): Promise<KeyRing> {
  let rows = await listKeys(db)
  if (isRenewalDue(rows)) {
    await transaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('signing_keys'))`)
      if (isRenewalDue(await listKeys(tx))) await createKey(tx)
    })
    rows = await listKeys(db)
  }
  const active = rows.filter(({ createdAt }) => Date.now() - createdAt.getTime() > activationDelay)
  const current = active.at(-1) ?? rows[0]
  if (!current) throw new Error('there is no signing key')
  const imported = rows.map(
    async ({ kid, publicJwk }) => [kid, await importKey(publicJwk)] as const,
  )
  return {
    current: { kid: current.kid, privateKey: await importKey(current.privateJwk) },
    publicKeys: new Map(await Promise.all(imported)),
    published: rows.map(({ publicJwk }) => publicJwk),
    readAt: Date.now(),
  }
}

/** Oldest first. */
function listKeys(db: Db) {
  return db.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid))
}

function isRenewalDue(rows: { createdAt: Date; retiredAt: Date | null }[]): boolean {
  const newest = rows.findLast(({ retiredAt }) => retiredAt === null)
  return !newest || Date.now() - newest.createdAt.getTime() > lifetime
}

async function createKey(db: Db): Promise<void> {
  const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const publicPart = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicPart)
  const marks = { kid, alg: 'RS256', use: 'sig' }
  await db.delete(signingKeys).where(lt(signingKeys.retiredAt, new Date(Date.now() - retention)))
  await db
    .update(signingKeys)
    .set({ retiredAt: sql`now()` })
    .where(and(isNull(signingKeys.retiredAt)))
  await db.insert(signingKeys).values({
    kid,
    privateJwk: { ...(await exportJWK(pair.privateKey)), ...marks },
    publicJwk: { ...publicPart, ...marks },
  })
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'RS256')
  if (key instanceof Uint8Array) throw new Error('a signing key is not a pair')
  return key
}
