import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { builtProgram } from './programs.ts'

/** A server that answers as an open shop does; gives its port. */
async function listen(host: string, { ipv6Only = false } = {}): Promise<string> {
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/health/live' ? 200 : 404).end(),
  )
  onTestFinished(() => void server.close())
  server.listen({ host, port: 0, ipv6Only })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? String(address?.port) : ''
}

async function exitCode(HOST: string, PORT: string): Promise<number | null> {
  const { PATH } = process.env
  const check = spawn(process.execPath, [builtProgram('health-check')], {
    env: { PATH, HOST, PORT },
    stdio: 'ignore',
  })
  const [code] = await once(check, 'exit')
  return code
}

it.each(['127.0.0.1', '0.0.0.0', '::1'])(
  'the health check asks the shop that listens on %s (IMAGE-06)',
  async (host) => expect(await exitCode(host, await listen(host))).toBe(0),
)

it('the health check asks by IPv6 where :: takes nothing else (IMAGE-06)', async () => {
  expect(await exitCode('::', await listen('::', { ipv6Only: true }))).toBe(0)
})

it('the health check fails where no shop listens (IMAGE-06)', async () => {
  expect(await exitCode('::1', '1')).toBe(1)
})
