import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#contract/audit.ts'
import type { Db } from '../db/connect.ts'
import { auditEntries } from '../db/tables/audit.ts'
import type { StaffActor } from '../http/actor.ts'

export interface AuditEntry {
  action: AuditAction
  /** `title` is what people call it; a change of many subjects has no id. */
  subject: { kind: string; id?: string; title: string }
  /** Without personal data and secrets: mask them first. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Inserts an entry; `tx` is the transaction of the change that the entry describes. */
export async function recordAudit(tx: Db, actor: StaffActor, entry: AuditEntry): Promise<void> {
  const { subject, action, before = {}, after = {} } = entry
  const who =
    actor.kind === 'admin'
      ? {
          actorId: actor.id,
          actorName: actor.name,
          role: actor.role,
          runId: actor.runId,
          ...actor.origin,
        }
      : { actorName: actor.name }
  await tx.insert(auditEntries).values({
    ...who,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectTitle: subject.title,
    before,
    after,
  })
}

/** The fields of a change that differ from the row, as they were and as they will be. */
export function changedFields<Row extends object>(
  row: Row,
  change: Partial<Row>,
): { before: Partial<Row>; after: Partial<Row>; isChanged: boolean } {
  const names = (Object.keys(change) as (keyof Row)[]).filter(
    (name) => !isDeepStrictEqual(row[name], change[name]),
  )
  const pick = (from: Partial<Row>) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Row>
  return { before: pick(row), after: pick(change), isChanged: names.length > 0 }
}
