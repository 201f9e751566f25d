import { setTimeout as delay } from 'node:timers/promises'
import { logisticsAccounts, testAccount } from '../../gateway/account.ts'
import { channels } from '../../gateway/line/channels.ts'
import { type RaceRequest, send } from '../race/held-request.ts'
import type { RaceHarness } from '../race/race-harness.ts'
import { must } from '../race/violation.ts'

const timeoutMs = 60_000
/** Of the accounts at the try-out servers: no reply and no row may hold one. */
export const secrets = [
  ...[testAccount, ...logisticsAccounts].flatMap(({ hashKey, hashIv }) => [hashKey, hashIv]),
  channels.pay.secret,
]

/** A call until it has a definite answer; a refusal by the state of the order is one. */
export async function insist(
  harness: RaceHarness,
  request: RaceRequest,
  node: number,
): Promise<Record<string, unknown>> {
  const giveUpAt = Date.now() + timeoutMs
  for (let attempt = 0; ; attempt++) {
    const address = harness.address(node + attempt)
    const reply = await send(address, request).catch(() => ({ status: 0, body: {} }))
    const text = JSON.stringify(reply.body)
    must(!secrets.some((secret) => text.includes(secret)), `${request.path} names a key`)
    const isRunning = 'code' in reply.body && reply.body.code === 'IDEMPOTENCY_KEY_RUNNING'
    const isDefinite = reply.status >= 200 && reply.status < 500 && reply.status !== 429
    if (isDefinite && !isRunning) return reply.body
    if (Date.now() > giveUpAt) throw new Error(`${request.path}: no answer but ${reply.status}`)
    await delay(100)
  }
}

/** A query of the harness itself, for which PostgreSQL may be away. */
export async function insistOnQuery<Row>(
  harness: RaceHarness,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    try {
      return await harness.query<Row>(text, values)
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await delay(100)
    }
  }
}
