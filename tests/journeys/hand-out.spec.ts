import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { leaderApi } from '#contract/participations.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { createParticipant, joinGroup, openLedTeam } from './support/campaigns.ts'
import { launchWithCamera } from './support/fake-camera.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { type Member, restoreSession } from './support/members.ts'
import { adminToken, endpointPath } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { smallControls } from './support/small-controls.ts'
import { test } from './support/test.ts'

const surnames = ['王', '林', '陳', '張', '李', '黃', '吳', '劉', '蔡', '楊']
const given = ['小明', '雅婷', '志豪', '淑芬']

interface Person {
  name: string
  orderId: string
  code: string
  member: Member
}

/** A team whose goods are at the leader's: so many places are paid, each with its code. */
async function openEvening(request: APIRequestContext, size: number) {
  const admin = await adminToken(request)
  const { campaign, leader } = await openLedTeam(request, admin, {
    min_target: 2,
    flavours: ['原味', '辣味'],
  })
  const { code } = campaign
  const places: { name: string; orderId: string; member: Member }[] = []
  for (let n = 0; n < size; n++) {
    const name = `${surnames[n % 10]}${given[Math.floor(n / 10)]}`
    const member = await createParticipant(request, name)
    const { order_id: orderId } = await joinGroup(request, campaign, member, (n % 3) + 1, name)
    places.push({ name, orderId, member })
  }
  await callAs(request, leader, 'POST', endpointPath(leaderApi.close).replace(':code', code))
  await expect
    .poll(async () => {
      const [row] = await queryShop(
        `select count(*)::int as n from participations join groups on groups.id = group_id
         where code = $1 and participations.state = 'awaiting_payment'`,
        [code],
      )
      return row?.n
    })
    .toBe(size + 1)
  const people: Person[] = []
  for (const { name, orderId, member } of places) {
    await request.put(`/v2/api/shopping-minmin/admin/order/${orderId}`, {
      headers: { Authorization: admin },
      data: { data: { is_paid: true } },
    })
    const read = await callAs(request, member, 'GET', `/v2/api/shopping-minmin/order/${orderId}`)
    const { hand_out: handOut } = (await read.json()) as { hand_out: { code: string } }
    people.push({ name, orderId, member, code: handOut.code })
  }
  return { leader, code, people }
}

function callAs(request: APIRequestContext, member: Member, method: string, path: string) {
  return request.fetch(path, { method, headers: { Authorization: member.token } })
}

async function countHandedOut(code: string): Promise<unknown> {
  const [row] = await queryShop(
    `select count(handed_out_at)::int as n from participations
     join groups on groups.id = group_id where code = $1`,
    [code],
  )
  return row?.n
}

/** A control that a thumb presses lies in the lower half of the window, and is as high as a finger. */
async function expectUnderThumb(page: Page, control: Locator) {
  const box = await control.boundingBox()
  const { height = 0 } = page.viewportSize() ?? {}
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeGreaterThan(height / 2)
}

test('a leader hands out forty places with one thumb, thirty of them without a network @phone-only (AFTER-05, AFTER-11)', async ({
  page,
  context,
}) => {
  const { leader, code, people } = await openEvening(page.request, 40)
  await restoreSession(page, leader)
  await page.goto(`/#/main/member/groups/${code}`)
  await page.getByRole('link', { name: '取貨發放' }).click()
  const field = page.getByLabel('代碼或姓名')
  const sheet = page.getByRole('dialog')
  const tick = sheet.getByRole('button', { name: '已取貨' })
  await expect(page.getByText('已取 0 / 41 人')).toBeVisible()

  await test.step('the screen is readable, and its controls are for fingers', async () => {
    await expectNoAxeViolations(page)
    await expectLargeTextFits(page)
    expect(await smallControls(page)).toEqual([])
    await expectUnderThumb(page, field)
    await expectUnderThumb(page, page.getByRole('button', { name: '掃描' }))
  })

  const giveByCode = async ({ name, code: digits }: Person) => {
    await field.fill(digits)
    await expect(sheet.getByRole('heading', { name })).toBeVisible()
    await tick.click()
    await expect(sheet).toBeHidden()
    await expect(field).toHaveValue('')
  }

  await test.step('by code: what to give, one press', async () => {
    const [first] = people
    await field.fill(first?.code ?? '')
    await expect(sheet.getByText('× 1')).toBeVisible()
    await expectUnderThumb(page, tick)
    await expectNoAxeViolations(page)
    await tick.click()
    await expect(page.getByText('已取 1 / 41 人')).toBeVisible()
    for (const person of people.slice(1, 5)) await giveByCode(person)
    await expect.poll(() => countHandedOut(code)).toBe(5)
  })

  await test.step('a code that was used says so, and an unknown one as well', async () => {
    await field.fill(people[0]?.code ?? '')
    await expect(sheet.getByText(/已取貨，代碼已失效/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    const unknown = ['000000', '111111', '222222'].find((one) =>
      people.every((person) => person.code !== one),
    )
    await field.fill(unknown ?? '')
    await expect(page.getByText('找不到這個取貨代碼')).toBeVisible()
    await field.fill('')
  })

  await test.step('by name: the row, one press', async () => {
    for (const { name } of people.slice(5, 10)) {
      await field.fill(name)
      await page.getByRole('region', { name: /^未取/ }).getByRole('button', { name }).click()
      await tick.click()
      await expect(sheet).toBeHidden()
    }
    await expect.poll(() => countHandedOut(code)).toBe(10)
  })

  await test.step('without a network thirty more stay on the phone', async () => {
    await context.setOffline(true)
    for (const { name, code: digits } of people.slice(10)) {
      await field.fill(digits)
      // Two codes may end in the same three digits.
      const isOne = sheet.getByRole('heading', { name })
      await expect(isOne.or(sheet.getByRole('heading', { name: '是哪一位？' }))).toBeVisible()
      if (!(await isOne.isVisible())) await sheet.getByRole('button', { name }).click()
      await tick.click()
      await expect(sheet).toBeHidden()
    }
    await expect(page.getByText('30 筆待傳送')).toBeVisible()
    await expect(page.getByText('已取 40 / 41 人')).toBeVisible()
    expect(await countHandedOut(code)).toBe(10)
    await expectNoAxeViolations(page)
  })

  await test.step('and all arrive, once, when it is back', async () => {
    await context.setOffline(false)
    await expect.poll(() => countHandedOut(code)).toBe(40)
    await expect(page.getByText('待傳送')).toHaveCount(0)
    await page.getByRole('tab', { name: '依商品' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('剩 1')
  })
})

test("the camera reads a shopper's QR code, and looks on after the press @phone-only (AFTER-11)", async ({
  page,
  baseURL,
}, testInfo) => {
  const { leader, code, people } = await openEvening(page.request, 2)
  const [first] = people
  await restoreSession(page, first?.member as Member)
  await page.goto(`/#/main/order/${first?.orderId}`)
  await expect(page.getByRole('img', { name: '取貨的 QR Code' })).toBeVisible()
  const address = await page
    .getByRole('img', { name: '取貨的 QR Code' })
    .getAttribute('data-address')
  expect(address).toContain(first?.code)

  const browser = await launchWithCamera(testInfo, address ?? '')
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, locale: 'zh-TW' },
    ...(baseURL !== undefined && { baseURL }),
  })
  const phone = await context.newPage()
  await restoreSession(phone, leader)
  await phone.goto(`/#/main/handOut?group=${code}`)
  await phone.getByRole('button', { name: '掃描' }).click()
  const sheet = phone.getByRole('dialog', { name: first?.name ?? '' })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: '已取貨' }).click()
  await expect.poll(() => countHandedOut(code)).toBe(1)
  // The same code is before the camera still: it is void by now.
  await expect(sheet.getByText(/代碼已失效/)).toBeVisible()
  await expectNoAxeViolations(phone)
  await browser.close()
})
