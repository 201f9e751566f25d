// How long the shop is down after its process was killed: `node bench/restart.ts`.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

const rounds = 5
const root = join(import.meta.dirname, '..')
const dataDir = await mkdtemp(join(tmpdir(), 'minmin-restart-'))
await chmod(dataDir, 0o711)
const supervise = join(root, 'scripts/lib/supervise.mjs')
const code = `import { supervise } from ${JSON.stringify(supervise)}
  supervise(${JSON.stringify(process.execPath)}, ['dist/server/main.mjs'])`
const supervisor = spawn(process.execPath, ['--input-type=module', '-e', code], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})

const lines = createInterface(supervisor.stdout)[Symbol.asyncIterator]()

async function untilOpen(): Promise<void> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error('the shop has ended')
    if (value.includes('is open')) return
  }
}

/** The supervisor's only child. */
async function serverPid(): Promise<number> {
  const path = `/proc/${supervisor.pid}/task/${supervisor.pid}/children`
  return Number((await readFile(path, 'utf8')).trim())
}

try {
  await untilOpen()
  const away: number[] = []
  for (let round = 0; round < rounds; round++) {
    // A process that was killed sooner is started again after a pause.
    await delay(6_000)
    process.kill(await serverPid(), 'SIGKILL')
    const killedAt = performance.now()
    await untilOpen()
    away.push(Math.round(performance.now() - killedAt))
  }
  process.stdout.write(`away for ${away.join(', ')} ms\n`)
} finally {
  supervisor.kill('SIGTERM')
  await new Promise((resolve) => supervisor.once('exit', resolve))
  await rm(dataDir, { recursive: true, force: true })
}
