import { type BrowserContext, expect, type Page } from '@playwright/test'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { createParticipant, endGroup, openCampaign } from './support/campaigns.ts'
import { restoreSession } from './support/members.ts'
import { adminToken, callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

const names = ['王小明', '陳大文', '林小華', '黃美玲', '張志強']

const main = (page: Page) => page.getByRole('main')
const ownPlace = (page: Page) => page.getByRole('region', { name: '我的跟團' })

async function join(page: Page) {
  await page.getByRole('button', { name: '我要跟團' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('聯絡電話').fill('0912345678')
  await form.getByLabel('地址').fill('臺北市信義區市府路 1 號')
  await form.getByLabel('我同意隱私權政策').check()
  await form.getByRole('button', { name: '確認跟團' }).click()
  await expect(ownPlace(page)).toContainText('1 份')
}

test('five browsers share one group from the first join to the parcel (GROUP-12, GROUP-21, JOIN-17, SETTLE-01)', async ({
  browser,
  request,
}) => {
  // The sweep of each minute finds a deadline that was moved past the shop.
  const admin = await adminToken(request)
  const campaign = await openCampaign(request, admin, { min_target: 4 })
  const contexts: BrowserContext[] = []
  const pages: Page[] = []
  for (const name of names) {
    const context = await browser.newContext({ baseURL: process.env.SHOP_ADDRESS ?? '' })
    const page = await context.newPage()
    contexts.push(context)
    pages.push(page)
    await restoreSession(page, await createParticipant(request, name))
    await page.goto(`/#/g/${campaign.code}`)
    await expect(main(page).getByText('還差 4 份成團')).toBeVisible()
  }
  const onAll = async (text: string) => {
    for (const page of pages) await expect(main(page).getByText(text)).toBeVisible()
  }

  for (const page of pages) await join(page)
  await onAll('目前 NT$90')
  await onAll('再 1 份降為 NT$80')
  const [leaving, ...staying] = pages
  if (!leaving) throw new Error('nobody leaves')
  await ownPlace(leaving).getByRole('button', { name: '退出' }).click()
  await leaving.getByRole('dialog').getByRole('button', { name: '退出' }).click()
  await onAll('再 2 份降為 NT$80')

  await endGroup(campaign.code)
  for (const page of pages) {
    const succeeded = main(page).getByText('已成團，最終單價 NT$90')
    await expect(succeeded).toBeVisible()
  }
  for (const page of staying) {
    await ownPlace(page).getByRole('link', { name: '付款' }).click()
    await page.getByRole('button', { name: '付款' }).click()
    await expect(page.getByText('付款完成').first()).toBeVisible()
    const id = page.url().split('/').at(-1) ?? ''
    const parcel = { carrier: 'post', tracking_number: '0001234' } as const
    await callShop(request, adminOrderLifeApi.ship, { params: { id }, data: parcel }, admin)
    await page.goto(`/#/main/order/${id}`)
    await page.reload()
    await expect(main(page).getByText('已出貨').first()).toBeVisible()
    await expect(page.getByRole('link', { name: '團購：已付款' })).toBeVisible()
  }
  for (const context of contexts) await context.close()
})
