// The real server for the journeys: the demo shop, on a data folder of its own that goes with it.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram } from '../../src/server/programs.ts'
import { administrator } from './administrator.ts'

const dataDir = process.env.JOURNEY_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'minmin-e2e-'))
// PostgreSQL's own user has to enter it when the tests run as root.
chmodSync(dataDir, 0o711)

const main = builtProgram('main')
const server = spawn(process.execPath, [main], {
  cwd: join(import.meta.dirname, '../..'),
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    HOST: 'localhost',
    DATABASE_URL: '',
    // The journeys read the shop's mails, and all their members come from one address.
    DEVELOPMENT: '1',
    // Each journey opens the campaigns that it needs.
    DEMO_CAMPAIGNS: '0',
    IDENTITY_LIMITS: '100',
    WRITE_LIMITS: '100',
    DATABASE_TIMEOUT: '60',
    ...(process.env.JOURNEY_WITHOUT_ADMIN !== '1' && {
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
    }),
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => server.kill(signal))
}
// Playwright stops us at its end, but not when it is killed itself: we then belong to another parent.
const playwright = process.ppid
const watch = setInterval(() => {
  if (process.ppid !== playwright) server.kill('SIGTERM')
}, 1000)
server.once('exit', (code) => {
  clearInterval(watch)
  rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
