import type pg from 'pg'
import type { BackupPlan } from '../backup/backup-plan.ts'
import type { checkRooms } from '../checks/book-checks.ts'
import type { Config } from '../config.ts'
import type { Connections } from '../settings/connections.ts'

export interface Finding {
  state: 'ok' | 'warning' | 'fault'
  /** The finding; without names, addresses and secrets. */
  text: string
  /** Remedy; none where all is well. */
  advice?: string
  /** It failed or took too long, so nothing is known of what it looks at. */
  isUnfinished?: true
  /** Of a check of the books: the ids of all that is at fault, also of what somebody settled. */
  subjects?: string[]
}

export interface DoctorContext {
  config: Config
  /** A connection that can only read; null while the database is away. */
  client: pg.ClientBase | null
  databaseError: string | null
  /** The accounts outside as the settings have them. */
  connections: Connections
  plan: BackupPlan
  /** No shop has ever started in it. */
  isEmpty?: boolean
}

export interface Check {
  group: 'machine' | 'database' | 'data' | keyof typeof checkRooms | 'outside' | 'work'
  name: string
  needsDatabase: boolean
  /** It reads no table of the shop. */
  fitsEmptyDatabase?: true
  run(context: DoctorContext): Promise<Finding>
}

export interface CheckResult extends Finding {
  group: Check['group']
  name: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string, advice: string): Finding => ({
  state: 'warning',
  text,
  advice,
})
export const fault = (text: string, advice: string): Finding => ({ state: 'fault', text, advice })

/** A check over one statement whose rows are each something wrong. */
export function countCheck(check: {
  group: Check['group']
  name: string
  /** Tables that the statement reads; without one of them there is nothing to check. */
  tables: string[]
  statement: string
  wrong: (n: number) => string
  advice: string
}): Check {
  const { group, name, tables, statement, wrong, advice } = check
  return {
    group,
    name,
    needsDatabase: true,
    async run({ client }) {
      if (!client) throw new Error('the check needs the database')
      const known = await client.query(
        'select from unnest($1::text[]) as name where to_regclass(name) is null',
        [tables],
      )
      if (known.rowCount) return ok('not in use')
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from (${statement}) as wrong`,
      )
      const n = rows[0]?.n ?? 0
      return n === 0 ? ok('agrees') : fault(wrong(n), advice)
    },
  }
}

const outsideMs = 3_000

/**
 * Runs the checks one after the other, those of the outside side by side. Each has `eachMs`
 * milliseconds, and all together have `withinMs`: what comes behind a database that hangs is not
 * checked.
 */
export async function runChecks(
  checks: readonly Check[],
  context: DoctorContext,
  { eachMs, withinMs }: { eachMs: number; withinMs: number },
): Promise<CheckResult[]> {
  const outside = checks.filter(({ group }) => group === 'outside')
  const asked = new Map(outside.map((check) => [check, runOne(check, context, outsideMs)]))
  const endsAt = performance.now() + withinMs
  const results: CheckResult[] = []
  for (const check of checks) {
    const ms = Math.min(eachMs, Math.max(0, endsAt - performance.now()))
    results.push(await (asked.get(check) ?? runOne(check, context, ms)))
  }
  return results
}

async function runOne(check: Check, context: DoctorContext, ms: number): Promise<CheckResult> {
  const { group, name } = check
  if (check.needsDatabase && !context.client) {
    return { group, name, ...warning('not checked: the database is away', 'Start the database.') }
  }
  if (check.needsDatabase && !check.fitsEmptyDatabase && context.isEmpty) {
    const advice = 'Start the shop once, or restore a backup into it.'
    return { group, name, ...warning('not checked: the database is empty', advice) }
  }
  if (ms === 0) {
    const late = warning('not checked: no time was left', 'See the checks before it.')
    return { group, name, ...late, isUnfinished: true }
  }
  const { promise: late, resolve } = Promise.withResolvers<Finding>()
  const timer = setTimeout(
    () => resolve(unfinished(`no answer within ${Math.ceil(ms / 1_000)} s`)),
    ms,
  )
  try {
    return { group, name, ...(await Promise.race([check.run(context), late])) }
  } catch (error) {
    return { group, name, ...unfinished(`could not be checked (${codeOf(error)})`) }
  } finally {
    clearTimeout(timer)
  }
}

function unfinished(text: string): Finding {
  return { ...fault(text, 'See the log.'), isUnfinished: true }
}

/** A code and no message: a message may hold an address or a value. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name ?? 'error')
}
