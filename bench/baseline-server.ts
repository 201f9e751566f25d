import { type IncomingHttpHeaders, request } from 'node:http'
import Fastify from 'fastify'

/**
 * The baseline of a Fastify server: it fetches each path from the shop once, and answers with the
 * same bytes: those of the first path under `/0`, and so on. Started as a process of its own,
 * `baseline-server.ts <address> <accept-encoding> <path>...`; it prints its own address.
 */
const [address = '', encodings = '', ...paths] = process.argv.slice(2)
const app = Fastify()
for (const [n, path] of paths.entries()) {
  const { body, headers } = await fetchRaw(new URL(path, address), encodings)
  app.get(`/${n}`, (_, reply) => reply.headers(headers).send(body))
}
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)

/** The bytes as they came over the wire, headers included. */
function fetchRaw(
  url: URL,
  acceptEncoding: string,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ body: Buffer.concat(chunks), headers: sentAgain(response.headers) })
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}

/** Without those that Node and Fastify send by themselves. */
function sentAgain(headers: IncomingHttpHeaders): Record<string, string> {
  const own = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
  const others = Object.entries(headers).filter(([name]) => !own.has(name))
  return Object.fromEntries(others.map(([name, value]) => [name, String(value)]))
}
