// Run as a process of its own by the tests that kill a server: starts PostgreSQL on the folder named
// first, says so, and stops it on SIGTERM. SIGINT is ignored, as by a server that still has work.
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'

const [dataDir = '', ...flags] = process.argv.slice(2)
const durable = flags.includes('durable')
process.on('SIGINT', () => {})
try {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: say, durable })
  say(`ready ${url}`)
  if (flags.includes('ends-at-once')) process.exit(3)
  const alive = setInterval(() => {}, 60_000)
  process.once('SIGTERM', async () => {
    await stop()
    clearInterval(alive)
  })
} catch (error) {
  say(`failed ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
