import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import type { Answer } from './client.ts'
import { Clients } from './clients.ts'
import { databaseOf } from './database-of.ts'
import { serverEnv, type Workload } from './workload.ts'

const endsWithinMs = 10_000

/** The server gets a SIGTERM while many orders are open. */
export async function stopUnderLoad(workload: Workload, stops: number): Promise<Findings> {
  const dataDir = join(workload.folder, 'data')
  const server = await ServerProcess.over(dataDir, { env: serverEnv, mutant: workload.mutant })
  const clients = new Clients({
    ...workload,
    shoppers: workload.openOrders,
    guestsPerMember: 19,
    addresses: [server.address],
  })
  const faults: string[] = []
  try {
    await server.start()
    await clients.arrive()
    while (workload.progress.faults < stops) {
      faults.push(...(await stopOnce(workload, server, clients)))
      workload.progress.faults += 1
      await workload.save()
    }
    const findings = await audit(await databaseOf(dataDir), clients)
    return { ...findings, answers: [...findings.answers, ...faults] }
  } finally {
    clients.leave()
    await server.stop()
  }
}

/** The faults of one stop. */
async function stopOnce(
  workload: Workload,
  server: ServerProcess,
  clients: Clients,
): Promise<string[]> {
  const meant = await Promise.all(clients.shoppers.map((shopper) => shopper.intend()))
  const next = clients.monitor.nextAnswer()
  const open = clients.shoppers.map((shopper, number) => shopper.tryOrder(meant[number]?.key ?? ''))
  // Some have been answered by then, the others are in flight.
  await next
  await delay(workload.random() * 150)
  const since = performance.now()
  const exitCode = await server.stop()
  const took = performance.now() - since
  const answers = await Promise.all(open)
  workload.measure('SIGTERM to exit ms', took)
  for (const [outcome, number] of Object.entries(counted(answers)))
    workload.measure(outcome, number)

  await server.start()
  await Promise.all(
    clients.shoppers.map((shopper, number) => {
      const { key = '', total = 0 } = meant[number] ?? {}
      return shopper.orderAndPay(key, total)
    }),
  )
  return [
    ...(exitCode === 0 ? [] : [`SIGTERM: exit code ${exitCode}`]),
    ...(took < endsWithinMs ? [] : [`SIGTERM: ended after ${Math.round(took)} ms`]),
    ...answers
      .filter((answer) => outcomeOf(answer) === 'unclean')
      .map(({ status, failure, body }) => `SIGTERM: ${status} ${failure} ${JSON.stringify(body)}`),
  ]
}

function counted(answers: Answer[]): Record<string, number> {
  const counts = { acknowledged: 0, refused: 0, 'not taken': 0, unclean: 0 }
  for (const answer of answers) counts[outcomeOf(answer)] += 1
  return counts
}

function outcomeOf({ status, failure, body }: Answer) {
  if (status === 200 && body.orderId) return 'acknowledged'
  if (status === 503 && body.success === false) return 'refused'
  return failure === 'ECONNREFUSED' ? 'not taken' : 'unclean'
}
