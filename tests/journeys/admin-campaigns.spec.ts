import { expect, type Page } from '@playwright/test'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { campaignStateLabels } from '#contract/campaign-states.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { participationApi } from '#contract/participations.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  button,
  enterBackOffice,
  expectLoaded,
  freshWord,
  header,
  rowOf,
} from './support/back-office.ts'
import { createParticipant, joinGroup, openCampaign } from './support/campaigns.ts'
import { mailsTo } from './support/mails.ts'
import { openAsMember } from './support/members.ts'
import { callShop, createProduct } from './support/shop-api.ts'
import { createStaff, enterAs } from './support/staff.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

/** Opens the page of a campaign. */
async function openPage(page: Page, { id, title }: { id: string; title: string }) {
  await page.goto(`/#/backend/campaign/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** As a field of the browser holds it, in Taipei. */
const taipei = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16)

test('the drawer leads to the list of campaigns, which is filtered by state and where a draft becomes open (CAMP-01, CAMP-02)', {
  tag: '@long',
}, async ({ page }) => {
  const cancelled = await openCampaign(page.request, token)
  const input = { params: { id: cancelled.id }, data: { reason: '缺貨' } }
  await callShop(page.request, adminCampaignApi.cancel, input, token)
  const open = await openCampaign(page.request, token)

  await test.step('the list has its columns', async () => {
    await page.goto('/#/backend')
    const links = page.getByRole('navigation').getByRole('link')
    await expect(links.filter({ hasText: /列表$/ })).toHaveText([
      '訂單列表',
      '顧客列表',
      '產品列表',
      '優惠券列表',
      '團購列表',
    ])
    await links.filter({ hasText: '團購列表' }).click()
    await expect(page).toHaveURL(/#\/backend\/campaign$/)
    await expectLoaded(page)
    for (const label of ['名稱', '方式', '收款方式', '狀態', '開團時間', '截止時間', '進度']) {
      await expect(header(page, label)).toBeVisible()
    }
    await expectNoAxeViolations(page)
  })

  await test.step('it is filtered by every state that a campaign can have', async () => {
    await expect(rowOf(page, open.title)).toBeVisible()
    const states = page.getByRole('combobox', { name: '狀態' })
    await expect(states.getByRole('option')).toHaveText([
      '全部',
      ...Object.values(campaignStateLabels),
    ])
    await states.selectOption({ label: '已取消' })
    await expect(rowOf(page, cancelled.title)).toContainText('已取消')
    await expect(rowOf(page, open.title)).toHaveCount(0)
  })

  await test.step('a draft goes step by step to its link, with what is missing said by field (DOOR-06)', async () => {
    const word = freshWord()
    const product = await createProduct(page.request, token, {
      title: `團購品 ${word}`,
      price: 500,
    })
    await page.goto('/#/backend/campaign')
    await button(page, '新增團購').click()
    await expect(page.getByRole('heading', { level: 1, name: '新增團購' })).toBeVisible()
    await expectNoAxeViolations(page)
    const form = page.getByRole('main')
    await form.getByRole('textbox', { name: '名稱' }).fill(`開團 ${word}`)
    await button(form, '下一步：條件').click()
    await expect(form.getByText('請選擇商品')).toBeVisible()
    await expect(page).toHaveURL(/\/edit\?step=goods$/)

    await form.getByRole('combobox', { name: '商品' }).fill(product.title)
    await page.getByRole('option', { name: product.title }).click()
    await page.keyboard.press('Tab')
    const tier = (n: number) => form.getByRole('group', { name: `第 ${n} 級` })
    await tier(1).getByRole('textbox', { name: '單價' }).fill('450')
    await button(form, '新增一級').click()
    await tier(2).getByRole('textbox', { name: '滿幾份' }).fill('10')
    await tier(2).getByRole('textbox', { name: '單價' }).fill('450')
    await button(form, '下一步：條件').click()
    await expect(form.getByText(/^第 2 級「.*」的價格須低於前一級$/)).toBeVisible()
    await tier(2).getByRole('textbox', { name: '單價' }).fill('400')
    await button(form, '下一步：條件').click()

    await form.getByRole('textbox', { name: '成團門檻' }).fill('5')
    // Only what the method of payment can do is offered.
    await expect(form.getByRole('radio', { name: '成團後付款' })).toBeChecked()
    await expect(form.getByRole('radio', { name: '成團才扣款' })).toHaveCount(0)
    await button(form, '下一步：時間').click()
    await form.getByLabel('開團時間').fill(taipei(Date.now() - 60_000))
    await form.getByLabel('截止時間').fill(taipei(Date.now() + 86_400_000))
    await button(form, '下一步：預覽').click()
    const preview = page.frameLocator('iframe[title="團購頁在手機上的樣子"]')
    await expect(preview.getByRole('heading', { name: `開團 ${word}` })).toBeVisible()
    await button(form, '下一步：發布').click()
    await expectNoAxeViolations(page)
    await button(form, '發布團購').click()
    await button(page.getByRole('alertdialog', { name: '發布團購' }), '發布').click()
    // Its time has come, so that it is open at once.
    await expect(region(page, '分享團購')).toContainText(/\/g\/[\w-]{22}/)
    await expect(page.getByText('開團中').first()).toBeVisible()
    await expect(page.getByRole('region', { name: '跟團', exact: true })).toContainText('還差 5 份')
    await expectNoAxeViolations(page)
  })
})

test('a campaign is cancelled for a reason that each participant reads, not by a role that may only look (CAMP-15, STAFF-06) @long', async ({
  page,
  baseURL,
}) => {
  const campaign = await openCampaign(page.request, token, { supply: 'order' })
  const member = await createParticipant(page.request)
  const { order_id: orderId } = await joinGroup(page.request, campaign, member, 2)

  await test.step('a viewer has no button of it', async () => {
    await enterAs(page, await createStaff(page.request, 'viewer'), baseURL)
    await page.goto('/#/backend/campaign')
    await expect(button(page, '新增團購')).toBeDisabled()
    await openPage(page, campaign)
    for (const name of ['取消團購', '複製', '提前結束', '延長', '編輯', '指定團主']) {
      await expect(button(page, name)).toBeDisabled()
    }
    for (const name of ['產生叫貨單', '到貨']) {
      await expect(button(region(page, '結算'), name)).toBeDisabled()
    }
  })

  await test.step('the owner cancels it', async () => {
    await enterBackOffice(page, baseURL)
    await page.reload()
    await openPage(page, campaign)
    await button(page, '取消團購').click()
    const dialog = page.getByRole('dialog', { name: /^取消團購/ })
    await button(dialog, '確定取消').click()
    await expect(dialog.getByText('請填寫取消原因')).toBeVisible()
    await dialog.getByRole('textbox', { name: '取消原因' }).fill('茶廠停工')
    await expectNoAxeViolations(page)
    await button(dialog, '確定取消').click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('取消原因：茶廠停工').first()).toBeVisible()
    await page.goto(`/#/backend/order/${orderId}`)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('茶廠停工').first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.goto(`/#/g/${campaign.code}`)
    await expect(page.getByRole('heading', { level: 1, name: campaign.title })).toBeVisible()
    await expect(page.getByText('團購已取消：茶廠停工').first()).toBeVisible()
    await openAsMember(page, member)
    await page.goto(`/#/main/order/${orderId}`)
    await expect(page.getByText('取消原因：團購已取消：茶廠停工')).toBeVisible()
    const mails = await mailsTo(member.email)
    expect(mails.filter(({ textBody }) => textBody.includes('茶廠停工'))).toHaveLength(1)
  })
})

/** A succeeded campaign of two participants with 2 and 4 units. */
async function succeed(page: Page) {
  const campaign = await openCampaign(page.request, token, { supply: 'order' })
  const [first, second] = [
    await createParticipant(page.request),
    await createParticipant(page.request),
  ]
  const places = [
    await joinGroup(page.request, campaign, first, 2),
    await joinGroup(page.request, campaign, second, 4),
  ]
  await callShop(page.request, adminCampaignApi.close, { params: { id: campaign.id } }, token)
  await expect
    .poll(async () => {
      const query = `?campaign_id=${campaign.id}`
      const reply = await page.request.get(`/v2/api/shopping-minmin/admin/groups${query}`, {
        headers: { Authorization: token },
      })
      const { groups } = (await reply.json()) as { groups: { participations: object }[] }
      return groups[0]?.participations
    })
    .toEqual({ awaiting_payment: 2 })
  return { campaign, orders: places.map(({ order_id }) => order_id), members: [first, second] }
}

async function pay(page: Page, id: string | undefined) {
  const input = { params: { id: id ?? '' }, data: { is_paid: true } }
  await callShop(page.request, adminOrderApi.update, input, token)
}

test('a succeeded campaign is settled, what came less is given out, and its leader named (AFTER-01, CAMP-18, LEADER-10) @long', async ({
  page,
}) => {
  const { campaign, orders } = await succeed(page)

  await test.step('pieces and money are shown, and ordered from the supplier', async () => {
    await pay(page, orders[0])
    await openPage(page, campaign)
    const settlement = region(page, '結算')
    const pieces = settlement.getByRole('table')
    await expect(pieces.getByRole('columnheader')).toHaveText([
      '商品',
      ...['成立', '已叫貨', '已到貨', '已出貨', '短缺'],
    ])
    const cells = pieces.getByRole('row').nth(1).getByRole('cell')
    await expect(cells).toHaveText([/團購商品/, '6', '0', '0', '0', '6'])
    for (const [label, amount] of [
      ['應收', 'NT$480'],
      ['已收', 'NT$160'],
      ['已退', 'NT$0'],
      ['未付', 'NT$320'],
      ['團主分潤', 'NT$0'],
    ]) {
      await expect(settlement.getByText(`${label}${amount}`)).toBeVisible()
    }
    await button(settlement, '產生叫貨單').click()
    await expect(page.getByText('已產生叫貨單')).toBeVisible()
    await expect(settlement.getByText('叫貨單 1', { exact: false })).toBeVisible()
    await button(settlement, '到貨').click()
    const dialog = page.getByRole('dialog', { name: '到貨' })
    await dialog.getByRole('textbox', { name: /這次到貨/ }).fill('2')
    await expectNoAxeViolations(page)
    await button(dialog, '入庫，其餘等下一批').click()
    await expect(cells).toHaveText([/團購商品/, '6', '2', '2', '0', '4'])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(settlement, '下載 CSV').first().click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^結算-.*\.csv$/)
    await expectNoAxeViolations(page)
  })

  await test.step('what came less is given out, after it was seen who gets how much', async () => {
    await pay(page, orders[1])
    await page.reload()
    const settlement = region(page, '結算')
    await button(settlement, '到貨').click()
    await button(page.getByRole('dialog', { name: '到貨' }), '不再等，分配到貨').click()
    const dialog = page.getByRole('dialog', { name: '分配到貨' })
    await expect(dialog.getByText('1 筆訂單減少，共退款 NT$320')).toBeVisible()
    await dialog.getByRole('radio', { name: /平均/ }).check()
    const places = dialog.getByRole('list', { name: '跟團者分到的數量' }).getByRole('listitem')
    await expect(places).toHaveText([/訂 2 → 得 2足額$/, /訂 4 → 得 0退 NT\$320$/])
    await expectNoAxeViolations(page)
    await button(dialog, '分配並退款 NT$320').click()
    await expect(page.getByText('分配到貨：已完成', { exact: false })).toBeVisible()
    const cells = settlement.getByRole('table').getByRole('row').nth(1).getByRole('cell')
    await expect(cells).toHaveText([/團購商品/, '2', '2', '2', '0', '0'])
  })

  await test.step('the owner names who leads the group', async () => {
    const leader = await createParticipant(page.request, '林團主')
    const groups = region(page, '跟團')
    await button(groups, '指定團主').click()
    const dialog = page.getByRole('dialog', { name: '指定團主' })
    await dialog.getByRole('textbox', { name: '會員' }).fill(leader.email)
    await button(dialog, '儲存').click()
    await expect(groups).toContainText(`團主 ${leader.email}`)
  })
})

test('the owner sees who may open a team, and saves what is seen (JOIN-24) @long', async ({
  page,
}) => {
  const campaign = await openCampaign(page.request, token, { kind: 'team', leaders_only: true })
  const [first, second] = [
    await createParticipant(page.request),
    await createParticipant(page.request),
  ]
  await openPage(page, campaign)
  const dialog = page.getByRole('dialog', { name: '指定團主' })
  const list = dialog.getByRole('textbox', { name: '會員' })
  const open = () => button(page, '指定團主').click()
  const save = async () => {
    await button(dialog, '儲存').click()
    await expect(dialog).toHaveCount(0)
  }
  await open()
  await expect(list).toHaveValue('')
  await list.fill(first.email)
  await save()
  await open()
  await expect(list).toHaveValue(first.email)
  await list.fill(`${first.email}\n${second.email}`)
  await save()
  await open()
  const both = [first.email, second.email].toSorted()
  await expect(list).toHaveValue(both.join('\n'))
  await list.fill(second.email)
  await save()
  await page.reload()
  await open()
  await expect(list).toHaveValue(second.email)
  await expectNoAxeViolations(page)
})

/** One of two places is paid, the other one is declined by its member. */
async function openShort(page: Page) {
  const { campaign, orders, members } = await succeed(page)
  await pay(page, orders[0])
  const [, declining] = members
  const places = await callShop(
    page.request,
    participationApi.list,
    { query: {} },
    declining?.token,
  )
  const id = places.participations[0]?.id ?? ''
  await callShop(
    page.request,
    participationApi.withdraw,
    { params: { id }, query: {} },
    declining?.token,
  )
  return { campaign, paid: orders[0] ?? '' }
}

test('too little that was paid is cancelled when the owner says so, or shipped all the same (SETTLE-10)', {
  tag: '@long',
}, async ({ page }) => {
  await test.step('it waits for the owner, who ships all the same', async () => {
    const { campaign } = await openShort(page)
    await page.goto('/#/backend/campaign?shortfall=1')
    const row = rowOf(page, campaign.title)
    await expect(row).toContainText('2 份')
    await expectNoAxeViolations(page)
    await button(row, '照常出貨').click()
    await button(page.getByRole('alertdialog'), '確定出貨').click()
    await expect(row).toHaveCount(0)
    await expect(page).toHaveURL(/campaign\?shortfall=1$/)
    await openPage(page, campaign)
    await expect(region(page, '結算').getByRole('button', { name: '取消並退款' })).toHaveCount(0)
  })

  await test.step('or it is cancelled and refunded', async () => {
    const { campaign, paid } = await openShort(page)
    await page.goto('/#/backend/campaign?shortfall=1')
    const row = rowOf(page, campaign.title)
    await expect(row).toContainText('2 份')
    await button(row, '取消並退款').click()
    await button(page.getByRole('alertdialog'), '確定取消並退款').click()
    await expect(row).toHaveCount(0)
    await expect
      .poll(async () => {
        const input = { params: { id: paid } }
        const { order } = await callShop(page.request, adminOrderLifeApi.detail, input, token)
        return [order.state, order.cancel_reason]
      })
      .toEqual(['cancelled', '付款份數不足，團購取消並退款'])
  })
})
