import { ConfigError, readConfig } from './config.ts'

const answersWithinMs = 2_500

/** Where a shop that listens on this host is asked from the same machine. */
function addressesOf(host: string): string[] {
  if (host === '0.0.0.0') return ['127.0.0.1']
  // Everywhere: a machine may have the loopback of one version of IP alone.
  if (host === '::') return ['127.0.0.1', '[::1]']
  return [host.includes(':') ? `[${host}]` : host]
}

/** The health check of a container: ends with 0 when the shop on this machine answers, else with 1. */
async function isLive(): Promise<boolean> {
  const { host, port } = readConfig(process.env)
  const signal = AbortSignal.timeout(answersWithinMs)
  const ask = (address: string) => fetch(`http://${address}:${port}/health/live`, { signal })
  const reply = await Promise.any(addressesOf(host).map(ask))
  return reply.ok
}

isLive().then(
  (live) => process.exit(live ? 0 : 1),
  (error: unknown) => {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
