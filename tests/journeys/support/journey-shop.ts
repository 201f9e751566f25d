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
): Promise<{ address: string; said: string[]; close(): Promise<void> }> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'minmin-e2e-'))
  process.env.JOURNEY_DATA_DIR = dataDir
  const server = spawn(process.execPath, [join(import.meta.dirname, '../server.ts')], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = `http://localhost:${port}`
  const said = await untilOpen(server)
  process.env.SHOP_ADDRESS = address
  return {
    address,
    said,
    async close() {
      if (server.exitCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

/** Gives the lines until then. */
async function untilOpen(server: ChildProcess): Promise<string[]> {
  if (!server.stdout) throw new Error('the output of the shop is not piped')
  const said: string[] = []
  for await (const line of createInterface(server.stdout)) {
    said.push(line)
    if (line.includes(' is open: ')) {
      server.stdout.resume()
      return said
    }
  }
  throw new Error('the shop for the journeys did not start')
}
