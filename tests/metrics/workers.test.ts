import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../../src/server/testing/free-port.ts'
import { createWorkFolder, removeWorkFolder, shopOver } from '../backup/shop-folder.ts'
import type { ServerProcess } from '../harness/server-process.ts'

let folder: string
let server: ServerProcess
let metrics: string

beforeAll(async () => {
  folder = await createWorkFolder('metrics')
  const port = String(await freePort())
  metrics = `http://127.0.0.1:${port}/metrics`
  server = await shopOver(join(folder, 'data'), { WORKERS: '2', METRICS_PORT: port })
  await server.start()
  // The metrics follow the shop.
  await vi.waitFor(() => fetch(metrics), { timeout: 60_000 })
})
afterAll(async () => {
  await server?.stop()
  await removeWorkFolder(folder)
})

async function requests(): Promise<{ live: number; processes: number }> {
  const text = await (await fetch(metrics)).text()
  const lines = text.split('\n')
  const sum = (start: string) =>
    lines
      .filter((line) => line.startsWith(start))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0)
  return {
    live: sum('minmin_http_requests_total{route="/health/live"'),
    processes: sum('nodejs_version_info'),
  }
}

it('one scrape has the requests of all workers, and waits for none that hangs (METRICS-05)', async () => {
  const before = await requests()
  // Each connection is the kernel's to give to a worker.
  for (let n = 0; n < 60; n++) {
    await fetch(`${server.address}/health/live`, { headers: { connection: 'close' } })
  }
  const after = await requests()
  expect(after.live - before.live).toBe(60)

  const text = await (await fetch(metrics)).text()
  expect(text).toContain('minmin_build_info{release="0.1.0"} 1')
  const worker = await pidOfAWorker()
  process.kill(worker, 'SIGSTOP')
  try {
    const partly = await Promise.race([requests(), delay(30_000, null)])
    expect(partly?.live).toBeLessThanOrEqual(after.live)
  } finally {
    process.kill(worker, 'SIGCONT')
  }
})

async function pidOfAWorker(): Promise<number> {
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  for (const pid of children.trim().split(' ').map(Number)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    if (command.includes('main.ts')) return pid
  }
  throw new Error('no worker was found')
}
