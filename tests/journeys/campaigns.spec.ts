import { expect, type Page } from '@playwright/test'
import { adminCampaignApi, adminGroupApi } from '#contract/admin-campaigns.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  createParticipant,
  endGroup,
  joinGroup,
  openCampaign,
  takeSellerLink,
} from './support/campaigns.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { type Member, restoreSession } from './support/members.ts'
import { adminToken, callShop } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

let admin: string
test.beforeEach(async ({ request }) => {
  admin = await adminToken(request)
})

const panel = (page: Page) => page.getByRole('main')

/** Gives the id of the group. */
async function nameLeader(page: Page, code: string, { email }: Member): Promise<string> {
  const found = await queryShop('select id from groups where code = $1', [code])
  const { id } = found[0] as { id: string }
  await callShop(page.request, adminGroupApi.leader, { params: { id }, data: { email } }, admin)
  return id
}

/** Fills in what the profile does not know, and agrees. */
async function fillIn(page: Page) {
  const form = page.getByRole('dialog')
  await form.getByLabel('聯絡電話').fill('0912345678')
  await form.getByLabel('地址').fill('臺北市信義區市府路 1 號')
  await form.getByLabel('我同意隱私權政策').check()
}

test('a visitor finds the campaigns in three tabs, a group without signing in, and how it was extended (GROUP-01, GROUP-02, GROUP-03, GROUP-05, GROUP-06, GROUP-08, GROUP-23)', async ({
  page,
}) => {
  await test.step('the header leads to the campaigns, by their end and in three tabs', async () => {
    const soon = await openCampaign(page.request, admin, {
      ends_at: Math.floor(Date.now() / 1000) + 900,
    })
    await page.goto('/')
    if (!(await page.getByRole('link', { name: '開團中' }).first().isVisible())) {
      await page.getByRole('button', { name: '開啟選單' }).click()
    }
    await page.getByRole('link', { name: '開團中' }).first().click()
    await expect(page).toHaveURL(/#\/main\/groups$/)
    await expect(page.getByRole('tab')).toHaveText(['開團中', '即將開團', '已結束'])
    const card = page.getByRole('article').filter({ hasText: soon.title })
    await expect(card).toContainText('目前 NT$100')
    await expect(card).toContainText('還差 4 份')
    await expect(card).toContainText(/還剩 1\d 分鐘/)
    const ends = await page.getByRole('article').allInnerTexts()
    expect(ends.findIndex((text) => text.includes(soon.title))).toBe(0)
    await expectNoAxeViolations(page)
    await page.getByRole('tab', { name: '即將開團' }).click()
    await expect(page).toHaveURL(/state=scheduled/)
    await expect(card).toHaveCount(0)
  })

  await test.step('a group is read without signing in: prices, what is missing, the ceiling', async () => {
    const campaign = await openCampaign(page.request, admin)
    const member = await createParticipant(page.request)
    await joinGroup(page.request, campaign, member, 2)
    await page.goto(`/#/g/${campaign.code}`)
    await expect(page.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
    const main = panel(page)
    await expect(main.getByText('目前 NT$100')).toBeVisible()
    await expect(main.getByText('再 1 份降為 NT$90')).toBeVisible()
    await expect(main.getByText('還差 2 份成團')).toBeVisible()
    await expect(main.getByText('最終單價依截止時的份數計算，最高不超過 NT$100')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute(
      'aria-valuetext',
      '已有 2 份，還差 2 份成團',
    )
    await expect(main.getByText('王○○')).toBeVisible()
    await expect(main.getByText('到貨後享有七天鑑賞期')).toBeVisible()
    await expectNoAxeViolations(page)
    // The campaign of a pool is its one group.
    await page.goto(`/#/main/groups/detail/${campaign.id}`)
    await expect(main.getByText('還差 2 份成團')).toBeVisible()
  })

  await test.step('an extension is said with the time of before and the reason, of a pool and of teams', async () => {
    for (const kind of ['pool', 'team'] as const) {
      const before = Math.floor(Date.now() / 1_000) + 86_400
      const campaign = await openCampaign(page.request, admin, { kind, ends_at: before })
      const data = { ends_at: before + 86_400, reason: '颱風延後' }
      await callShop(
        page.request,
        adminCampaignApi.extend,
        { params: { id: campaign.id }, data },
        admin,
      )
      await page.goto(`/#/main/groups/detail/${campaign.id}`)
      await expect(page.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
      const note = `已延長，原訂 ${taipei(before)} 截止：颱風延後`
      await expect(panel(page).getByText(note, { exact: true })).toBeVisible()
      await expect(
        panel(page).getByText(`${taipei(before + 86_400)} 截止`, { exact: true }),
      ).toBeVisible()
    }
  })

  await test.step('a product and home say what is open', async () => {
    const campaign = await openCampaign(page.request, admin, {
      ends_at: Math.floor(Date.now() / 1000) + 800,
    })
    await page.goto(`/#/main/prods/detail/${campaign.products[0]?.id}`)
    await page.getByRole('link', { name: '這個商品正在開團' }).click()
    await expect(page).toHaveURL(new RegExp(`#/g/${campaign.code}$`))
    await page.goto('/')
    const home = page.getByRole('region').filter({ has: page.getByText('正在開團') })
    await expect(page.getByRole('heading', { name: '正在開團' })).toBeVisible()
    await expect(home.or(page.getByRole('main')).first()).toContainText(campaign.title)
  })

  await test.step('an unknown group and a draft are not found', async () => {
    await page.goto('/#/g/AAAAAAAAAAAAAAAAAAAAAA')
    await expect(page.getByText('找不到這個團購')).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test("the countdown runs by the server's clock, the device an hour behind or ahead (GROUP-07, GROUP-08)", async ({
  page,
}) => {
  const campaign = await openCampaign(page.request, admin, {
    ends_at: Math.floor(Date.now() / 1000) + 2 * 24 * 60 * 60 + 3_600,
  })
  const reply = await page.request.get(`/v2/api/shopping-minmin/group/${campaign.code}`)
  const { group } = (await reply.json()) as { group: { expires_at: number } }
  const hour = 3_600_000
  await page.clock.install({ time: Date.now() - hour })
  for (const offset of [-hour, hour]) {
    await page.clock.setSystemTime(Date.now() + offset)
    for (let load = 0; load < 2; load++) {
      await page.goto(`/#/g/${campaign.code}`)
      await page.reload()
      await expect
        .poll(async () => {
          const text = (await page.getByRole('timer').textContent()) ?? ''
          const found = /還剩 (\d+) 天 (\d\d):(\d\d):(\d\d)/.exec(text)?.slice(1) ?? []
          const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.map(Number)
          const left = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
          return Math.abs(group.expires_at - Date.now() / 1000 - left)
        })
        .toBeLessThan(3)
    }
  }
})

/** 2026/11/30 23:59 in Taipei. */
const taipei = (seconds: number) =>
  new Date((seconds + 8 * 3_600) * 1_000)
    .toISOString()
    .slice(0, 16)
    .replaceAll('-', '/')
    .replace('T', ' ')

test('the prices of variants in all tiers fit a phone, a tablet and a screen (VAR-06)', async ({
  page,
}) => {
  const flavours = ['原味', '海苔起司雙拼']
  const campaign = await openCampaign(page.request, admin, { flavours, price: 12_820 })
  await page.goto(`/g/${campaign.code}`)
  const prices = page.getByRole('region', { name: /各級單價$/ })
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(prices.getByText('NT$12,790').last()).toBeVisible()
    const hidden = await prices.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    )
    expect(hidden, `at ${width} px`).toBe(0)
  }
})

test('a visitor signs in, comes back, joins with several variants by the grid, changes them in place and leaves (JOIN-01, JOIN-02, JOIN-04, JOIN-17, LEADER-01, PRIVACY-11, VAR-07)', {
  tag: '@phone-only',
}, async ({ page }) => {
  const flavours = ['原味', '辣味', '海苔', '起司', '芝麻', '蒜味']
  const campaign = await openCampaign(page.request, admin, { flavours, min_target: 5 })
  const member = await createParticipant(page.request)
  await page.goto(`/#/g/${campaign.code}`)
  await page.getByRole('button', { name: '我要跟團' }).click()
  await expect(page).toHaveURL(/#\/main\/memberLogin\?next=/)
  const form = page.getByRole('tabpanel', { name: '登入' })
  await form.getByLabel('電子信箱').fill(member.email)
  await form.getByLabel('密碼', { exact: true }).fill(member.password)
  await form.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`#/g/${campaign.code}\\?join=1$`))
  const dialog = page.getByRole('dialog')
  const row = (name: string) =>
    dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const more = (name: string) => row(name).getByRole('button', { name: '增加數量' })
  const ceiling = (sum: string) =>
    expect(dialog.getByText(`最高 ${sum}`, { exact: true })).toBeVisible()
  await more('原味').tap()
  await ceiling('NT$100')
  await more('蒜味').tap()
  await row('海苔').getByRole('textbox').fill('2')
  await ceiling('NT$490')
  expect(await dialog.evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0)
  const joined = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/participation'),
  )
  await fillIn(page)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: '確認跟團' }).click()
  expect((await joined).postDataJSON().data.lines).toHaveLength(3)
  await expect(page.getByText('跟團成功，成團前不需付款')).toBeVisible()
  const consents = await queryShop(
    'select version from consents where member_id = $1 and order_id is not null',
    [member.uid],
  )
  expect(consents).toEqual([{ version: 1 }])
  const place = page.getByRole('region', { name: '我的跟團' })
  await expect(place).toContainText('4 份 · 最高 NT$490')
  await expect(panel(page).getByText('還差 1 份成團')).toBeVisible()

  await place.getByRole('button', { name: '修改' }).click()
  await row('海苔').getByRole('button', { name: '減少數量' }).tap()
  await row('蒜味').getByRole('button', { name: '減少數量' }).tap()
  await more('辣味').tap()
  await dialog.getByRole('button', { name: '儲存' }).click()
  await expect(place).toContainText('3 份 · 最高 NT$330')
  await expect(place).toContainText('辣味')
  await expect(place).not.toContainText('蒜味')

  await page.goto('/#/main/member')
  await page.getByRole('link', { name: '我的團' }).click()
  await expect(page).toHaveURL(/#\/main\/member\/groups$/)
  const mine = page.getByRole('article').filter({ hasText: campaign.title })
  await expect(mine).toContainText('已跟團')
  await expect(mine).toContainText('3 份 · 最高 NT$330')
  await expectNoAxeViolations(page)
  await mine.getByRole('button', { name: '退出' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click()
  await expect(mine).toContainText('已退出')
})

test('a join is on every open page, and a full group has its button again when a place is free (GROUP-12, GROUP-20)', async ({
  browser,
  page,
}) => {
  await test.step('a join is on every open page of its group, and a full group has no button', async () => {
    const campaign = await openCampaign(page.request, admin, { min_target: 2, max_units: 3 })
    const pages = [page]
    for (let index = 0; index < 2; index++) pages.push(await (await browser.newContext()).newPage())
    for (const one of pages) {
      await one.goto(`${process.env.SHOP_ADDRESS}/#/g/${campaign.code}`)
      await expect(panel(one).getByText('還差 2 份成團')).toBeVisible()
    }
    const first = await createParticipant(page.request, '陳大文')
    await joinGroup(page.request, campaign, first, 1)
    for (const one of pages) await expect(panel(one).getByText('還差 1 份成團')).toBeVisible()
    const second = await createParticipant(page.request, '林小華')
    await joinGroup(page.request, campaign, second, 2)
    // The last unit closes the group: it is decided by itself.
    for (const one of pages) {
      await expect(panel(one).getByText('已成團，最終單價 NT$90')).toBeVisible()
      await expect(one.getByRole('button', { name: '我要跟團' })).toHaveCount(0)
    }
    for (const one of pages.slice(1)) await one.context().close()
  })

  await test.step('a group without a place left says so, and has its button again when one is free', async () => {
    const campaign = await openCampaign(page.request, admin, { max_units: 6 })
    await joinGroup(page.request, campaign, await createParticipant(page.request), 2)
    await page.goto(`/#/g/${campaign.code}`)
    const join = page.getByRole('button', { name: '我要跟團' })
    await expect(join).toBeVisible()
    const letIn = (units: number) =>
      queryShop('update groups set max_units = $2, version = version + 1 where code = $1', [
        campaign.code,
        units,
      ])
    await letIn(2)
    await expect(panel(page).getByText('已額滿', { exact: true })).toBeVisible()
    await expect(join).toHaveCount(0)
    await letIn(6)
    await expect(join).toBeVisible()
  })
})

test('the form to join says what leader and seller see, and keeps what was typed when it is refused (LEADER-03, LEADER-10, JOIN-10, AFTER-10) @long', async ({
  page,
}) => {
  await test.step('who joins a pool that somebody leads reads what the leader sees', async () => {
    const campaign = await openCampaign(page.request, admin)
    const leader = await createParticipant(page.request, '林團主')
    await nameLeader(page, campaign.code, leader)
    await restoreSession(page, await createParticipant(page.request))
    await page.goto(`/#/g/${campaign.code}?join=1`)
    await expect(page.getByRole('dialog')).toContainText('團主會看到您的稱呼、電話末三碼與數量')
  })

  await test.step('who comes by the link of a seller reads whose it is, before and after joining', async () => {
    const values = { has_sellers: true, commission_percent: 5 }
    const campaign = await openCampaign(page.request, admin, values)
    const seller = await createParticipant(page.request, '林小華')
    const code = await takeSellerLink(page.request, campaign, seller)
    await restoreSession(page, await createParticipant(page.request))
    await page.goto(`/main/groups/detail/${campaign.id}?seller=${code}&via=line`)
    await expect(page).toHaveURL(new RegExp(`/main/groups/detail/${campaign.id}$`))
    await expect(page.getByRole('region', { name: '幫賣' })).toContainText('由 林○○ 幫賣')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: '我要跟團' }).click()
    await expect(page.getByRole('dialog')).toContainText('由 林○○ 幫賣')
    await fillIn(page)
    await page.getByRole('dialog').getByRole('button', { name: '確認跟團' }).click()
    await expect(page.getByRole('region', { name: '我的跟團' })).toContainText('由 林○○ 幫賣')
  })

  await test.step('a refused join is said once, in its open form, and what was typed stays', async () => {
    const campaign = await openCampaign(page.request, admin, { min_target: 2, max_units: 3 })
    await restoreSession(page, await createParticipant(page.request))
    await page.goto(`/#/g/${campaign.code}?join=1`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '增加數量' }).click()
    await fillIn(page)
    await joinGroup(page.request, campaign, await createParticipant(page.request), 2)
    await dialog.getByRole('button', { name: '確認跟團' }).click()
    const refusal = '只剩 1 份，請減少數量'
    await expect(dialog.getByRole('alert').getByText(refusal)).toBeInViewport()
    await expect(page.getByRole('region', { name: '通知' })).toHaveText('')
    await expectNoAxeViolations(page)
    await expect(dialog.getByLabel('地址')).toHaveValue('臺北市信義區市府路 1 號')
  })
})

test('a leader whom the shop named finds the group without a place, and what was earned (LEADER-01, LEADER-10, LEADER-11) @long', async ({
  page,
}) => {
  await test.step('a leader whom the shop named finds the group without a place in it', async () => {
    const campaign = await openCampaign(page.request, admin)
    const leader = await createParticipant(page.request, '林團主')
    await restoreSession(page, leader)
    await page.goto('/#/main/member/groups')
    await expect(panel(page).getByText('還沒有跟過團')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await nameLeader(page, campaign.code, leader)
    await page.reload()
    const led = page.getByRole('region', { name: '我帶的團' }).getByRole('article')
    await expect(led).toHaveCount(1)
    await expect(led).toContainText(campaign.title)
    await expect(led).toContainText('揪團中')
    await expect(led).not.toContainText(/NT\$|份/)
    await expectNoAxeViolations(page)
    await led.getByRole('link', { name: '團主' }).click()
    await expect(page).toHaveURL(new RegExp(`#/main/member/groups/${campaign.code}$`))
    await expect(page.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
    await page.goto('/#/main/member/groups')
    await led.getByRole('link', { name: campaign.title }).click()
    await expect(page).toHaveURL(new RegExp(`#/g/${campaign.code}$`))
  })

  await test.step('a leader without a place reads what was earned', async () => {
    const campaign = await openCampaign(page.request, admin)
    const leader = await createParticipant(page.request, '林團主')
    const groupId = await nameLeader(page, campaign.code, leader)
    const place = await joinGroup(page.request, campaign, await createParticipant(page.request))
    await queryShop(
      `insert into commission_entries (id, group_id, leader_id, order_id, kind, amount, note, by)
      values ($1, $2, $3, $1, 'earned', 30, '', 's:system')`,
      [place.order_id, groupId, leader.uid],
    )
    await restoreSession(page, leader)
    await page.goto('/#/main/member/groups')
    await expect(panel(page).getByText('還沒有跟過團')).toBeVisible()
    await expect(panel(page).getByText('餘額NT$30')).toBeVisible()
  })
})

test('success is paid, failure is said as it is (GROUP-21, JOIN-06, JOIN-07, ORDERLIFE-24) @long', async ({
  page,
}) => {
  const campaign = await openCampaign(page.request, admin, { min_target: 2 })
  const member = await createParticipant(page.request)
  const place = await joinGroup(page.request, campaign, member, 2)
  await restoreSession(page, member)
  await page.goto(`/#/main/order/${place.order_id}`)
  await expect(page.getByRole('link', { name: '團購：已跟團' })).toBeVisible()
  await expect(page.getByText('待成團')).toBeVisible()
  await expect(page.getByRole('link', { name: '付款', exact: true })).toHaveCount(0)
  // There is nothing to pay yet, whatever address is opened.
  await page.goto(`/#/main/cart/pay/${place.order_id}`)
  await expect(page).toHaveURL(new RegExp(`#/g/${campaign.code}$`))
  await page.goto(`/#/main/order/${place.order_id}`)
  await page.getByRole('link', { name: '團購：已跟團' }).click()
  await endGroup(campaign.code)
  await expect(panel(page).getByText('已成團，最終單價 NT$100')).toBeVisible()
  const own = page.getByRole('region', { name: '我的跟團' })
  await expect(own).toContainText(/請於 .* 前付款/)
  await own.getByRole('link', { name: '付款' }).click()
  await expect(page).toHaveURL(new RegExp(`#/main/cart/pay/${place.order_id}$`))
  await page.getByRole('button', { name: '付款' }).click()
  await expect(page.getByText('付款完成').first()).toBeVisible()
  await page.goto('/#/main/member/groups')
  await expect(page.getByRole('article').filter({ hasText: campaign.title })).toContainText(
    '已付款',
  )

  const failing = await openCampaign(page.request, admin, { min_target: 5 })
  await joinGroup(page.request, failing, member, 1)
  await page.goto(`/#/g/${failing.code}`)
  await expect(panel(page).getByText('還差 4 份成團')).toBeVisible()
  await endGroup(failing.code)
  await expect(panel(page).getByText('未成團，沒有收取任何款項')).toBeVisible()
})

test('where streams are blocked the page asks (GROUP-15)', async ({ page }) => {
  const campaign = await openCampaign(page.request, admin)
  await page.clock.install()
  await interceptRequests(page, '**/group/*/events', (route) => route.fulfill({ status: 429 }))
  await page.goto(`/#/g/${campaign.code}`)
  await expect(panel(page).getByText('還差 4 份成團')).toBeVisible()
  await joinGroup(page.request, campaign, await createParticipant(page.request), 1)
  // Again, if the page has not yet seen that its stream is refused.
  await expect(async () => {
    await page.clock.fastForward(16_000)
    await expect(panel(page).getByText('還差 3 份成團')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const answer = page.waitForResponse((response) => response.url().endsWith(campaign.code))
  await page.clock.fastForward(16_000)
  expect((await (await answer).request().allHeaders())['if-none-match']).toMatch(/^W\/"/)
  expect((await answer).status()).toBe(304)
})

test('a member opens a team, shares it, and works in the console (JOIN-24, LEADER-02, LEADER-05, GROUP-24)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const campaign = await openCampaign(page.request, admin, {
    kind: 'team',
    min_target: 2,
    delivery: 'leader',
  })
  const leader = await createParticipant(page.request, '林團主')
  await restoreSession(page, leader)
  await page.goto(`/#/main/groups/detail/${campaign.id}`)
  await page.getByRole('button', { name: '我要開團' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('聯絡電話').fill('0987654321')
  await dialog.getByLabel('地址').fill('台北市中山區南京西路 1 號')
  await dialog.getByLabel('取貨地點').fill('捷運中山站 2 號出口')
  await dialog.getByLabel('我同意隱私權政策').press('Space')
  await dialog.getByRole('button', { name: '確認開團' }).press('Enter')
  await expect(page).toHaveURL(/#\/g\/[\w-]{22}$/)
  const code = page.url().split('/').at(-1) ?? ''
  await joinGroup(page.request, { ...campaign, code }, await createParticipant(page.request))
  await page.getByRole('link', { name: '團主' }).click()
  await expect(page).toHaveURL(new RegExp(`#/main/member/groups/${code}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(campaign.title)
  await expect(panel(page).getByText('末三碼 678')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: '複製 LINE 文字' }).click()
  await expect(page.getByText('已複製')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain(`【${campaign.title}】`)
  expect(text).toContain(`/g/${code}?openExternalBrowser=1`)
  expect(text).not.toContain('王小明')
  await page.getByRole('tab', { name: '依商品' }).click()
  await expect(page.locator('[role=tabpanel]:not([inert])')).toContainText(
    campaign.products[0]?.title ?? '',
  )
})
