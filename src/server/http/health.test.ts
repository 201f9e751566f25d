import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createReadiness, healthRoutes } from './health.ts'

it('H6 a node that is to stop is red for proxies, alive, and answers until it is gone', async () => {
  const readiness = createReadiness()
  const app = Fastify()
  healthRoutes(app, { readiness })
  const before = await app.inject('/health/ready')
  expect(before.statusCode).toBe(200)
  expect(before.headers['cache-control']).toBe('no-store')
  expect(before.json()).toEqual({ isReady: true })

  readiness.drain()
  const after = await app.inject('/health/ready')
  expect(after.statusCode).toBe(503)
  expect(after.json()).toMatchObject({ isReady: false })
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  await app.close()
})
