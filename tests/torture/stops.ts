import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import type { Answer } from './client.ts'
import { Crowd } from './crowd.ts'
import { databaseOf } from './database-of.ts'
import { type Scene, serverEnv } from './scene.ts'

const endsWithinMs = 10_000

/** The server gets a SIGTERM while many orders are open. */
export async function stopUnderLoad(scene: Scene, stops: number): Promise<Findings> {
  const dataDir = join(scene.folder, 'data')
  const server = await ServerProcess.over(dataDir, { env: serverEnv, without: scene.without })
  const crowd = new Crowd({
    ...scene,
    shoppers: scene.openOrders,
    guestsPerMember: 19,
    addresses: [server.address],
  })
  const faults: string[] = []
  try {
    await server.start()
    await crowd.arrive()
    while (scene.progress.faults < stops) {
      faults.push(...(await stopOnce(scene, server, crowd)))
      scene.progress.faults += 1
      await scene.save()
    }
    const findings = await audit(await databaseOf(dataDir), crowd)
    return { ...findings, answers: [...findings.answers, ...faults] }
  } finally {
    crowd.leave()
    await server.stop()
  }
}

/** What was not as it should be in one stop. */
async function stopOnce(scene: Scene, server: ServerProcess, crowd: Crowd): Promise<string[]> {
  const meant = await Promise.all(crowd.shoppers.map((shopper) => shopper.intend()))
  const next = crowd.watch.nextAnswer()
  const open = crowd.shoppers.map((shopper, number) => shopper.tryOrder(meant[number]?.key ?? ''))
  // Some have been answered by then, the others are under way.
  await next
  await delay(scene.random() * 150)
  const since = performance.now()
  const exitCode = await server.stop()
  const took = performance.now() - since
  const answers = await Promise.all(open)
  scene.measure('SIGTERM to exit ms', took)
  for (const [outcome, number] of Object.entries(counted(answers))) scene.measure(outcome, number)

  await server.start()
  await Promise.all(
    crowd.shoppers.map((shopper, number) => {
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
