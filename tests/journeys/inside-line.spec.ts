import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button } from './support/back-office.ts'
import { openCampaign } from './support/campaigns.ts'
import { lineUserAgent, openFromChat, pickerOf, standInForLine } from './support/inside-line.ts'
import { collectFaults } from './support/page-faults.ts'
import { test } from './support/sandbox-test.ts'
import { adminToken, callShop } from './support/shop-api.ts'

/** Pictures are taken where a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder)
    await page.screenshot({
      path: `${folder}/line07-${name}.png`,
      fullPage: true,
      animations: 'disabled',
    })
}

/** In place of the button to join. */
const ownGroups = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: '我的團', exact: true })

test('a group inside LINE: link, sign-in, join, share, pay (LINE-07) @phone-only', async ({
  browser,
  baseURL,
  running,
  request,
}) => {
  const { line } = running.gateway
  line.switches.liffEndpoint = `${baseURL}/`
  const [ming] = line.people
  if (!ming) throw new Error('nobody has a phone')
  // Nobody whom another journey signs up.
  const chen = {
    ...ming,
    id: `U${randomBytes(16).toString('hex')}`,
    name: '林小美',
    isFriend: false,
  }
  line.people.push(chen)
  const admin = await adminToken(request)
  const campaign = await openCampaign(request, admin, { min_target: 1 })
  const path = `/g/${campaign.code}`
  const openPhone = async () => {
    const context = await browser.newContext({
      ...{ userAgent: lineUserAgent, viewport: { width: 390, height: 844 }, locale: 'zh-TW' },
      ...{ hasTouch: true, baseURL: baseURL ?? '' },
    })
    await standInForLine(context, running)
    return context.newPage()
  }
  const page = await openPhone()
  const faults = await collectFaults(page)

  await test.step('a link of the chat opens the group, and nobody gets an account by that', async () => {
    await openFromChat(page, running, { path, person: chen.id })
    await expect(page.getByRole('heading', { name: campaign.title, level: 1 })).toBeVisible()
    // Neither the credentials of LINE nor its state are left in the address.
    await expect(page).toHaveURL(`${baseURL}${path}`)
    await picture(page, '1-group')
    await button(page, '我要跟團').click()
    await expect(button(page, '使用 LINE 登入')).toBeVisible()
    await expectNoAxeViolations(page)
    await picture(page, '2-sign-in')
  })

  await test.step('one press beside the policy signs up, and leads back into the form', async () => {
    await button(page, '使用 LINE 登入').click()
    const form = page.getByRole('dialog')
    await expect(form).toBeVisible()
    await form.getByLabel('聯絡電話').fill('0912345678')
    await form.getByLabel('電子信箱').fill('chen@example.com')
    await form.getByLabel('地址').fill('臺北市信義區市府路 1 號')
    await form.getByLabel('我同意隱私權政策').check()
    await picture(page, '3-join')
    await form.getByRole('button', { name: '確認跟團' }).click()
    await expect(ownGroups(page)).toBeVisible()
  })

  await test.step('the card of the group goes to a friend, in the member’s own name', async () => {
    await expect(page.getByRole('link', { name: '我的團' })).toBeVisible()
    const picker = await pickerOf(page, () => button(page, '分享').click())
    const chosen = await request.post(`${running.address}/line/picker`, {
      data: {
        ...{ ott: picker.get('ott'), data: picker.get('data') },
        ...{ person: chen.id, to: ming.id },
      },
    })
    expect(chosen.status()).toBe(200)
    await expect(page.getByText('已傳送')).toBeVisible()
    const phone = await page.context().newPage()
    await phone.goto(`${running.address}/line/people/${ming.id}`)
    await expect(phone.getByText(campaign.title)).toBeVisible()
    await expect(phone.getByRole('link', { name: '我要跟團' })).toHaveAttribute(
      'href',
      new RegExp(`${path}\\?via=line&person=${ming.id}$`),
    )
    await picture(phone, '4-phone-of-the-friend')
    await phone.close()
  })

  await test.step('the payment works in this window, and the way out of LINE is offered', async () => {
    // Chromium asks whether it may open LINE, and its question keeps presses from this window.
    const opened = await page.context().newPage()
    await page.close()
    await callShop(request, adminCampaignApi.close, { params: { id: campaign.id } }, admin)
    await expect(async () => {
      await openFromChat(opened, running, { path, person: chen.id })
      await opened.getByRole('link', { name: '付款', exact: true }).click({ timeout: 2_000 })
    }).toPass()
    await expect(opened.getByText('請改用外部瀏覽器完成付款')).toBeVisible()
    await expectNoAxeViolations(opened)
    await picture(opened, '5-pay')
    await opened.getByRole('radio', { name: '信用卡' }).check()
    await button(opened, '付款').click()
    await button(opened, '付款成功').click()
    await expect(opened.getByRole('heading', { name: '付款完成', level: 1 })).toBeVisible()
    expect(opened.context().pages()).toHaveLength(1)
    await picture(opened, '6-paid')
  })

  await test.step('a member is signed in by the link alone, on a phone that knows nothing', async () => {
    const other = await openPhone()
    await openFromChat(other, running, { path, person: chen.id })
    await expect(ownGroups(other)).toBeVisible()
    await picture(other, '7-again')
    await other.context().close()
  })

  await test.step('in a browser the same link leads to the page, without LINE', async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' })
    const plain = await context.newPage()
    const asked: string[] = []
    plain.on('request', (sent) => asked.push(sent.url()))
    await plain.goto(`/?liff.state=${encodeURIComponent(`${path}?via=line`)}`)
    await expect(plain.getByRole('heading', { name: campaign.title, level: 1 })).toBeVisible()
    expect(asked.filter((url) => /line\.me|liff-sdk|open-in-line/.test(url))).toEqual([])
    await context.close()
  })
  // Nothing that the policy of the page refuses; LINE's own scheme is nobody's here.
  expect(faults.filter((fault) => / refused |Trusted/.test(fault))).toEqual([])
})
