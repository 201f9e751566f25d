import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { pauseGateway, readPause, takeQuerySlot } from '../ecpay/pace.queries.ts'
import { logisticsPace } from './pace.ts'

/** Calls of all nodes are so far apart: the provider stops who calls more often than it likes. */
const intervalMs = 250
const waits = 240

/** No call was sent: the provider has stopped all of them, or too many wait for their turn. */
export interface Later {
  type: 'later'
  seconds: number
}

/** Calls the provider when it is its turn among all nodes. Not to be called within a transaction. */
export async function callPaced<Result extends { type: string }>(
  db: Db,
  call: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Exclude<Result, { type: 'stopped' }> | Later> {
  const paused = await readPause(db, logisticsPace)
  if (paused > 0) return { type: 'later', seconds: paused }
  for (let wait = 0; !(await takeQuerySlot(db, logisticsPace, intervalMs)); wait++) {
    if (wait === waits) return { type: 'later', seconds: 60 }
    await delay(intervalMs, undefined, signal ? { signal } : {})
  }
  const result = await call()
  if (result.type !== 'stopped') return result as Exclude<Result, { type: 'stopped' }>
  await pauseGateway(db, logisticsPace)
  return { type: 'later', seconds: await readPause(db, logisticsPace) }
}
