import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** The shop's own address as this caller reaches it, without a trailing slash. */
export function ownAddress(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`
}
