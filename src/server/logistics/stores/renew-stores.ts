import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender, Jobs } from '../../jobs/jobs.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Logistics } from '../create-logistics.ts'
import { explainFailure, type LogisticsProvider } from '../logistics-provider.ts'
import { callPaced } from '../paced-call.ts'
import { needsRenewal, noteList, writeStores } from './stores.queries.ts'

/** Takes the lists of stores over from the provider. */
export const renewStores = defineJob({ name: 'stores.renew', timeoutSeconds: 600 })

export interface RenewDeps {
  db: NodePgDatabase
  logistics: Pick<Logistics, 'current'>
  settings: Pick<Settings, 'refresh'>
  /** Runs in the transaction in which stores are closed. */
  onStoresClosed: (tx: Transaction, closed: { chain: StoreChain; ids: string[] }) => Promise<void>
}

export function registerStoreJobs(jobs: Jobs, deps: RenewDeps): void {
  jobs.register(renewStores, () => takeLists(deps))
  // The provider renews them at 20:00 of Taipei.
  jobs.schedule(renewStores, '40 12 * * *')
}

/** At the start: a shop that has no list yet, or slept over the time of one, gets it now. */
export async function catchUpStores(
  jobs: JobSender,
  { db, logistics }: Pick<RenewDeps, 'db' | 'logistics'>,
): Promise<void> {
  const provider = logistics.current()
  if (!provider || !(await needsRenewal(db, provider.chains))) return
  await jobs.send(db, renewStores, {})
}

/** A chain whose list does not come keeps the one of before; the job is tried again. */
export async function takeLists(deps: RenewDeps): Promise<void> {
  // It may have been sent by the very change that names the account.
  await deps.settings.refresh()
  const provider = deps.logistics.current()
  if (!provider) return
  const faults: string[] = []
  for (const chain of provider.chains) {
    const fault = await renewChain(deps, provider, chain)
    if (fault !== null) faults.push(`${chain}: ${fault}`)
  }
  if (faults.length > 0) throw new Error(`stores were not renewed: ${faults.join('; ')}`)
}

async function renewChain(
  { db, onStoresClosed }: RenewDeps,
  provider: LogisticsProvider,
  chain: LogisticsProvider['chains'][number],
): Promise<string | null> {
  // Nodes that start together may all do so.
  const list = await callPaced(db, () => provider.listStores(chain))
  const failure = list.type === 'later' ? ({ type: 'stopped' } as const) : list
  const fault = failure.type === 'stores' ? null : explainFailure(failure)
  await transaction(db, async (tx) => {
    if (list.type === 'stores') {
      const ids = await writeStores(tx, chain, list.stores)
      if (ids.length > 0) await onStoresClosed(tx, { chain, ids })
    }
    await noteList(tx, chain, fault)
  })
  return fault
}
