import { expect } from '@playwright/test'
import { createParticipant, openCampaign } from './support/campaigns.ts'
import { restoreSession } from './support/members.ts'
import { authorisingTest as test } from './support/sandbox-test.ts'
import { adminToken } from './support/shop-api.ts'

const notice = '請改用外部瀏覽器完成付款'

// They share a shop of their own: in two workers it would be started twice.
test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 390, height: 844 } })

for (const [name, userAgent] of [
  ['LINE', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari Line/14.16.0'],
  ['Facebook', 'Mozilla/5.0 (Linux; Android 15) [FBAN/FB4A;FBAV/480.0.0.30.109;]'],
] as const) {
  test.describe(`inside ${name}`, () => {
    test.use({ userAgent })

    test(`the form to join says above its button how to leave ${name} before the payment (SHARE-09)`, async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const admin = await adminToken(page.request)
      const authorised = await openCampaign(page.request, admin, { money: 'authorise_capture' })
      const paidLater = await openCampaign(page.request, admin)
      await restoreSession(page, await createParticipant(page.request))
      await page.goto(`/g/${authorised.code}?join=1`)
      const form = page.getByRole('dialog', { name: '我要跟團' })
      const text = form.getByText(notice)
      const confirm = form.getByRole('button', { name: '確認跟團' })
      await expect(confirm).toBeVisible()
      await expect(text).toHaveCount(1)
      // In the middle: at the edge of the dialog it lies below the bar of the button.
      await text.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const [above, below] = [await text.boundingBox(), await confirm.boundingBox()]
      expect(above?.y).toBeLessThan(below?.y ?? 0)
      const address = `${new URL(page.url()).origin}/?openExternalBrowser=1#/g/${authorised.code}`
      await form.getByRole('button', { name: '複製團購網址' }).click()
      await expect(page.getByText('已複製')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
      const link = form.getByRole('link', { name: '以外部瀏覽器開啟' })
      if (name === 'LINE') await expect(link).toHaveAttribute('href', address)
      else await expect(link).toHaveCount(0)

      await page.goto(`/g/${paidLater.code}?join=1`)
      await expect(confirm).toBeVisible()
      await expect(form.getByText(notice)).toHaveCount(0)
    })
  })
}

test('the form of a browser shows no such notice (SHARE-09)', async ({ page }) => {
  const admin = await adminToken(page.request)
  const campaign = await openCampaign(page.request, admin, { money: 'authorise_capture' })
  await restoreSession(page, await createParticipant(page.request))
  await page.goto(`/g/${campaign.code}?join=1`)
  const form = page.getByRole('dialog', { name: '我要跟團' })
  await expect(form.getByRole('button', { name: '確認跟團' })).toBeVisible()
  await expect(form.getByText(notice)).toHaveCount(0)
})
