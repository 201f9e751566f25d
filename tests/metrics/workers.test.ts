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
  await vi.waitFor(() => fetch(metrics))
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

/** Each connection is the kernel's to give to a worker. */
async function askOften(): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await fetch(`${server.address}/health/live`, { headers: { connection: 'close' } })
  }
}

it('one scrape has the requests of all workers, and waits for none that hangs (METRICS-05, MEND-31)', async () => {
  const before = await requests()
  await askOften()
  const after = await requests()
  expect(after.live - before.live).toBe(60)

  const text = await (await fetch(metrics)).text()
  expect(text).toMatch(
    /minmin_build_info\{release="\d+\.\d+\.\d+",commit="(unknown|[0-9a-f]{7,12})"\} 1/,
  )
  const worker = await pidOfAWorker()
  process.kill(worker, 'SIGSTOP')
  try {
    const partly = await Promise.race([requests(), delay(30_000, null)])
    expect(partly?.live).toBe(after.live)
  } finally {
    process.kill(worker, 'SIGCONT')
  }
})

it('a counter does not fall when a worker is killed and replaced (METRICS-05)', async () => {
  const before = await requests()
  const worker = await pidOfAWorker()
  process.kill(worker, 'SIGKILL')
  await vi.waitFor(async () => expect(await children()).not.toContain(worker))
  expect((await requests()).live).toBe(before.live)
  await askOften()
  await vi.waitFor(async () => expect((await requests()).live).toBe(before.live + 60))
})

async function children(): Promise<number[]> {
  const text = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  return text.trim().split(' ').map(Number)
}

async function pidOfAWorker(): Promise<number> {
  for (const pid of await children()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    if (command.includes('server/main.mjs')) return pid
  }
  throw new Error('no worker was found')
}
