import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type CommitProxy,
  type CutMoment,
  openCommitProxy,
} from '../testing/doubles/commit-proxy.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let proxy: CommitProxy
beforeAll(async () => {
  shop = await openTestShop({
    env: { DEVELOPMENT: '1', DATABASE_TIMEOUT: '3' },
    reach: async (databaseUrl) => {
      proxy = await openCommitProxy(databaseUrl)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

it.each<[CutMoment, number]>([
  ['before', 0],
  ['after', 1],
])(
  'a job of a transaction whose connection is cut %s its COMMIT is there %i times (JOBS-02)',
  async (moment, count) => {
    await shop.database.pool.query('delete from pgboss.job')
    const cut = proxy.cutNext('insert into "mail_requests"', moment)
    const reply = await shop.guest().post('/v2/admin/password/request', {
      username: 'nobody@example.com',
    })
    await cut
    expect(reply.status).toBe(503)
    const { rows } = await shop.database.pool.query(
      `select name from pgboss.job where name = 'admin.mail-reset-code'`,
    )
    expect(rows).toHaveLength(count)
  },
)
