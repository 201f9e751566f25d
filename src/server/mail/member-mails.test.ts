import { expect, test } from 'vitest'
import {
  emailChangedMail,
  emailChangeMail,
  passwordChangedMail,
  passwordResetMail,
  verificationMail,
} from './member-mails.ts'

const link = 'https://shop.test/#/main/memberLogin?mode=verifyEmail&oobCode=a-b&lang=zh-TW'
const email = 'ming@example.com'

test.each([
  ['verification', verificationMail({ email, link }), '驗證電子信箱'],
  ['password reset', passwordResetMail({ email, link }), '重設密碼'],
  ['change of address', emailChangeMail({ email, link }), '確認新的電子信箱'],
])('API-37 the mail of a %s has its link once to press and once to read', (_, mail, label) => {
  const escaped = link.replaceAll('&', '&amp;')
  expect(mail.text).toContain(`${label}：\n${link}\n`)
  expect(mail.html.split(escaped)).toHaveLength(3)
  expect(mail.html).toContain(`<a href="${escaped}"`)
  expect(mail.html).toContain('<html lang="zh-TW">')
  for (const text of [mail.text, mail.html]) expect(text).toContain(email)
})

test('C5 the notices say what happened and to whom, and have nothing to press', () => {
  const changed = passwordChangedMail({ email })
  expect(changed.subject).toBe('MinMin 團購：您的密碼已變更')
  const moved = emailChangedMail({ email, newEmail: 'new@example.com' })
  expect(moved.text).toContain('new@example.com')
  for (const { text, html } of [changed, moved]) {
    expect(text).toContain(email)
    expect(html).not.toContain('<a ')
    expect(text).not.toContain('http')
  }
})

test('A5 an address is text in a mail, whatever characters it has', () => {
  const { html, subject } = passwordChangedMail({ email: `"'&<b>@example.com` })
  expect(html).toContain('&quot;&#39;&amp;&lt;b&gt;@example.com')
  expect(html).not.toContain('<b>')
  expect(subject).not.toContain('@')
})
