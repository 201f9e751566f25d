import { type TrashKind, trashKinds } from '#contract/trash.ts'
import { lastAuditRun } from '../../audit/audit.queries.ts'
import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { AdminActor } from '../../http/actor.ts'
import { listArchived } from '../../trash/trash.queries.ts'
import { restoreEntry } from '../../trash/trash.service.ts'
import type { RunAction, RunSubject } from '../run-action.ts'

interface ArchivedKind {
  kind: string
  /** As the trash and the audit log call it. */
  subject: TrashKind
  archive(tx: Transaction, actor: AdminActor, id: string): Promise<void>
  /** Whether the run of the actor made the last change of an entry. */
  isLast?(tx: Transaction, actor: AdminActor, id: string): Promise<boolean>
}

const isLastInAudit =
  (kind: TrashKind) =>
  async (tx: Transaction, { runId }: AdminActor, id: string): Promise<boolean> =>
    (await lastAuditRun(tx, { kind, id })) === runId

/** Takes entries out of the lists, as a deletion of one does; undone, they come back. */
export function archiveAction(
  of: ArchivedKind & {
    find: RunAction['find']
    check(db: Db, ids: readonly string[]): Promise<RunSubject[]>
  },
): RunAction {
  const isLast = of.isLast ?? isLastInAudit(of.subject)
  return {
    ...{ kind: of.kind, name: 'archive', permission: trashKinds[of.subject].write },
    ...(of.find && { find: of.find }),
    check: of.check,
    async apply({ tx, actor, entry }) {
      await of.archive(tx, actor, entry.subjectId ?? '')
      return undefined
    },
    async undo({ tx, actor, entry }) {
      const id = entry.subjectId ?? ''
      if (!(await isLast(tx, actor, id))) return false
      await restoreEntry(tx, actor, { kind: of.subject, id })
      return true
    },
  }
}

/** Brings entries back from the trash; undone, they are there again. */
export function restoreAction(of: ArchivedKind): RunAction {
  const isLast = of.isLast ?? isLastInAudit(of.subject)
  return {
    ...{ kind: of.kind, name: 'restore', permission: trashKinds[of.subject].write },
    async check(db, ids) {
      const rows = await listArchived(db, { kind: of.subject, ids })
      const titles = new Map(rows.map(({ id, title }) => [id, title]))
      return ids.map((id) => {
        const title = titles.get(id)
        return title === undefined ? { id, title: id, reason: '不在垃圾桶內' } : { id, title }
      })
    },
    async apply({ tx, actor, entry }) {
      await restoreEntry(tx, actor, { kind: of.subject, id: entry.subjectId ?? '' })
      return undefined
    },
    async undo({ tx, actor, entry }) {
      const id = entry.subjectId ?? ''
      if (!(await isLast(tx, actor, id))) return false
      await of.archive(tx, actor, id)
      return true
    },
  }
}
