import { expect, it } from 'vitest'
import { isDatabaseUnavailable } from './database-error.ts'

/** As the driver's error comes to us: with its code, behind the query builder's own. */
function failed(code: string): Error {
  const cause = Object.assign(new Error('as PostgreSQL says it'), { code })
  return new Error('Failed query', { cause })
}

const ofNetwork = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EHOSTDOWN']

it.each(['08006', '53300', '57P01', '57014', '55P03', '40001', '40P01', ...ofNetwork])(
  'H4 after %s the same call may succeed in a moment',
  (code) => expect(isDatabaseUnavailable(failed(code))).toBe(true),
)

it.each(['23505', '23514', '22021', '42703', '25P02'])('H4 after %s it will not', (code) =>
  expect(isDatabaseUnavailable(failed(code))).toBe(false),
)
