import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { consents, policyVersions } from '../db/tables/privacy.ts'
import { ShopError } from '../http/shop-error.ts'

export type PolicyVersion = typeof policyVersions.$inferSelect

/**
 * The privacy policy that is in force, by the clock of the database: of those whose time has come
 * the one published last, since it was written knowing those before it.
 */
export async function readPolicy(db: Db): Promise<PolicyVersion> {
  const [row] = await db
    .select()
    .from(policyVersions)
    .where(sql`${policyVersions.from} <= now()`)
    .orderBy(desc(policyVersions.version))
    .limit(1)
  if (!row) throw new Error('no version of the privacy policy is in force')
  return row
}

export async function findPolicy(db: Db, version: number): Promise<PolicyVersion | undefined> {
  const [row] = await db.select().from(policyVersions).where(eq(policyVersions.version, version))
  return row
}

/** The newest first. */
export function listPolicies(db: Db): Promise<PolicyVersion[]> {
  return db.select().from(policyVersions).orderBy(desc(policyVersions.version))
}

/** Records a consent to the version in force; throws POLICY_CHANGED for another one. */
export async function recordConsent(
  tx: Db,
  consent: { version: number; memberId: string | null; orderId?: string },
): Promise<void> {
  const { version } = await readPolicy(tx)
  if (version !== consent.version) throw new ShopError('POLICY_CHANGED')
  await tx.insert(consents).values(consent)
}

/**
 * The version in force, if the member has agreed to it with an order or a join; a version that was
 * only shown at the registration does not count.
 */
export async function findAgreedVersion(
  db: Db,
  memberId: string | null,
): Promise<number | undefined> {
  if (memberId === null) return undefined
  const { version } = await readPolicy(db)
  const [agreed] = await db
    .select({ id: consents.id })
    .from(consents)
    .where(
      and(
        eq(consents.memberId, memberId),
        eq(consents.version, version),
        isNotNull(consents.orderId),
      ),
    )
    .limit(1)
  return agreed && version
}

interface Publication {
  text: string
  /** Undefined: those of the version before. */
  terms: string | undefined
  /** Epoch seconds; undefined or past: at once. */
  from: number | undefined
}

/**
 * The newest version, where it has these texts from the same moment on: an answer that was lost is
 * asked for again. Publications wait for each other from here to the end of the transaction.
 */
export async function findPublished(
  tx: Db,
  { text, terms, from }: Publication,
): Promise<PolicyVersion | undefined> {
  await tx.execute(sql`lock table policy_versions in share row exclusive mode`)
  const [newest] = await tx
    .select({
      policy: policyVersions,
      // Not now(): a transaction that waited for the other one began before it.
      isSameMoment: sql<boolean>`greatest(${policyVersions.from}, statement_timestamp())
        = greatest(to_timestamp(${from ?? 0}), statement_timestamp())`,
    })
    .from(policyVersions)
    .orderBy(desc(policyVersions.version))
    .limit(1)
  if (!newest?.isSameMoment || newest.policy.text !== text) return undefined
  return terms === undefined || newest.policy.terms === terms ? newest.policy : undefined
}

/** Publishes a new version, after `findPublished` in the same transaction. */
export async function insertPolicy(
  tx: Db,
  { text, terms, from }: Publication,
): Promise<PolicyVersion> {
  const [row] = await tx
    .insert(policyVersions)
    .values({
      version: sql`(select coalesce(max(version), 0) + 1 from policy_versions)`,
      text,
      terms:
        terms ??
        sql`coalesce((select terms from policy_versions order by version desc limit 1), '')`,
      from: sql`greatest(now(), to_timestamp(${from ?? 0}))`,
    })
    .returning()
  if (!row) throw new Error('a published policy came back empty')
  return row
}
