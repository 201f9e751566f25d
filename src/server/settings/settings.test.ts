import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { createLog } from '../log.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { createSettings } from './settings.ts'

let shop: TestShop
let admin: Visitor
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const { shop: values } = defaultSettings
/** A node without any secret. */
const closedBox = { open: () => undefined }

describe('the settings', () => {
  it('have their defaults until they are changed (SETTING-01)', async () => {
    const { body } = await admin.get('/admin/settings')
    // The schedule of backups has an endpoint of its own.
    const { backup: _, ...told } = defaultSettings
    expect(body).toEqual({
      success: true,
      settings: Object.fromEntries(
        Object.entries(told).map(([group, values]) => [group, { version: 0, values }]),
      ),
    })
  })

  it.each([
    ['name', ''],
    ['name', '長'.repeat(31)],
    ['email', 'nobody'],
    ['phone', 'call me'],
    ['address', '長'.repeat(121)],
  ])('refuse %s %j, and change nothing of the group (SETTING-01)', async (name, value) => {
    const data = { version: 0, values: { ...values, address: '台北市', [name]: value } }
    const reply = await admin.put('/admin/settings/shop', data)
    expect(reply).toMatchObject({ status: 400, body: { success: false } })
    expect(reply.body.message).toEqual([expect.stringContaining(name)])
    expect((await admin.get('/admin/settings')).body.settings.shop.version).toBe(0)
  })

  it.each([-1, 1.5, 2_147_483_647, 1e308, '0', null])(
    'refuse the version %j, which no group can have',
    async (version) => {
      const data = { version, values: defaultSettings.mail }
      expect((await admin.put('/admin/settings/mail', data)).status).toBe(400)
    },
  )

  it('are those of the endpoint, whatever group the data name (SETTING-01)', async () => {
    const security = { ...defaultSettings.security, requires_totp: true }
    const data = { version: 0, values: defaultSettings.stock, group: 'security' }
    const reply = await admin.put('/admin/settings/stock', {
      ...data,
      values: { ...security, ...data.values },
    })
    expect(reply.status).toBe(200)
    const { settings } = (await admin.get('/admin/settings')).body
    expect(settings.security).toEqual({ version: 0, values: defaultSettings.security })
    expect(settings.stock.version).toBe(1)
  })

  it('are changed for every node without a restart (SETTING-03)', async () => {
    const { database, databaseUrl } = shop
    const log = createLog({ logLevel: 'silent' })
    const otherNode = createSettings({ database, databaseUrl, log, secretBox: closedBox })
    await otherNode.start()
    try {
      const changed = { ...values, name: '小農團購', address: '台北市信義區 1 號' }
      const reply = await admin.put('/admin/settings/shop', { version: 0, values: changed })
      expect(reply.body).toMatchObject({
        message: '已更新設定',
        settings: { shop: { version: 1, values: changed } },
      })
      const shown = await shop.guest().get('/settings')
      expect(shown.body).toEqual({
        success: true,
        settings: { shop: changed, shipping: defaultSettings.shipping },
      })
      await vi.waitFor(() => expect(otherNode.get().shop).toEqual(changed))
    } finally {
      await otherNode.close()
    }
  })

  it('of two changes at once take one (SETTING-05)', async () => {
    const change = (sender_name: string) =>
      admin.put('/admin/settings/mail', {
        version: 0,
        values: { ...defaultSettings.mail, sender_name },
      })
    const replies = await Promise.all([change('甲'), change('乙')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body.message).toBe('設定已被他人更新，請重新載入')
    expect((await change('丙')).status).toBe(409)
  })

  it('are not for shoppers to change', async () => {
    const data = { version: 0, values }
    expect((await shop.guest().put('/admin/settings/shop', data)).status).toBe(401)
    expect((await shop.guest().get('/admin/settings')).status).toBe(401)
  })
})
