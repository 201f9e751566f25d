import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings, type SettingGroup } from '#contract/settings.ts'
import { isTaxId } from '#contract/tax-id.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const bad: [SettingGroup, string, unknown][] = [
  ['shop', 'tax_id', '12345678'],
  ['shop', 'tax_id', '1234567'],
  ['shop', 'repository_url', 'http://example.com'],
  ['shop', 'repository_url', 'javascript:alert(1)'],
  ['shop', 'legal_name', '長'.repeat(61)],
  ['shop', 'person', '長'.repeat(31)],
  ['shipping', 'fee', -1],
  ['shipping', 'fee', 10_001],
  ['shipping', 'fee', 1.5],
  ['shipping', 'free_over', 0],
  ['shipping', 'free_over', 1_000_001],
  ['stock', 'low_at', 1_000],
  ['privacy', 'keeps_years', 0],
  ['privacy', 'keeps_years', 11],
  ['security', 'requires_totp', 'yes'],
  ['mail', 'placed', { subject: '', text: '您好' }],
  ['mail', 'placed', { subject: '長'.repeat(101), text: '您好' }],
  ['mail', 'placed', { subject: '您好', text: '長'.repeat(5_001) }],
]

describe('a value out of bounds', () => {
  it.each(bad)('%s.%s %j is refused beside its field (SETTING-01)', async (group, name, value) => {
    const values = { ...defaultSettings[group], [name]: value }
    const { status, body } = await owner.put(`/admin/settings/${group}`, { version: 0, values })
    expect(status).toBe(400)
    expect(Array.isArray(body.message)).toBe(true)
    expect(Object.keys(body.fields).join()).toContain(name)
    expect((await owner.get('/admin/settings')).body.settings[group].version).toBe(0)
  })

  it.each([
    ['04595257', true],
    ['10458575', true],
    ['10458576', false],
    ['04595252', true],
    ['12345678', false],
    ['1234', false],
  ])('the check digit of %s is right: %s (SETTING-01)', (taxId, isRight) => {
    expect(isTaxId(taxId)).toBe(isRight)
  })
})

it('a save is one entry with what changed, and no secret is a setting (SETTING-06)', async () => {
  const values = { ...defaultSettings.shop, name: '小農團購', tax_id: '04595257' }
  await owner.put('/admin/settings/shop', { version: 0, values })
  const { body } = await owner.get('/admin/audit?action=setting.update&id=shop')
  expect(body.entries).toHaveLength(1)
  expect(body.entries[0]).toMatchObject({
    before: { name: 'MinMin 團購', tax_id: '' },
    after: { name: '小農團購', tax_id: '04595257' },
  })
  const text = JSON.stringify((await owner.get('/admin/settings')).body)
  expect(text).not.toMatch(/hash|secret|password|smtp|postgres/i)
})

describe('a mail text', () => {
  const preview = (input: object) =>
    owner.post('/admin/settings/mail/preview', { template: 'placed', ...input })

  it('takes the known fields only (SETTING-13)', async () => {
    const values = {
      ...defaultSettings.mail,
      paid: { subject: '{商店名稱}', text: '您好 {電話號碼}' },
    }
    const refused = await owner.put('/admin/settings/mail', { version: 0, values })
    expect([refused.status, refused.body.message]).toEqual([400, '不認識的欄位：{電話號碼}'])
    const seen = await preview({ subject: '{信用卡}', text: '您好' })
    expect([seen.status, seen.body.message]).toEqual([400, '不認識的欄位：{信用卡}'])
  })

  it('is previewed with a made-up order, as its shopper gets it, unsaved (SETTING-14)', async () => {
    const text = '{訂購人} 您好，{商品明細} 共 {訂單金額}。\n取消原因：{取消原因}'
    const { body } = await preview({ subject: '{商店名稱} 收到了', text })
    expect(body.subject).toBe('小農團購 收到了')
    for (const shown of [body.text, body.html]) {
      expect(shown).toContain('王小明 您好，青瓷杯 × 2、木砧板 × 1 共 NT$1,200。')
      expect(shown).toContain('我們不會來電要求您操作 ATM 或變更付款設定')
      expect(shown).toContain('統一編號：04595257')
    }
    expect((await owner.get('/admin/settings')).body.settings.mail.values.placed).toBeNull()
  })

  it('is tried at the own address only, five times an hour (SETTING-14)', async () => {
    const input = { template: 'shipped', subject: '試', text: '您好' }
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      const more = { ...input, recipient: 'stranger@example.com', email: 'stranger@example.com' }
      statuses.push((await owner.post('/admin/settings/mail/test', more)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const mails = await shop.database.db.select().from(mailOutbox)
    expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set([owner.username]))
  })
})
