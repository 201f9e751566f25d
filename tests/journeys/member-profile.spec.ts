import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { pauseClock, runClockUntil, stepMs } from './support/clock.ts'
import { linkMailedTo } from './support/mails.ts'
import { createMember, type Member, openAsMember } from './support/members.ts'
import { addToCart, listDemoProducts } from './support/shop-api.ts'
import { test } from './support/test.ts'

const inlineError = '未完成，請再試一次'

async function openPanel(page: Page, name: '編輯個人資料' | '修改密碼' | '刪除帳號') {
  await page.getByRole('button', { name }).click()
  return page.getByRole('region', { name })
}

async function expectNoToast(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: '通知' })).toHaveText('')
}

async function tryToSignIn(page: Page, member: Pick<Member, 'email' | 'password'>) {
  await page.goto('/#/main/memberLogin')
  const form = page.getByRole('tabpanel', { name: '登入' })
  await form.getByLabel('電子信箱').fill(member.email)
  await form.getByLabel('密碼', { exact: true }).fill(member.password)
  await form.getByRole('button', { name: '登入', exact: true }).click()
}

test('the address is verified by a mail, the cart is offered, and signing out goes to the login (MEMBER-01, MEMBER-13, MEMBER-14, MEMBER-11)', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await test.step('a visitor is sent to the login', async () => {
    await page.goto('/#/main/member')
    await expect(page).toHaveURL(/#\/main\/memberLogin$/)
  })

  await test.step('an address is verified by the mail that the member asks for', async () => {
    await openAsMember(page, member)
    await expect(page.getByText('未驗證')).toBeVisible()
    await page.getByRole('button', { name: '寄送驗證信' }).click()
    await expect(page.getByText('已寄出驗證信，請至收件匣或垃圾信件匣查看')).toBeVisible()
    const mailed = await page.context().newPage()
    await mailed.goto(await linkMailedTo(member.email, 'verifyEmail'))
    await expect(mailed.getByText('電子信箱驗證完成')).toBeVisible()
    await mailed.getByRole('link', { name: '前往會員中心' }).click()
    await expect(mailed.getByText('已驗證')).toBeVisible()
    await expect(page.getByText('已驗證')).toBeVisible()
    await expect(page.getByRole('button', { name: '寄送驗證信' })).toHaveCount(0)
    await expectNoAxeViolations(page)
  })

  await test.step('a member whose cart has lines is offered to go on with them', async () => {
    await expect(page.getByText(member.email)).toBeVisible()
    await expect(page.getByRole('link', { name: '繼續結帳' })).toHaveCount(0)
    const [product] = await listDemoProducts(page.request)
    if (product) await addToCart(page.request, { product, qty: 1 }, member.token)
    await page.reload()
    await page.getByRole('link', { name: '繼續結帳' }).click()
    await expect(page).toHaveURL(/#\/main\/cart$/)
  })

  await test.step('signing out goes to the login', async () => {
    await page.goto('/#/main/member')
    await page.getByRole('button', { name: '登出' }).click()
    await expect(page).toHaveURL(/#\/main\/memberLogin$/)
    await page.goto('/#/main/member')
    await expect(page).toHaveURL(/#\/main\/memberLogin$/)
  })
})

test('the panels of a member exclude one another, and the profile is saved once something is changed (MEMBER-02, MEMBER-03, MEMBER-04, MEMBER-06, MEMBER-08, ERROR-17, MEMBER-05, VALID-26)', async ({
  page,
}) => {
  await test.step('the panels exclude one another', async () => {
    await openAsMember(page, await createMember(page.request))
    const fields = {
      編輯個人資料: ['暱稱', '大頭照網址'],
      修改密碼: ['舊密碼', '新密碼'],
      刪除帳號: ['密碼'],
    }
    for (const name of ['編輯個人資料', '修改密碼', '刪除帳號'] as const) {
      const panel = await openPanel(page, name)
      for (const field of fields[name]) {
        await expect(panel.getByLabel(field, { exact: true })).toBeVisible()
      }
      await expect(page.locator('button[aria-expanded=true]')).toHaveText([name])
      await expectNoAxeViolations(page)
    }
    await page.getByRole('button', { name: '刪除帳號' }).click()
    await expect(page.locator('main button[aria-expanded=true]')).toHaveCount(0)
  })

  await test.step('a profile that the provider refuses leaves a quiet line', async () => {
    const panel = await openPanel(page, '編輯個人資料')
    await panel.getByLabel('大頭照網址').fill('ftp://example.com/ming.webp')
    await panel.getByRole('button', { name: '儲存變更' }).click()
    await expect(panel.getByText(inlineError)).toBeVisible()
    await expectNoToast(page)
    await expectNoAxeViolations(page)
    await panel.getByLabel('大頭照網址').fill('https://example.com/ming.webp')
    await panel.getByRole('button', { name: '儲存變更' }).click()
    await expect(page.getByText('個人資料已更新')).toBeVisible()
    await expect(panel.getByText(inlineError)).toBeHidden()
  })

  await test.step('the profile is saved once something is changed', async () => {
    await page.reload()
    const panel = await openPanel(page, '編輯個人資料')
    const save = panel.getByRole('button', { name: '儲存變更' })
    await expect(save).toBeDisabled()
    await panel.getByLabel('暱稱').fill('林')
    await expect(save).toBeEnabled()
    await panel.getByLabel('暱稱').fill('')
    await expect(save).toBeDisabled()
    const photo = new URL('/favicon.svg', page.url()).href
    await panel.getByLabel('大頭照網址').fill(photo)
    await expect(save).toBeEnabled()
    await panel.getByLabel('暱稱').fill('林小春')
    await save.click()
    await expect(page.getByText('個人資料已更新')).toBeVisible()
    await expect(save).toBeDisabled()

    await page.reload()
    await expect(page.getByText('林小春')).toBeVisible()
    await expect(page.getByRole('img', { name: '大頭照' })).toHaveAttribute('src', photo)
    await openPanel(page, '編輯個人資料')
    await expect(panel.getByLabel('暱稱')).toHaveValue('林小春')
    await panel.getByLabel('暱稱').fill('')
    await panel.getByLabel('大頭照網址').fill('')
    await save.click()
    await expect(page.getByText('個人資料已更新')).toBeVisible()
    await page.reload()
    await expect(page.getByText('尚未設定暱稱')).toBeVisible()
    await expect(page.getByRole('img', { name: '大頭照' })).toHaveCount(0)
  })
})

test('C11 MEMBER-07 VALID-27 ERROR-18 the password is changed by who knows the old one', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await openAsMember(page, member)
  const panel = await openPanel(page, '修改密碼')
  const submit = panel.getByRole('button', { name: '更新密碼' })
  const [old, next] = [panel.getByLabel('舊密碼'), panel.getByLabel('新密碼')]
  await expect(submit).toBeDisabled()
  await old.fill('not-mine-1')
  await expect(submit).toBeDisabled()
  await next.fill('FROST2')
  await submit.click()
  await expect(next).toHaveAccessibleDescription(/需英文和數字六碼以上，密碼格式有誤/)
  await next.fill('new-frost-2')
  await submit.click()
  await expect(panel.getByText(inlineError)).toBeVisible()
  await expectNoToast(page)

  await old.fill(member.password)
  await submit.click()
  await expect(page.getByText('密碼已更新')).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.reload()
  await expect(page.getByText(member.email)).toBeVisible()
  await page.getByRole('button', { name: '登出' }).click()
  await expect(page).toHaveURL(/memberLogin$/)

  await tryToSignIn(page, member)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    '登入失敗，信箱或密碼錯誤，請再次確認',
  )
  await tryToSignIn(page, { ...member, password: 'new-frost-2' })
  await expect(page).toHaveURL(/#\/main\/member$/)
})

test('C11 MEMBER-08 MEMBER-09 MEMBER-10 ERROR-19 the account is deleted with the password', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await page.clock.install()
  await openAsMember(page, member)
  const panel = await openPanel(page, '刪除帳號')
  const submit = panel.getByRole('button', { name: '確認刪除' })
  await expect(submit).toBeDisabled()
  await panel.getByLabel('密碼', { exact: true }).fill('not-mine-1')
  await submit.click()
  await expect(panel.getByText(inlineError)).toBeVisible()
  await expectNoToast(page)
  await page.reload()
  await expect(page.getByText(member.email)).toBeVisible()

  await openPanel(page, '刪除帳號')
  await panel.getByLabel('密碼', { exact: true }).fill(member.password)
  await pauseClock(page)
  await submit.click()
  await runClockUntil(page, page.getByText('帳號已刪除'))
  await page.clock.runFor(3000 - 2 * stepMs)
  await expect(page).toHaveURL(/#\/main\/member$/)
  await page.clock.runFor(2 * stepMs)
  await expect(page).toHaveURL(/#\/(main\/memberLogo)?$/)
  await page.clock.resume()

  await tryToSignIn(page, member)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    '登入失敗，信箱或密碼錯誤，請再次確認',
  )
})
