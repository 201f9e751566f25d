import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../src/server/testing/free-port.ts'

/**
 * Starts the demo shop on a free port, with `env` besides; its address is also in `SHOP_ADDRESS` of this process, its data
 * in `JOURNEY_DATA_DIR`.
 */
export async function openJourneyShop(
  env: Record<string, string> = {},
): Promise<{ address: string; close(): Promise<void> }> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'minmin-e2e-'))
  process.env.JOURNEY_DATA_DIR = dataDir
  const server = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = `http://localhost:${port}`
  await untilOpen(server)
  process.env.SHOP_ADDRESS = address
  return {
    address,
    async close() {
      if (server.exitCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

async function untilOpen(server: ChildProcess): Promise<void> {
  if (!server.stdout) throw new Error('the output of the shop is not piped')
  for await (const line of createInterface(server.stdout)) {
    if (line.includes(' is open: ')) {
      server.stdout.resume()
      return
    }
  }
  throw new Error('the shop for the journeys did not start')
}
