import { ConfigError, readConfig } from './config.ts'

const answersWithinMs = 2_500

/** The health check of a container: ends with 0 when the shop on this machine answers, else with 1. */
async function isLive(): Promise<boolean> {
  const { host, port } = readConfig(process.env)
  const named = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const reply = await fetch(`http://${named}:${port}/health/live`, {
    signal: AbortSignal.timeout(answersWithinMs),
  })
  return reply.ok
}

isLive().then(
  (live) => process.exit(live ? 0 : 1),
  (error: unknown) => {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
