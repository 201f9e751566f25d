import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { type MainProcess, startMain } from '../testing/doubles/main-process.ts'

let database: TestDatabase
let running: MainProcess | undefined
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await running?.remove()
  await database.drop()
})

it('at SIGTERM no job begins, one that runs goes back unharmed, and the process ends within 10 s (JOBS-08)', {
  timeout: 300_000,
}, async () => {
  // A gateway that takes the question and never answers.
  const asked = Promise.withResolvers<void>()
  const gateway = createServer(() => asked.resolve())
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const env = { PAYMENTS: 'sandbox', ECPAY_URL: url, ECPAY_AUTO_CAPTURE: '0' }
  running = await startMain(database.url, { env })
  await running.untilSaid(' is open: ')
  const { pool, close } = connect(database.url)
  const [orderId, attemptId] = [createId(), createId()]
  await pool.query(
    `insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
         user_extra, extra) values ($1, 'g:somebody', 100, '', '', '', '', '', '{}', '{}')`,
    [orderId],
  )
  await pool.query(
    `insert into payments (id, order_id, provider, method, amount, status, reference, trade_no,
         gateway_trade_no, authorisation, task)
       values ($1, $2, 'ecpay', 'card', 100, 'authorised', 'R', 'TRADE1', 'G1', 'A1', 'capture')`,
    [attemptId, orderId],
  )
  const send = () =>
    pool.query(
      `insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds)
         select name, $1, retry_limit, retry_delay, expire_seconds from pgboss.queue
         where name = 'payment.capture'`,
      [{ attemptId }],
    )
  await send()
  await asked.promise
  const since = performance.now()
  running.child.kill('SIGTERM')
  await send()
  expect(await running.end()).toBe(0)
  expect(performance.now() - since).toBeLessThan(10_000)
  const { rows } = await pool.query(
    `select state::text, count(*)::int as n from pgboss.job where name = 'payment.capture'
       group by 1 order by 1`,
  )
  // The one that ran is tried again, the other one was never begun.
  expect(rows).toEqual([
    { state: 'created', n: 1 },
    { state: 'retry', n: 1 },
  ])
  const [attempt] = (await pool.query('select status, task from payments')).rows
  expect(attempt).toEqual({ status: 'authorised', task: 'capture' })
  await close()
  gateway.closeAllConnections()
  await vi.waitFor(() => new Promise((resolve) => gateway.close(resolve)))
})
