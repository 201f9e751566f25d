import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { personFile } from '#contract/file-kinds.ts'
import { recordAudit } from '../audit/audit.ts'
import { findCustomer } from '../customers/customers.queries.ts'
import { customerSubject } from '../customers/customers.service.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { exportPerson } from '../privacy/export-person.ts'
import { findCustomerPerson } from '../privacy/person.ts'
import { workRunJob } from '../runs/run.jobs.ts'
import type { RunAction, RunRow } from '../runs/run-action.ts'
import { updateRun } from '../runs/runs.queries.ts'
import { openRun } from '../runs/runs.service.ts'
import { insertFile, insertFilePart } from './files.queries.ts'
import { stampOf } from './words.ts'

const action = { kind: personFile.kind, name: 'export' }

/** Starts the file of all that the shop has of a customer, and gives the id of its run. */
export async function startPersonFile(
  { db, jobs }: { db: NodePgDatabase; jobs: JobSender },
  actor: StaffActor,
  id: string,
): Promise<string> {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw new ShopError('CUSTOMER_NOT_FOUND')
  const num = Number(id)
  const runId = await transaction(db, async (tx) => {
    if (!(await findCustomer(tx, num))) throw new ShopError('CUSTOMER_NOT_FOUND')
    // An erasure removes the files that are personal.
    const input = { customer: num, isPersonal: true }
    const opened = { action, input, entries: [], state: 'queued', total: 1 } as const
    const run = await openRun({ jobs }, tx, opened, actor)
    await recordAudit(tx, actor, {
      action: 'export.personal',
      subject: customerSubject(num),
    })
    return run.id
  })
  jobs.wake(workRunJob)
  return runId
}

export function personFileAction(db: NodePgDatabase): RunAction {
  return { ...action, permission: 'person.export', work: (run) => writePersonFile(db, run) }
}

/** Reads one snapshot; fails when the customer was erased after the run was made. */
async function writePersonFile(db: NodePgDatabase, run: RunRow): Promise<void> {
  const name = `${personFile.kind}-${run.input.customer}-${stampOf(run.createdAt)}.json`
  await transaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`)
    const person = await findCustomerPerson(tx, Number(run.input.customer))
    if (!person) throw new ShopError('CUSTOMER_NOT_FOUND')
    const bytes = Buffer.from(JSON.stringify(await exportPerson(tx, person), null, 2))
    await insertFile(tx, run.id, name)
    await insertFilePart(tx, { runId: run.id, position: 0, bytes })
  })
  await updateRun(db, run, { input: { ...run.input, file: name }, done: 1 })
}
