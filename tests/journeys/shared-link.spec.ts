import { expect, type Page } from '@playwright/test'
import { createParticipant, openCampaign } from './support/campaigns.ts'
import { untilTakenOver } from './support/documents.ts'
import { restoreSession } from './support/members.ts'
import { adminToken, getDemoProduct } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

async function join(page: Page) {
  const form = page.getByRole('dialog')
  await form.getByLabel('聯絡電話').fill('0912345678')
  await form.getByLabel('地址').fill('臺北市信義區市府路 1 號')
  await form.getByLabel('我同意隱私權政策').check()
  await form.getByRole('button', { name: '確認跟團' }).click()
  await expect(page.getByRole('region', { name: '我的跟團' })).toContainText('1 份')
}

async function viaOf(memberId: string) {
  const [row] = await queryShop('select via from participations where member_id = $1', [memberId])
  return row?.via
}

test('a group link that was sent in LINE is opened on a phone and joined by a new visitor (SHARE-11, JOIN-01)', async ({
  page,
}) => {
  const campaign = await openCampaign(page.request, await adminToken(page.request))
  const member = await createParticipant(page.request)
  await page.goto(`/g/${campaign.code}?via=line&openExternalBrowser=1`)
  await expect(page.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
  await untilTakenOver(page)
  await expect(page).toHaveURL(new RegExp(`/g/${campaign.code}$`))
  await page.getByRole('button', { name: '我要跟團' }).click()
  await expect(page).toHaveURL(/\/main\/memberLogin\?next=/)
  const form = page.getByRole('tabpanel', { name: '登入' })
  await form.getByLabel('電子信箱').fill(member.email)
  await form.getByLabel('密碼', { exact: true }).fill(member.password)
  await form.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/g/${campaign.code}\\?join=1$`))
  await join(page)
  expect(await viaOf(member.uid)).toBe('line')
})

test('another way than those of the shop is dropped, and none is noted without a link (SHARE-11)', {
  tag: '@long',
}, async ({ page }) => {
  const campaign = await openCampaign(page.request, await adminToken(page.request))
  for (const query of ['?via=carrier-pigeon', '?via=', '']) {
    const member = await createParticipant(page.request)
    await restoreSession(page, member)
    await page.goto(`/g/${campaign.code}${query}`)
    await untilTakenOver(page)
    await expect(page).toHaveURL(new RegExp(`/g/${campaign.code}$`))
    await page.getByRole('button', { name: '我要跟團' }).click()
    await join(page)
    expect(await viaOf(member.uid), query).toBeNull()
  }
})

test('what a link carried is gone from each screen, the rest of its address stays (SHARE-11)', async ({
  page,
}) => {
  const mug = await getDemoProduct(page.request)
  for (const [given, shown] of [
    [`/main/prods/detail/${mug.id}?via=facebook`, `/main/prods/detail/${mug.id}`],
    ['/main/prods?via=sheet&page=2&openExternalBrowser=1', '/main/prods?page=2'],
    ['/main/prods?page=2&via=qr', '/main/prods?page=2'],
    ['/?openExternalBrowser=1&via=copy#/main/prods', '/#/main/prods'],
  ] as const) {
    await page.goto(given)
    await untilTakenOver(page)
    await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, '')).toBe(shown)
  }
})
