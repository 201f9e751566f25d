import { expect } from '@playwright/test'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { leaderApi } from '#contract/participations.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { enterBackOffice } from './support/back-office.ts'
import { openLedTeam } from './support/campaigns.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { restoreSession } from './support/members.ts'
import { adminToken, callShop, endpointPath } from './support/shop-api.ts'
import { smallControls } from './support/small-controls.ts'
import { test } from './support/test.ts'

const chat = `[LINE] 好吃團購的聊天記錄
儲存日期：2026/11/28 10:15

2026/11/27（五）
上午09:46\t小美🌸\tA+1 B+2
上午09:47\t阿明 Ming\t+1
上午09:48\t小美🌸\tB改成1
上午09:49\t小華\t什麼時候到？`

test('a leader turns a chat into places, and each person has the link to pay @phone-only (LINE-05)', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await adminToken(page.request)
  const { settings } = await callShop(page.request, adminSettingsApi.read, {}, admin)
  const { version, values } = settings.order
  const allowed = { line_orders: true, line_orders_by_leaders: true }
  const data = { version, values: { ...values, ...allowed } }
  await callShop(page.request, adminSettingsApi.updateOrder, { data }, admin)
  const choices = { min_target: 2, flavours: ['原味', '辣味'] }
  const { campaign, leader } = await openLedTeam(page.request, admin, choices)
  const { code } = campaign
  await restoreSession(page, leader)

  await test.step('what is not certain is decided before anything is entered', async () => {
    await expect(async () => {
      await page.goto('about:blank')
      await page.goto(`/#/main/member/groups/${code}`)
      await page.getByRole('link', { name: '登錄 LINE 喊單' }).click({ timeout: 2_000 })
    }).toPass()
    await page.getByLabel('LINE 的對話或接龍').fill(chat)
    await page.getByRole('button', { name: '讀取' }).click()
    await expect(page.getByText('看懂 2 則，1 則要確認', { exact: false })).toBeVisible()
    await expectNoAxeViolations(page)
    await expectLargeTextFits(page)
    expect(await smallControls(page)).toEqual([])
    await expect(page.getByRole('button', { name: '試算金額' })).toBeDisabled()
    await page.getByLabel(/^計入：.*原味.* \+1$/).check()
  })

  await test.step('the sums are shown, and entered', async () => {
    await page.getByRole('button', { name: '試算金額' }).click()
    const list = page.getByRole('list', { name: '名單' })
    await list.getByRole('listitem').first().getByText('收件人與份數').click()
    await expectNoAxeViolations(page)
    expect(await smallControls(page)).toEqual([])
    await page.getByRole('button', { name: '登錄 2 人' }).click()
    await expect(page.getByRole('heading', { name: '已登錄 2 人' })).toBeVisible()
    await expectNoAxeViolations(page)
    await expectLargeTextFits(page)
  })

  await test.step('after success the link opens the order, to be paid', async () => {
    await page.request.fetch(endpointPath(leaderApi.close).replace(':code', code), {
      ...{ method: 'POST', headers: { Authorization: leader.token } },
    })
    await expect(async () => {
      await page.reload()
      const link = page.getByRole('button', { name: '複製 小美🌸 的付款連結' })
      await expect(link).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/line-orders/read')),
      page.reload(),
    ])
    const { people } = (await reply.json()) as { people: { place: { link: string } }[] }
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, locale: 'zh-TW' },
      ...(baseURL !== undefined && { baseURL }),
    })
    const phone = await context.newPage()
    await phone.goto(people[0]?.place.link ?? '')
    await expect(phone.getByText('小美🌸').first()).toBeVisible()
    await expect(phone.getByRole('link', { name: '付款' }).first()).toBeVisible()
    await context.close()
  })

  await test.step('the staff have the same screen beside the group', async () => {
    await enterBackOffice(page, baseURL)
    await page.goto(`/#/backend/campaign/${campaign.id}`)
    await page.getByRole('button', { name: 'LINE 喊單' }).click()
    await expect(page.getByText('這個團已截止')).toBeVisible()
    await expect(page.getByRole('heading', { name: '已登錄 2 人' })).toBeVisible()
    await expectNoAxeViolations(page)
  })
})
