import type { Dice } from './dice.ts'
import { type FieldPath, fieldsOf, type JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'
import { boundaryValue, hostileValue, openBodies, validValue } from './values.ts'

interface FuzzBody {
  kind: string
  body?: string
  isRaw?: true
}

interface Draft {
  operation: Operation
  schema: JsonSchema
  value: Record<string, unknown>
  dice: Dice
}

/** Keys that the server owns, or that a server without validation would accept or crash on. */
const extras: Record<string, unknown> = {
  id: '-AAAAAAAAAAAAAAAAAAA',
  num: 1,
  price: 1,
  total: 1,
  final_total: 1,
  percent: 100,
  is_paid: true,
  paid_date: 1,
  create_at: 1,
  uid: 'somebody',
  owner: 'm:somebody',
  user_id: 'somebody',
  coupon: { percent: 1 },
  deleted_at: null,
  toJSON: 'x',
  constructor: { prototype: { isAdmin: true } },
  _wish: '包裝成禮物',
  '': 'an empty key',
  'key \u2028 of 😀': [1, [2, { three: 3 }]],
}
const privileged = [
  'localId',
  'emailVerified',
  'customAttributes',
  'tenantId',
  'passwordHash',
  'mfa',
]

const hugeBytes = 1024 * 1024 + 1

/** The mutations of a body with their weights. */
const mutations: [weight: number, kind: string, apply: (draft: Draft) => string | FuzzBody][] = [
  [14, 'boundary', (draft) => withField(draft, (schema) => boundaryValue(schema, draft.dice))],
  [22, 'wrong value', (draft) => withField(draft, () => hostileValue(draft.dice))],
  [10, 'missing', (draft) => withField(draft, () => undefined)],
  [9, 'extra', (draft) => withExtra(draft)],
  [4, 'null byte', (draft) => withField(draft, () => 'a\u0000b')],
  [4, 'lone surrogate', (draft) => withField(draft, () => draft.dice.pick(['\ud800', 'x\udfff']))],
  [5, 'duplicate key', (draft) => withDuplicate(draft)],
  [4, 'prototype key', (draft) => withPrototype(draft)],
  [3, 'deep', (draft) => withField(draft, () => nested(draft.dice.pick([30, 33, 100, 3_000])))],
  [2, 'long', (draft) => withField(draft, () => draft.dice.pick(['x', '字']).repeat(10_000))],
  [8, 'wrapper', (draft) => wrapped(draft)],
  [6, 'not JSON', (draft) => broken(draft)],
  [
    2,
    'no UTF-8',
    (draft) => ({
      kind: 'no UTF-8',
      body: `${JSON.stringify(draft.value).slice(0, -1)},"x":"\u00ff\u00c0"}`,
      isRaw: true,
    }),
  ],
  [0.1, 'over 1 MiB', (draft) => withField(draft, () => 'x'.repeat(hugeBytes))],
]

/** A body for a call that reads one; `kind` is `valid` where it is not mutated. */
export function createBody(
  operation: Operation,
  dice: Dice,
  unique: string,
  isMutated: boolean,
): FuzzBody {
  const schema = openBodies[operation.name] ?? operation.body
  if (!schema) return { kind: 'valid' }
  const at = { operation: operation.name, name: '', unique }
  const value = validValue(schema, dice, at) as Record<string, unknown>
  if (!isMutated) return { kind: 'valid', body: JSON.stringify(value) }
  const [, kind, apply] = dice.weighted(
    mutations.map((mutation) => [mutation[0], mutation] as const),
  )
  const mutated = apply({ operation, schema, value, dice })
  return typeof mutated === 'string' ? { kind, body: mutated } : mutated
}

/** Sets one field, which the valid body may lack; undefined removes it. */
function withField(draft: Draft, value: (schema: JsonSchema) => unknown): string {
  const [path, schema] = draft.dice.pick(fieldsOf(draft.schema))
  setAt(draft.value, path, value(schema))
  return JSON.stringify(draft.value)
}

function setAt(root: Record<string, unknown>, path: FieldPath, value: unknown): void {
  let at: Record<string | number, unknown> = root
  for (const step of path.slice(0, -1)) {
    const next = at[step]
    if (typeof next !== 'object' || next === null) at[step] = {}
    at = at[step] as Record<string | number, unknown>
  }
  const last = path.at(-1) ?? ''
  if (value === undefined) delete at[last]
  else at[last] = value
}

/** An object inside the body, `data` above all. */
function inner({ value, dice }: Draft): Record<string, unknown> {
  const objects = [value, value.data, value.data, (value.data as Record<string, unknown>)?.user]
  const found = objects.filter((entry) => typeof entry === 'object' && entry !== null)
  return dice.pick(found) as Record<string, unknown>
}

function withExtra(draft: Draft): string {
  const { dice, operation } = draft
  const target = inner(draft)
  const names = operation.caller === 'provider' ? privileged : Object.keys(extras)
  const name = dice.pick(names)
  // A property that the call reads is not unknown to it.
  if (!Object.hasOwn(target, name)) {
    target[name] = dice.chance(0.1) ? 'x'.repeat(9_000) : (extras[name] ?? 'x')
  }
  return JSON.stringify(draft.value)
}

function withDuplicate(draft: Draft): string {
  const { dice, value } = draft
  const target = inner(draft)
  const name = dice.pick([...Object.keys(target), 'qty'])
  const doubled = `${JSON.stringify(name)}:${JSON.stringify(hostileValue(dice))}`
  const text = JSON.stringify(target)
  const both = dice.chance(0.5)
    ? `{${doubled},${text.slice(1)}`
    : `${text.slice(0, -1)},${doubled}}`
  return JSON.stringify(value).replace(text, () => both)
}

function withPrototype(draft: Draft): string {
  const text = JSON.stringify(inner(draft))
  const pollution = draft.dice.pick([
    '"__proto__":{"isAdmin":true,"qty":1}',
    '"__proto__":null',
    '"constructor":{"prototype":{"isAdmin":true}}',
    '"\\u005f_proto__":{"is_paid":true}',
  ])
  return JSON.stringify(draft.value).replace(text, () => `{${pollution},${text.slice(1)}`)
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

function wrapped({ value, dice }: Draft): string | FuzzBody {
  const bare = JSON.stringify(value.data ?? value)
  const body = dice.pick([
    bare,
    `[${bare}]`,
    JSON.stringify(bare),
    `{"data":[${bare}]}`,
    '{"data":null}',
    '{}',
    '[]',
    '""',
    '"data"',
    'null',
    '0',
    'true',
    '',
    ' ',
  ])
  return body === '' ? { kind: 'no body' } : body
}

function broken({ value, dice }: Draft): string {
  const text = JSON.stringify(value)
  return dice.pick([
    text.slice(0, -1),
    `${text}x`,
    `${text}${text}`,
    `\ufeff${text}`,
    `${text}\u0000`,
    text.replaceAll('"', "'"),
    text.replace('{', '{,'),
    text.replace('}', ',}'),
    `/* */${text}`,
    '{"data":NaN}',
    '{"data":undefined}',
    'data=1&qty=2',
    '<data/>',
    '{"data":{"qty":01}}',
    '{"data":{"a":"\\x41"}}',
    '[',
    '{"data":'.repeat(2_000),
  ])
}
