import { createHash, createHmac } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Config } from '../config.ts'
import { advisoryLocks } from '../db/advisory-locks.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'

/**
 * Beside the backups: who was erased or has left when, in no words. A restore of an older backup
 * reads it.
 */
export const ledgerFile = 'erasures.txt'

/** Of the ledger: a moment, the key of the hash, and the keyed hash of the person. */
export interface LedgerLine {
  at: Date
  keyId: string
  hash: string
}

export const noteErasuresJob = defineJob({ name: 'privacy.note-erasures' })

/** On nodes that have the folder of the backups. */
export function registerErasureLedger(
  jobs: Jobs,
  { db, config }: { db: NodePgDatabase; config: Pick<Config, 'backup'> },
): void {
  const { dir } = config.backup
  if (dir === null) return
  jobs.register(noteErasuresJob, () => noteErasures(db, dir))
  jobs.schedule(noteErasuresJob, '*/2 * * * *')
}

/** In the transaction of the erasure; the line beside the backups follows. */
export async function recordErasure(tx: Db, personKey: string): Promise<void> {
  const key = await readKey(tx)
  await tx.execute(sql`insert into erasures (hash) values (${hashOf(key, personKey)})`)
}

/** The same of a member who deletes the account; the orders stay as they are. */
export function recordDeletion(tx: Db, uid: string): Promise<void> {
  return recordErasure(tx, deletionOf(uid))
}

/** Appends what the ledger of this folder lacks; a line that was cut off is none. */
export async function noteErasures(db: NodePgDatabase, dir: string): Promise<void> {
  await transaction(db, async (tx) => {
    // One node at a time, or a line would be written twice.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.erasureLedger})`)
    const keyId = keyIdOf(await readKey(tx))
    const known = new Set((await readLedger(dir)).map(toText))
    const lines = (await listErasures(tx)).map((row) => toText({ ...row, keyId }))
    const missing = lines.filter((line) => !known.has(line))
    if (missing.length === 0) return
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const text = `\n${missing.join('\n')}\n`
    await appendFile(join(dir, ledgerFile), text, { mode: 0o600, flush: true })
  })
}

/** The lines of a folder; none without a ledger. */
export async function readLedger(dir: string): Promise<LedgerLine[]> {
  const text = await readFile(join(dir, ledgerFile), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [, time = '', keyId = '', hash = ''] = pattern.exec(line) ?? []
    return hash === '' ? [] : [{ at: new Date(time), keyId, hash }]
  })
}

/** Erasures a backup does not know, in a shop that was restored from it. */
export async function findErased(
  tx: Db,
  lines: readonly LedgerLine[],
): Promise<{ personKeys: string[]; deletedUids: string[]; unreadable: number }> {
  const key = await readKey(tx)
  const readable = lines.filter(({ keyId }) => keyId === keyIdOf(key))
  const carriedOut = new Set((await listErasures(tx)).map(({ at, hash }) => momentOf({ at, hash })))
  const wanted = new Set(
    readable.filter((line) => !carriedOut.has(momentOf(line))).map(({ hash }) => hash),
  )
  const isWanted = (text: string) => wanted.has(hashOf(key, text))
  const personKeys = wanted.size > 0 ? (await listPersonKeys(tx)).filter(isWanted) : []
  const uids = wanted.size > 0 ? await listUids(tx) : []
  const deletedUids = uids.filter((uid) => isWanted(deletionOf(uid)))
  return { personKeys, deletedUids, unreadable: lines.length - readable.length }
}

const pattern = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\w-]{8}) ([\w-]{43})$/
const toText = ({ at, keyId, hash }: LedgerLine) => `${at.toISOString()} ${keyId} ${hash}`
const momentOf = ({ at, hash }: Omit<LedgerLine, 'keyId'>) => `${at.toISOString()} ${hash}`

/** The key is the shop's own and in its backups: the ledger alone tells nobody's name. */
async function readKey(tx: Db): Promise<Buffer> {
  const { rows } = await tx.execute<{ key: Buffer }>(sql`select key from erasure_keys`)
  if (!rows[0]) throw new Error('the key of the erasures is missing')
  return rows[0].key
}

/** Hash input. No person has it for a key: an older release passes over the line. */
const deletionOf = (uid: string) => `deleted m:${uid}`
const hashOf = (key: Buffer, personKey: string) =>
  createHmac('sha256', key).update(personKey).digest('base64url')
const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8)

async function listErasures(tx: Db): Promise<Omit<LedgerLine, 'keyId'>[]> {
  const { rows } = await tx.execute<{ at: string; hash: string }>(
    sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, hash
      from erasures order by erasures.at`,
  )
  return rows.map(({ at, hash }) => ({ at: new Date(at), hash }))
}

/** Of customers, and of members who have not ordered. */
async function listPersonKeys(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(
    sql`select key from customers union select 'm:' || uid from members`,
  )
  return rows.map(({ key }) => key)
}

async function listUids(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ uid: string }>(sql`select uid from members`)
  return rows.map(({ uid }) => uid)
}
