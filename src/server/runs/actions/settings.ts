import type { Permission } from '#contract/permissions.ts'
import { lastAuditRun } from '../../audit/audit.queries.ts'
import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { AdminActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { RunAction, RunInput, Wanted } from '../run-action.ts'

/** How an action sets one field of products or of coupons. */
export interface SettingAction<Setting extends object> {
  kind: string
  name: string
  permission: Permission
  /** As the audit log calls it. */
  subject: 'product' | 'coupon'
  notFound: string
  /** Those of these entries that are there, with what they have now. */
  list(db: Db, ids: readonly string[]): Promise<(Setting & { id: string; title: string })[]>
  find(db: Db, wanted: Wanted): Promise<string[]>
  lock(tx: Transaction, id: string): Promise<unknown>
  /** Sets it by the function of a single change. */
  set(tx: Transaction, actor: AdminActor, id: string, setting: Partial<Setting>): Promise<unknown>
  settingOf(input: RunInput): Partial<Setting>
  /** Why nothing is to be done with an entry that has it already. */
  already: string
}

export function settingAction<Setting extends object>(of: SettingAction<Setting>): RunAction {
  const isSo = (row: Setting, setting: Partial<Setting>) =>
    (Object.keys(setting) as (keyof Setting)[]).every((key) => row[key] === setting[key])
  return {
    ...{ kind: of.kind, name: of.name, permission: of.permission },
    checkInput: (input) => void of.settingOf(input),
    find: of.find,
    async check(db, ids, input) {
      const setting = of.settingOf(input)
      const found = new Map((await of.list(db, ids)).map((row) => [row.id, row]))
      return ids.map((id) => {
        const row = found.get(id)
        if (!row) return { id, title: id, reason: of.notFound }
        const isDone = isSo(row, setting)
        return { id, title: row.title, ...(isDone && { reason: of.already }) }
      })
    },
    async apply({ tx, actor, run, entry }) {
      const id = entry.subjectId ?? ''
      const setting = of.settingOf(run.input)
      await of.lock(tx, id)
      const [row] = await of.list(tx, [id])
      if (!row) throw new ShopError('INVALID_INPUT', { message: of.notFound })
      if (isSo(row, setting)) throw new ShopError('INVALID_INPUT', { message: of.already })
      await of.set(tx, actor, id, setting)
      const before = (Object.keys(setting) as (keyof Setting)[]).map((key) => [key, row[key]])
      return { undo: Object.fromEntries(before) }
    },
    async undo({ tx, actor, run, entry }) {
      const id = entry.subjectId ?? ''
      const isThere = await of.lock(tx, id)
      if (!isThere || (await lastAuditRun(tx, { kind: of.subject, id })) !== run.id) return false
      // Written by `apply`.
      await of.set(tx, actor, id, (entry.undo ?? {}) as Partial<Setting>)
      return true
    },
  }
}
