import Fastify from 'fastify'
import Type from 'typebox'
import { expect, it } from 'vitest'
import { createSerializerCompiler } from './serializer.ts'

const schema = Type.Object({ message: Type.String() })

it('compiles a schema once for all the routes that answer by it', () => {
  const compile = createSerializerCompiler()
  const route = { method: 'GET', url: '/one', httpStatus: '4xx' }
  const compiled = compile({ ...route, schema })
  expect(compile({ ...route, url: '/other', httpStatus: '5xx', schema })).toBe(compiled)
  expect(compile({ ...route, schema: Type.Object({}) })).not.toBe(compiled)
})

it('leaves out what the schema does not name', async () => {
  const app = Fastify()
  app.setSerializerCompiler(createSerializerCompiler())
  app.get('/', { schema: { response: { 200: schema } } }, () => ({ message: '好', secret: 1 }))
  const { payload } = await app.inject('/')
  expect(payload).toBe('{"message":"好"}')
})
