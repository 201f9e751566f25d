import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import type { HandOut } from '#contract/hand-out.ts'
import { leaderApi, participationApi } from '#contract/participations.ts'
import { paymentApi } from '#contract/payments.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { createParticipant, joinGroup, openLedTeam } from './support/campaigns.ts'
import { type Member, restoreSession } from './support/members.ts'
import {
  adminToken,
  callShop,
  endpointPath,
  getDemoProduct,
  placeOrder,
} from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { createStaff, enterAs } from './support/staff.ts'
import { test } from './support/test.ts'

const surnames = ['王', '林', '陳', '張', '李', '黃', '吳', '劉', '蔡', '楊']
const given = ['小明', '雅婷', '志豪', '淑芬']

interface Person {
  name: string
  member: Member
  orderId: string
  placeId: string
}

const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-TW' }
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'zh-TW' }

async function openBrowser(
  browser: Browser,
  baseURL: string | undefined,
  device: typeof phone,
): Promise<Page> {
  const context = await browser.newContext({ ...device, ...(baseURL !== undefined && { baseURL }) })
  return context.newPage()
}

/** Thirty-eight neighbours join through the API; the leader has the first place, and one more comes. */
async function joinNeighbours(
  request: APIRequestContext,
  campaign: Parameters<typeof joinGroup>[1],
): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < 38; n++) {
    const name = `${surnames[n % 10]}${given[Math.floor(n / 10)]}`
    const member = await createParticipant(request, name)
    const place = await joinGroup(request, campaign, member, (n % 3) + 1, name)
    people.push({ name, member, orderId: place.order_id, placeId: place.id })
  }
  return people
}

function callAs(request: APIRequestContext, member: Member, method: string, path: string) {
  return request.fetch(path, { method, headers: { Authorization: member.token } })
}

async function countOrders(code: string, condition: string): Promise<unknown> {
  const [row] = await queryShop(
    `select count(*)::int as n from participations as place join groups on groups.id = group_id
       join orders on orders.id = place.order_id
     where groups.code = $1 and ${condition}`,
    [code],
  )
  return row?.n
}

async function totalOf(orderId: string): Promise<number> {
  const [row] = await queryShop('select total::int as total from orders where id = $1', [orderId])
  return Number(row?.total)
}

/** Those whose goods wait, with their codes. */
async function waiting(
  request: APIRequestContext,
  { code, leader, people }: { code: string; leader: Member; people: readonly Person[] },
) {
  const list = await callAs(
    request,
    leader,
    'GET',
    `/v2/api/shopping-minmin/hand-out?group=${code}`,
  )
  const { hand_outs: rows } = (await list.json()) as { hand_outs: HandOut[] }
  const found: { name: string; code: string }[] = []
  for (const { name, state } of rows) {
    const person = people.find((one) => one.name === name)
    if (state !== 'waiting' || !person) continue
    const path = `/v2/api/shopping-minmin/order/${person.orderId}`
    const reply = await callAs(request, person.member, 'GET', path)
    const { hand_out: handOut } = (await reply.json()) as { hand_out: { code: string } }
    found.push({ name, code: handOut.code })
  }
  return found
}

async function give(page: Page, { name, code }: { name: string; code: string }) {
  const field = page.getByLabel('代碼或姓名')
  const sheet = page.getByRole('dialog')
  await field.fill(code)
  await expect(sheet.getByRole('heading', { name })).toBeVisible()
  await sheet.getByRole('button', { name: '已取貨' }).click()
  await expect(sheet).toBeHidden()
  await expect(field).toHaveValue('')
}

test('a campaign of forty places goes from its opening to the last bag in five browsers: short goods, a second batch, cash, transfers, a merged parcel and two helpers (AFTER-01, AFTER-03, AFTER-04, AFTER-06, AFTER-07, AFTER-09)', {
  tag: '@long',
}, async ({ browser, request, baseURL }) => {
  const admin = await adminToken(request)
  const { campaign, leader } = await openLedTeam(request, admin, {
    ...{ min_target: 10, pays_leader: true, supply: 'order' },
  })
  const { code } = campaign
  const shopper = await openBrowser(browser, baseURL, phone)
  const leaderPhone = await openBrowser(browser, baseURL, phone)
  const owner = await openBrowser(browser, baseURL, desktop)
  const helper = await openBrowser(browser, baseURL, phone)
  const visitor = await openBrowser(browser, baseURL, desktop)
  let people: Person[] = []

  await test.step('forty places: one is joined on a phone, and changed before the end', async () => {
    await visitor.goto(`/#/g/${code}`)
    people = await joinNeighbours(request, campaign)
    const name = '周大同'
    const member = await createParticipant(request, name)
    await restoreSession(shopper, member)
    await shopper.goto(`/#/g/${code}?join=1`)
    const form = shopper.getByRole('dialog')
    await form.getByLabel('聯絡電話').fill('0912345678')
    await form.getByLabel('我同意隱私權政策').check()
    await form.getByRole('button', { name: '確認跟團' }).click()
    const place = shopper.getByRole('region', { name: '我的跟團' })
    await expect(place).toContainText('1 份')
    await place.getByRole('button', { name: '修改' }).click()
    await form.getByRole('button', { name: '增加數量' }).click()
    await form.getByRole('button', { name: '儲存' }).click()
    await expect(place).toContainText('2 份')
    const [row] = await queryShop(
      `select place.id, place.order_id from participations as place
         join groups on groups.id = group_id where code = $1 and member_id = $2`,
      [code, member.uid],
    )
    people.push({ name, member, orderId: String(row?.order_id), placeId: String(row?.id) })
    await expect(visitor.getByRole('main').getByText(/40 人/).first()).toBeVisible()
  })

  await test.step('the leader ends it, and everybody reads whom to pay', async () => {
    await callAs(request, leader, 'POST', endpointPath(leaderApi.close).replace(':code', code))
    await expect.poll(() => countOrders(code, `place.state = 'awaiting_payment'`)).toBe(40)
    await expect(visitor.getByRole('main').getByText(/^已成團，最終單價 NT\$80/)).toBeVisible()
    await restoreSession(leaderPhone, leader)
    await leaderPhone.goto(`/#/main/member/groups/${code}`)
    await leaderPhone.getByRole('link', { name: '收款' }).click()
    await leaderPhone.getByRole('tab', { name: '付款方式' }).click()
    await leaderPhone.getByRole('textbox', { name: '現金' }).fill('取貨時付現')
    await leaderPhone.getByRole('textbox', { name: '轉帳' }).fill('808 玉山 0123-456-789012 林團主')
    await leaderPhone.getByRole('button', { name: '儲存' }).click()
    await expect(leaderPhone.getByText('已更新').first()).toBeVisible()
  })

  // Half of them transfer, the last of these on the phone; the leader's own place is cash.
  const transfers = people.filter((_, n) => n % 2 === 0)
  const inCash = people.filter((_, n) => n % 2 === 1)
  const fiveOf = (n: number) => String(10_007 + 731 * n)

  await test.step('twenty transfer and name their account, one of them on a phone', async () => {
    for (const [n, { member, placeId }] of transfers.slice(0, -1).entries()) {
      const path = endpointPath(participationApi.transferred).replace(':id', placeId)
      const told = await request.put(path, {
        headers: { Authorization: member.token },
        data: { data: { last_five: fiveOf(n) } },
      })
      expect(told.ok(), await told.text()).toBe(true)
    }
    const last = transfers.at(-1)
    await shopper.goto(`/#/main/cart/pay/${last?.orderId}`)
    await shopper.getByLabel('轉帳後五碼').fill(fiveOf(transfers.length - 1))
    await shopper.getByRole('button', { name: '告訴團主' }).click()
    await expect(shopper.getByRole('button', { name: '更新' })).toBeVisible()
  })

  await test.step('cash is ticked with one press each, transfers by the statement of the bank', async () => {
    await leaderPhone.reload()
    await expect(leaderPhone.getByRole('region', { name: /^未收 40/ })).toBeVisible()
    let open = 40
    for (const { name } of [{ name: '林團主' }, ...inCash]) {
      await leaderPhone
        .getByRole('region', { name: /^未收/ })
        .getByRole('button', { name })
        .first()
        .click()
      await leaderPhone
        .getByRole('dialog')
        .getByRole('button', { name: /^收現金/ })
        .click()
      open -= 1
      await expect(leaderPhone.getByRole('region', { name: `未收 ${open}` })).toBeVisible()
    }
    const lines: string[] = []
    for (const [n, { orderId }] of transfers.entries()) {
      lines.push(`115/11/28,轉帳存入,,${await totalOf(orderId)},"9,999",012****${fiveOf(n)}`)
    }
    await leaderPhone.getByRole('tab', { name: '對帳單' }).click()
    const statement = ['日期,摘要,支出,存入,餘額,備註', ...lines, '115/11/28,手續費,15,,"9,984",']
    await leaderPhone.getByLabel('貼上銀行的交易明細').fill(statement.join('\n'))
    await leaderPhone.getByRole('button', { name: '比對' }).click()
    await leaderPhone.getByRole('button', { name: `登記 ${transfers.length} 筆` }).click()
    await leaderPhone.getByRole('tab', { name: '收款' }).click()
    await expect(leaderPhone.getByRole('region', { name: /^已收 40/ })).toBeVisible()
    await leaderPhone.getByRole('tab', { name: '交款' }).click()
    await leaderPhone.getByRole('button', { name: '登記交款' }).click()
    await expect(leaderPhone.getByText('待店家確認')).toBeVisible()
  })

  const settlement = owner.getByRole('region', { name: '結算' })

  await test.step('the owner books the money, and orders from the supplier', async () => {
    await enterBackOffice(owner, baseURL)
    await owner.goto(`/#/backend/campaign/${campaign.id}`)
    const accounts = owner.getByRole('region', { name: '團主帳款' })
    await accounts.getByRole('button', { name: /登記交款/ }).click()
    await button(owner.getByRole('dialog'), '登記交款').click()
    await expect(owner.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => countOrders(code, `orders.state = 'paid'`)).toBe(40)
    await owner.reload()
    await button(settlement, '產生叫貨單').click()
    await expect(owner.getByText('已產生叫貨單')).toBeVisible()
  })

  const [owed] = await queryShop(
    `select sum(qty)::int as pieces from participations as place
       join groups on groups.id = group_id where code = $1`,
    [code],
  )
  const pieces = Number(owed?.pieces)

  await test.step('two batches come, fifteen pieces less than are owed: the last who joined go without', async () => {
    const receive = async (received: number, action: string) => {
      await button(settlement, '到貨').click()
      const dialog = owner.getByRole('dialog', { name: '到貨' })
      await dialog.getByRole('textbox', { name: /這次到貨/ }).fill(String(received))
      await button(dialog, action).click()
    }
    await receive(pieces - 35, '入庫，其餘等下一批')
    await expect(settlement.getByRole('table').getByRole('row').nth(1)).toContainText('35')
    await receive(20, '不再等，分配到貨')
    const dialog = owner.getByRole('dialog', { name: '分配到貨' })
    await dialog.getByRole('button', { name: /^分配並退款 NT\$/ }).click()
    await expect(owner.getByText('分配到貨：已完成', { exact: false })).toBeVisible()
    const [given] = await queryShop(
      `select sum(line.qty)::int as pieces, sum(orders.total)::int as total
       from participations as place join groups on groups.id = group_id
         join orders on orders.id = place.order_id join order_lines as line on line.order_id = orders.id
       where groups.code = $1 and orders.state <> 'cancelled' and not exists (
         select from refunds where refunds.order_id = orders.id and refunds.amount = orders.total)`,
      [code],
    )
    expect(Number(given?.pieces)).toBeLessThanOrEqual(pieces - 15)
    expect(Number(given?.pieces)).toBeGreaterThan(pieces - 15 - 3)
  })

  await test.step('while it waits, a neighbour has two other orders sent in one parcel', async () => {
    const member = people.at(-1)?.member
    const product = await getDemoProduct(request)
    const ids: string[] = []
    for (let count = 0; count < 2; count += 1) {
      const id = await placeOrder(request, { product, qty: 1 }, member?.token)
      await callShop(request, paymentApi.pay, { params: { id } }, member?.token)
      ids.push(id)
    }
    await shopper.goto(`/#/main/order/${ids[0]}`)
    const merge = shopper.getByRole('region', { name: '併單出貨' })
    await merge.getByRole('button', { name: /^併單出貨/ }).click()
    await expect(merge).toContainText('裝在同一個包裹')
    await owner.goto(`/#/backend/order/${ids[1]}`)
    await button(owner, '新增包裹').click()
    const dialog = owner.getByRole('dialog', { name: /^新增包裹/ })
    await dialog.getByLabel('貨運單號', { exact: true }).fill('TW-40')
    await button(dialog, '出貨').click()
    await expect(dialog).toBeHidden()
    await shopper.reload()
    await expect(shopper.getByRole('main')).toContainText('TW-40')
    await owner.goto(`/#/backend/campaign/${campaign.id}`)
  })

  await test.step('two helpers hand out side by side, and of one bag pressed at once it is given once', async () => {
    const packer = await createStaff(request, 'packer')
    await enterAs(helper, packer, baseURL)
    await helper.goto('/#/backend/handOut')
    await leaderPhone.goto(`/#/main/handOut?group=${code}`)
    const left = await waiting(request, { code, leader, people })
    const [both, ...others] = left
    if (!both) throw new Error('nobody waits')
    for (const page of [leaderPhone, helper]) {
      await page.getByLabel('代碼或姓名').fill(both.code)
      await expect(page.getByRole('dialog').getByRole('heading', { name: both.name })).toBeVisible()
    }
    await Promise.all(
      [leaderPhone, helper].map((page) => button(page.getByRole('dialog'), '已取貨').click()),
    )
    const firstHalf = others.slice(0, others.length / 2)
    await Promise.all([
      (async () => {
        for (const one of firstHalf) await give(leaderPhone, one)
      })(),
      (async () => {
        for (const one of others.slice(firstHalf.length)) await give(helper, one)
      })(),
    ])
    await expect.poll(() => countOrders(code, 'place.handed_out_at is not null')).toBe(left.length)
    // The leader's own bag is the last.
    await leaderPhone.getByLabel('代碼或姓名').fill('林團主')
    await leaderPhone
      .getByRole('region', { name: /^未取/ })
      .getByRole('button', { name: '林團主' })
      .click()
    await button(leaderPhone.getByRole('dialog'), '已取貨').click()
    await expect
      .poll(() => countOrders(code, 'place.handed_out_at is not null'))
      .toBe(left.length + 1)
    await shopper.goto(`/#/main/order/${people.at(-1)?.orderId}`)
    await expect(shopper.getByRole('main')).toBeVisible()
  })

  await test.step('and the books agree with what was handed out', async () => {
    const [money] = await queryShop(
      `select (select coalesce(sum(amount), 0)::int from leader_hand_overs as over
           where over.group_id = groups.id) as handed_over,
         (select sum(payments.amount)::int from payments join participations as place
             on place.order_id = payments.order_id
           where place.group_id = groups.id and payments.status = 'succeeded') as paid
       from groups where code = $1`,
      [code],
    )
    expect(money?.paid).toBe(money?.handed_over)
    await owner.reload()
    await expect(owner.getByRole('region', { name: '團主帳款' })).toContainText('林團主')
  })

  for (const page of [shopper, leaderPhone, owner, helper, visitor]) await page.context().close()
})
