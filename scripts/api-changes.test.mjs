import { expect, it } from 'vitest'
import { breakingChanges } from './lib/api-changes.mjs'

/** @param {object} schema */
const json = (schema) => ({ content: { 'application/json': { schema } } })
const text = { type: 'string' }
/**
 * @typedef {{ reply?: object, replyRequired?: string[], body?: object, required?: string[],
 *   query?: { name: string, in: string, required?: boolean, schema: object }[] }} Parts
 */

/** @param {Parts} parts */
const documentOf = ({
  reply = {},
  replyRequired = [],
  body = {},
  required = [],
  query = [],
} = {}) => ({
  paths: {
    '{shop}/order': {
      post: {
        parameters: query,
        requestBody: json({ type: 'object', properties: body, required }),
        responses: { 200: json({ type: 'object', properties: reply, required: replyRequired }) },
      },
    },
  },
})
/** @param {Parts} before @param {Parts} now */
const changes = (before, now) => breakingChanges(documentOf(before), documentOf(now))

it('names an operation that is gone, and none that is new (APIDOC-06)', () => {
  expect(breakingChanges(documentOf(), { paths: {} })).toEqual(['POST {shop}/order: is gone'])
  expect(breakingChanges({ paths: {} }, documentOf())).toEqual([])
})

it('names fields of a reply that are gone, may be missing or have another type (APIDOC-06)', () => {
  const list = { type: 'array', items: { type: 'object', properties: { id: text } } }
  const before = { reply: { list, total: { type: 'integer' } }, replyRequired: ['total'] }
  const bare = { type: 'array', items: { type: 'object', properties: {} } }
  expect(changes(before, { reply: { list: bare, total: text } })).toEqual([
    'POST {shop}/order: reply.list[].id is gone',
    'POST {shop}/order: reply.total is string, was integer',
    'POST {shop}/order: reply.total may be missing',
  ])
  expect(changes(before, { ...before, reply: { ...before.reply, more: text } })).toEqual([])
})

it('names accepted values that are refused, and what more is asked for (APIDOC-06)', () => {
  const before = { body: { state: { enum: ['a', 'b'] }, name: text }, query: [] }
  const now = {
    body: { state: { enum: ['b', 'c'] }, name: { ...text, maxLength: 5 }, tel: text },
    required: ['tel'],
    query: [{ name: 'page', in: 'query', required: true, schema: text }],
  }
  expect(changes(before, now)).toEqual([
    'POST {shop}/order: body.tel is asked for',
    'POST {shop}/order: body.state refuses a',
    'POST {shop}/order: body.name has maxLength 5',
    'POST {shop}/order: parameters.page is asked for',
  ])
  expect(changes(now, { ...now, required: [] })).toEqual([])
})
