import { type APIRequestContext, expect } from '@playwright/test'
import { leaderApi } from '#contract/participations.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { enterBackOffice } from './support/back-office.ts'
import { createParticipant, joinGroup, openLedTeam } from './support/campaigns.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { type Member, restoreSession } from './support/members.ts'
import { adminToken, endpointPath } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { smallControls } from './support/small-controls.ts'
import { test } from './support/test.ts'

const names = ['王小明', '林美麗', '陳大文']

/** A team that has succeeded and is paid to its leader, 90 or 80 a piece. */
async function openTeam(request: APIRequestContext) {
  const admin = await adminToken(request)
  const { campaign, leader } = await openLedTeam(request, admin, {
    min_target: 2,
    pays_leader: true,
  })
  const { code } = campaign
  const members: { name: string; orderId: string; member: Member }[] = []
  for (const [n, name] of names.entries()) {
    const member = await createParticipant(request, name)
    const { order_id: orderId } = await joinGroup(request, campaign, member, n + 1, name)
    members.push({ name, orderId, member })
  }
  await request.fetch(endpointPath(leaderApi.close).replace(':code', code), {
    ...{ method: 'POST', headers: { Authorization: leader.token } },
  })
  await expect
    .poll(async () => {
      const [row] = await queryShop(
        `select count(*)::int as n from participations join groups on groups.id = group_id
         where code = $1 and participations.state = 'awaiting_payment'`,
        [code],
      )
      return row?.n
    })
    .toBe(names.length + 1)
  return { campaign, leader, code, members }
}

test('participants pay the leader, who ticks, compares a statement and hands over; the shop books it @phone-only (AFTER-06, AFTER-07)', async ({
  page,
  browser,
  baseURL,
}) => {
  const { campaign, leader, code, members } = await openTeam(page.request)
  const [first, second] = members

  await test.step('the leader says how', async () => {
    await restoreSession(page, leader)
    await page.goto(`/#/main/member/groups/${code}`)
    await page.getByRole('link', { name: '收款' }).click()
    await page.getByRole('tab', { name: '付款方式' }).click()
    await page.getByRole('textbox', { name: '現金' }).fill('取貨時付現')
    await page.getByRole('textbox', { name: '轉帳' }).fill('808 玉山 0123-456-789012 林團主')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: '儲存' }).click()
    await expect(page.getByText('已更新').first()).toBeVisible()
  })

  await test.step('a participant sees how and how much, and names the account', async () => {
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, locale: 'zh-TW' },
      ...(baseURL !== undefined && { baseURL }),
    })
    const phone = await context.newPage()
    await restoreSession(phone, second?.member as Member)
    await phone.goto(`/#/main/cart/pay/${second?.orderId}`)
    await expect(phone.getByRole('heading', { name: /^請付給團主 NT\$/ })).toBeVisible()
    await expect(phone.getByText('808 玉山 0123-456-789012 林團主')).toBeVisible()
    await phone.getByLabel('轉帳後五碼').fill('54321')
    await phone.getByRole('button', { name: '告訴團主' }).click()
    await expect(phone.getByRole('button', { name: '更新' })).toBeVisible()
    await expectNoAxeViolations(phone)
    await expectLargeTextFits(phone)
    expect(await smallControls(phone)).toEqual([])
    await context.close()
  })

  await test.step('one press ticks the cash of one', async () => {
    await page.reload()
    const open = page.getByRole('region', { name: /^未收 4/ })
    await open.getByRole('button', { name: first?.name ?? '' }).click()
    const sheet = page.getByRole('dialog')
    await expectNoAxeViolations(page)
    await sheet.getByRole('button', { name: /^收現金/ }).click()
    await expect(page.getByRole('region', { name: /^已收 1/ })).toBeVisible()
    await expectNoAxeViolations(page)
    await expectLargeTextFits(page)
    expect(await smallControls(page)).toEqual([])
  })

  await test.step('a pasted statement finds the other', async () => {
    await page.getByRole('tab', { name: '對帳單' }).click()
    const [row] = await queryShop('select total::int as total from orders where id = $1', [
      second?.orderId,
    ])
    const statement = `日期,摘要,支出,存入,餘額,備註
115/11/28,轉帳存入,,${row?.total},"1,160",012****54321
115/11/28,手續費,15,,"1,145",
115/11/29,轉帳存入,,77,"1,222",`
    await page.getByLabel('貼上銀行的交易明細').fill(statement)
    await page.getByRole('button', { name: '比對' }).click()
    await expect(page.getByText('共 4 行，1 行可以登記，1 行找不到')).toBeVisible()
    await expectNoAxeViolations(page)
    expect(await smallControls(page)).toEqual([])
    await page.getByRole('button', { name: '登記 1 筆' }).click()
    await page.getByRole('tab', { name: '收款' }).click()
    await expect(page.getByRole('region', { name: /^已收 2/ })).toBeVisible()
  })

  await test.step('and is handed over', async () => {
    await page.getByRole('tab', { name: '交款' }).click()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: '登記交款' }).click()
    await expect(page.getByText('待店家確認')).toBeVisible()
  })

  await test.step('the shop books it, and the orders are paid', async () => {
    await enterBackOffice(page, baseURL)
    await page.goto(`/#/backend/campaign/${campaign.id}`)
    const accounts = page.getByRole('region', { name: '團主帳款' })
    await accounts.getByRole('button', { name: /登記交款/ }).click()
    await expectNoAxeViolations(page)
    await page.getByRole('dialog').getByRole('button', { name: '登記交款' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect
      .poll(async () => {
        const paid = await queryShop(
          `select id from orders where id = any($1) and state = 'paid' and payment_method = 'to_leader'`,
          [members.map(({ orderId }) => orderId)],
        )
        return paid.length
      })
      .toBe(2)
    await page.goto('/#/backend/leaderAccount')
    await expect(page.getByText('林團主').first()).toBeVisible()
    await expectNoAxeViolations(page)
  })
})
