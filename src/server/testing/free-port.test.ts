import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const ask = `import('${new URL('free-port.ts', import.meta.url)}')
  .then(({ freePort }) => freePort())
  .then((port) => require('node:worker_threads').parentPort.postMessage(port))`

it('threads of one process are given different ports', async () => {
  const threads = Array.from({ length: 4 }, () => new Worker(ask, { eval: true }))
  const ports = await Promise.all(threads.map(async (thread) => (await once(thread, 'message'))[0]))
  expect(new Set(ports).size).toBe(4)
})
