import type { FastifyBaseLogger } from 'fastify'

/** What every part of the server logs to. */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
