import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerProcess } from './server-process.ts'

const carts = '/v2/api/shopping-minmin/carts'

/** One probe for each defence; it is true while the defence works. */
export const checks: Record<string, (address: string) => Promise<boolean>> = {
  'one host a request': async (address) => {
    const lines = [`GET ${carts.replace('carts', 'cart')} HTTP/1.1`, 'Host: a', 'Host: b']
    return (await say(address, [...lines, 'Connection: close'])).startsWith('HTTP/1.1 400 ')
  },
  'no writes from other sites': async (address) => {
    const headers = { origin: 'https://evil.example' }
    return (await fetch(address + carts, { method: 'DELETE', headers })).status === 403
  },
  'new carts are limited': async (address) => {
    const statuses = new Set<number>()
    for (let made = 0; made < 2_010; made++) {
      statuses.add((await fetch(address + carts, { method: 'DELETE' })).status)
    }
    return statuses.has(429)
  },
  'the guest is hidden from scripts': async (address) => {
    const response = await fetch(address + carts, { method: 'DELETE' })
    return /; HttpOnly/.test(response.headers.get('set-cookie') ?? '')
  },
  'markup by named policies': async (address) => {
    const { headers } = await fetch(`${address}/openapi.json`)
    return /require-trusted-types-for 'script'/.test(headers.get('content-security-policy') ?? '')
  },
}

/** Sends these lines as a raw request; returns the whole answer. */
async function say(address: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(socket, 'close')
  return said
}

/** A server over a folder of its own, without the defence of this name if one is given. */
export async function openDefended(
  mutant?: string,
): Promise<{ address: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minmin-defences-'))
  // PostgreSQL's own user has to enter it when the tests run as root.
  await chmod(dataDir, 0o711)
  const env = { WRITE_LIMITS: '1', LIMIT_WRITE_NEW_GUESTS: '2000', DEMO: '0' }
  const server = await ServerProcess.over(dataDir, { env, ...(mutant && { mutant }) })
  await server.start()
  return {
    address: server.address,
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
