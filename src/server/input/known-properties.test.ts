import Type from 'typebox'
import { expect, it } from 'vitest'
import { knownProperties } from './known-properties.ts'

const properties = { name: Type.String(), note: Type.Optional(Type.String()) }
const sent = { name: 'a', owner: 'm:somebody', constructor: 'b' }

it('leaves out what the schema does not name (A3)', () => {
  expect(knownProperties(Type.Object(properties), sent)).toEqual({ name: 'a' })
})

it('keeps all where the schema keeps unknown properties', () => {
  const schema = Type.Object(properties, { additionalProperties: true })
  expect(knownProperties(schema, sent)).toBe(sent)
})

it.each([[undefined], [null], ['text'], [['a']]])('leaves %j to the validation', (data) => {
  expect(knownProperties(Type.Array(Type.String()), data)).toBe(data)
})
