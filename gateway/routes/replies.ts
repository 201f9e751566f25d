import type { FastifyReply, FastifyRequest } from 'fastify'

/** An error with the status of its answer, and words for the page. */
export class PageError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', "frame-ancestors 'none'")
    .send(page)
}

export function wantsJson({ headers }: FastifyRequest): boolean {
  const isJson = (type = '') => type.includes('application/json')
  return isJson(headers.accept) || isJson(headers['content-type'])
}

/** Answers JSON with a value, and a page's form with a page. */
export function answer(request: FastifyRequest, reply: FastifyReply, page: string, value: object) {
  return wantsJson(request) ? reply.send(value) : reply.redirect(page, 303)
}
