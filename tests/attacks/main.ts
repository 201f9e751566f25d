import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ServerProcess } from '../harness/server-process.ts'
import { runPipelining } from './pipelining.ts'

/** Pipelined requests against a real server, with figures: `npm run attack`. */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '100' },
    requests: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '40' },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'minmin-attacks-'))
const server = await ServerProcess.over(folder)
try {
  await server.start()
  const result = await runPipelining({
    address: server.address,
    pid: server.pid,
    connections: Number(values.connections),
    requests: Number(values.requests),
    holdMs: Number(values.seconds) * 1_000,
  })
  process.stdout.write(`${JSON.stringify(result)}\n`)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
