import { expect, test } from 'vitest'
import { brandColors } from '#contract/brand-colors.ts'
import { withWholePictures } from '#contract/markup.ts'
import { defaultSettings } from '#contract/settings.ts'
import {
  adminPasswordChangedMail,
  adminResetMail,
  invitationMail,
  recoveryCodeUsedMail,
  secondFactorLockedMail,
  secondFactorOffMail,
} from './admin-mails.ts'
import { mailSender } from './compose-mail.ts'
import {
  emailChangedMail,
  emailChangeMail,
  passwordChangedMail,
  passwordResetMail,
  verificationMail,
} from './member-mails.ts'

const link = 'https://shop.test/#/main/memberLogin?mode=verifyEmail&oobCode=a-b&lang=zh-TW'
const email = 'ming@example.com'
const shop = mailSender(defaultSettings)

test.each([
  ['verification', verificationMail({ email, link, pin: '012345' }, shop), '驗證電子信箱'],
  ['password reset', passwordResetMail({ email, link }, shop), '重設密碼'],
  ['change of address', emailChangeMail({ email, link }, shop), '確認新的電子信箱'],
])('API-37 the mail of a %s has its link once to press and once to read', (_, mail, label) => {
  const escaped = link.replaceAll('&', '&amp;')
  expect(mail.text).toContain(`${label}：\n${link}\n`)
  expect(mail.html.split(escaped)).toHaveLength(3)
  expect(mail.html).toContain(`<a href="${escaped}"`)
  expect(mail.html).toContain('<html lang="zh-TW">')
  for (const text of [mail.text, mail.html]) expect(text).toContain(email)
})

test('a mail has its subject as its heading, and a code large enough to be read at a glance (DOOR-02)', () => {
  const { html, text } = verificationMail({ email, link, pin: '012345' }, shop)
  expect(html).toMatch(/<h2 [^>]*>請驗證您的電子信箱<\/h2>/)
  expect(html).toMatch(/驗證碼<span style="[^"]*font-size:32px[^"]*">012345<\/span>/)
  expect(text).toContain('驗證碼：012345\n')
})

test('C5 the notices say what happened and to whom, and have nothing to press', () => {
  const changed = passwordChangedMail({ email }, shop)
  expect(changed.subject).toBe('MinMin 團購：您的密碼已變更')
  const moved = emailChangedMail({ email, newEmail: 'new@example.com' }, shop)
  expect(moved.text).toContain('new@example.com')
  for (const { text, html } of [changed, moved]) {
    expect(text).toContain(email)
    expect(html).not.toContain('<a ')
    expect(text).not.toContain('http')
  }
})

test('A5 an address is text in a mail, whatever characters it has', () => {
  const { html, subject } = passwordChangedMail({ email: `"'&<b>@example.com` }, shop)
  expect(html).toContain('&quot;&#39;&amp;&lt;b&gt;@example.com')
  expect(html).not.toContain('<b>')
  expect(subject).not.toContain('@')
})

test('each mail of an account is in the name of the shop, which is text in it (SETTING-07)', () => {
  const own = { ...shop, name: '小農<b>市集', legal_name: '小農有限公司' }
  const username = email
  const mails = [
    verificationMail({ email, link, pin: '012345' }, own),
    passwordResetMail({ email, link }, own),
    emailChangeMail({ email, link }, own),
    passwordChangedMail({ email }, own),
    emailChangedMail({ email, newEmail: 'new@example.com' }, own),
    adminResetMail({ username, link }, own),
    adminPasswordChangedMail({ username }, own),
    invitationMail({ role: '店主', inviter: '小明', link }, own),
    recoveryCodeUsedMail({ username, left: 3 }, own),
    secondFactorLockedMail({ username }, own),
    secondFactorOffMail({ username, isSignedOut: true }, own),
  ]
  for (const { subject, text, html } of mails) {
    expect(subject).toMatch(/^小農<b>市集：/)
    expect(text).toContain('小農<b>市集\n小農有限公司\n')
    expect(html).toContain('小農&lt;b&gt;市集</h1>')
    for (const part of [subject, text, html]) expect(part).not.toContain('MinMin')
    expect(html).not.toContain('<b>')
  }
})

test("the mails wear the shop's own colours, corners and logo, whose address is whole once one leaves (DOOR-10)", () => {
  const logo = `/uploads/${'a'.repeat(32)}-640x160.png`
  const brand = { ...shop.brand, logo, accent: '#ffd400', corner: 'round' as const }
  const own = { ...shop, name: '小農<b>市集', brand }
  const { html, text } = passwordResetMail({ email, link }, own)
  const { fill, 'on-fill': onFill } = brandColors(brand).colors
  expect(html).toContain(`border-radius:14px;background:${fill};color:${onFill}`)
  expect(html).not.toMatch(/#ad4e28/i)
  const picture = `/uploads/${'a'.repeat(32)}-640x160.png" alt="小農&lt;b&gt;市集" width="192" height="48"`
  expect(withWholePictures(html, 'https://shop.test')).toContain(`src="https://shop.test${picture}`)
  for (const part of [html.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), text]) {
    expect(part.split('小農<b>市集').length).toBeGreaterThan(1)
  }
  const forged = passwordResetMail({ email: 'src="/uploads/x', link }, shop)
  expect(withWholePictures(forged.html, 'https://shop.test')).toBe(forged.html)
})
