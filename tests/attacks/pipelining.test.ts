import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ServerProcess } from '../harness/server-process.ts'
import { runPipelining } from './pipelining.ts'

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minmin-pipelining-'))
  server = await ServerProcess.over(folder, { env: { IDLE_TIMEOUT: '3' } })
  await server.start()
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('stays under 300 MB and answers others while 100,000 pipelined requests are not read (SAFE-01)', async () => {
  const { address, pid } = server
  const result = await runPipelining({
    address,
    pid,
    connections: 100,
    requests: 1_000,
    holdMs: 4_000,
  })
  expect(result.peakMb).toBeLessThan(300)
  expect(result.listFailures).toBe(0)
  expect(result.listAnswers).toBeGreaterThan(0)
  expect(result.mostAnswers).toBeLessThanOrEqual(8)
})
