import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { pushSubscriptions } from '../db/tables/push.ts'
import { settings } from '../db/tables/settings.ts'
import type { Transaction } from '../db/transaction.ts'
import { settingOwner } from '../secrets/kept-secrets.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** The pair by which push services know the shop (VAPID, RFC 8292). */
export interface ShopKey {
  /** The point as it is, in base64url. */
  publicKey: string
  privateKey: KeyObject
}

const group = 'push'

/** Undefined: none was made yet, or no key of this node opens it. */
export async function readShopKey(db: Db, box: SecretBox): Promise<ShopKey | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.group, group))
  const opened = row?.sealed && box.open(row.sealed, settingOwner(group))
  if (!opened) return undefined
  const privateKey = createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' })
  return { publicKey: String(row.values.public_key), privateKey }
}

/**
 * The key of the shop; the first member who asks for notifications has it made. One that no key of
 * the shop opens any more is replaced, and the browsers that were tied to it are forgotten.
 */
export async function shopKeyOf(tx: Transaction, box: SecretBox): Promise<ShopKey> {
  const known = await readShopKey(tx, box)
  if (known) return known
  // Two nodes at once: the second finds what the first has made.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('push key'))`)
  const found = await readShopKey(tx, box)
  if (found) return found
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([
    Buffer.of(4),
    ...[x, y].map((half) => Buffer.from(half, 'base64url')),
  ])
  const set = {
    values: { public_key: point.toString('base64url') },
    sealed: box.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), settingOwner(group)),
    updatedBy: 'shop',
  }
  await tx
    .insert(settings)
    .values({ group, version: 1, ...set })
    .onConflictDoUpdate({ target: settings.group, set: { ...set, updatedAt: sql`now()` } })
  await tx.delete(pushSubscriptions)
  return { publicKey: set.values.public_key, privateKey }
}

const halfDay = 12 * 60 * 60

/** The Authorization header for a push service; `contact` is where its operators reach the shop. */
export function signedBy(
  key: ShopKey,
  { endpoint, contact }: { endpoint: string; contact: string },
) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part({ typ: 'JWT', alg: 'ES256' })
  const claims = part({
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.now() / 1_000) + halfDay,
    sub: contact,
  })
  const signature = sign('sha256', Buffer.from(`${head}.${claims}`), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${head}.${claims}.${signature.toString('base64url')}, k=${key.publicKey}`
}
