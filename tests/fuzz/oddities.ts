import type { Dice } from './dice.ts'
import type { FuzzCase } from './fuzz-case.ts'
import type { Operation } from './operation.ts'
import { hostilePath, hostileQuery } from './paths.ts'

const oddMethods = ['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', 'PURGE', 'SEARCH', 'LINK']
const contentTypes = [
  'application/json; charset=utf-8',
  'application/json;\tx',
  'application/json garbage',
  'application/json; charset=utf-7',
  'application/json; charset=utf-16',
  'application/jsonp',
  'text/plain',
  'text/plain; application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  '/',
  ';',
  '',
]
const origins = ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'garbage']

const keys = ['', '?key=', '?key=wrong', '?key=minmin&key=minmin', '?key=%00', '?KEY=minmin']

type Oddity = (base: FuzzCase, operation: Operation, dice: Dice) => Partial<FuzzCase>

/** Of what kind, how often, and what is changed. */
const oddities: [kind: string, chance: (operation: Operation) => number, change: Oddity][] = [
  [
    'odd path',
    ({ hasId }) => (hasId ? 0.15 : 0),
    // Slashes alone are no id: they name the list, where there is one.
    (_, { path }, dice) => ({
      url: path.replace('{id}', hostilePath(dice).replace(/^\/+$/, encodeURIComponent)),
    }),
  ],
  [
    'odd query',
    ({ caller, query }) => {
      if (caller === 'provider') return 0
      return Object.keys(query).length > 0 ? 0.4 : 0.03
    },
    ({ url }, _, dice) => ({ url: `${url.split('?')[0]}?${hostileQuery(dice)}` }),
  ],
  [
    'odd key',
    ({ caller }) => (caller === 'provider' ? 0.06 : 0),
    ({ url }, _, dice) => ({ url: `${url.split('?')[0]}${dice.pick(keys)}` }),
  ],
  ['odd method', () => 0.02, (_, __, dice) => ({ method: dice.pick(oddMethods) })],
  [
    'foreign origin',
    () => 0.02,
    ({ headers }, _, dice) => ({ headers: { ...headers, origin: dice.pick(origins) } }),
  ],
  [
    'odd content type',
    ({ body }) => (body ? 0.08 : 0),
    ({ headers }, _, dice) => ({ headers: withOddType(headers, dice) }),
  ],
  [
    'a body that is not read',
    ({ body, method, isUpload }) => (body || method === 'GET' || isUpload ? 0 : 0.3),
    ({ headers }, _, dice) => ({
      headers: { ...headers, 'content-type': dice.pick(contentTypes) },
      body: dice.pick(['{}', '{"data":', '\u0000']),
    }),
  ],
]

/** Mutations of a request besides its body: address, method, headers. */
export function withOddities(base: FuzzCase, operation: Operation, dice: Dice): FuzzCase {
  const found = oddities.find(([, chance]) => dice.chance(chance(operation)))
  if (!found) return base
  const [kind, , change] = found
  return { ...base, kind, ...change(base, operation, dice) }
}

function withOddType(headers: Record<string, string>, dice: Dice): Record<string, string> {
  const { 'content-type': _, ...others } = headers
  if (dice.chance(0.15)) return others
  if (dice.chance(0.7)) return { ...others, 'content-type': dice.pick(contentTypes) }
  return { ...headers, 'content-encoding': dice.pick(['gzip', 'br', 'identity', 'x']) }
}
