import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const files = [
  ['style.css', 'text/css; charset=utf-8'],
  ['phone.css', 'text/css; charset=utf-8'],
  ['submit.js', 'text/javascript; charset=utf-8'],
] as const

export function registerAssets(app: FastifyInstance): void {
  for (const [name, type] of files) {
    const content = readFileSync(join(import.meta.dirname, '../pages', name))
    app.get(`/assets/${name}`, (_, reply) => reply.type(type).send(content))
  }
}
