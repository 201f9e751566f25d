import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fields } from '../check-mac-value.ts'
import { PageError } from './replies.ts'

const formType = 'application/x-www-form-urlencoded'

export function registerFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    formType,
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) => parseForm(body),
  )
}

/** A repeated field could be signed in one way and read in another. */
function parseForm(body: string): Fields {
  const pairs = [...new URLSearchParams(body)]
  const form = Object.fromEntries(pairs)
  if (Object.keys(form).length < pairs.length) throw new PageError(400, '欄位重複')
  return form
}

/** The fields of a form; a body of another kind is refused. */
export function fieldsOf({ headers, body }: FastifyRequest): Fields {
  if (!headers['content-type']?.startsWith(formType)) {
    throw new PageError(415, `只接受 ${formType}`)
  }
  return body as Fields
}
