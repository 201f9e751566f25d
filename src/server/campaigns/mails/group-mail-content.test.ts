import { expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { runIn } from '../../http/language.ts'
import { mailSender } from '../../mail/compose-mail.ts'
import { composeGroupMail, groupMailKinds } from './group-mail-content.ts'

const told = {
  title: '青瓷杯',
  code: 'ABCDEFGH',
  orderId: '-P71order',
  money: 'pay_after_success',
  delivery: 'each',
  total: 1_400,
  payBy: null,
  base: 'https://shop.example',
  shop: mailSender(defaultSettings),
} as const

it.each(groupMailKinds)('%s leads to a path (PATH-21)', (kind) => {
  const { html, text } = composeGroupMail(kind, told)
  const [address = ''] = /https:\/\/shop\.example\S+/.exec(text) ?? []
  expect([
    'https://shop.example/main/cart/pay/-P71order',
    'https://shop.example/main/member/groups/ABCDEFGH',
    'https://shop.example/g/ABCDEFGH',
  ]).toContain(address)
  expect(html).toContain(`href="${address}"`)
})

it('names what came in a smaller number in the language of the mail (OPEN-05)', () => {
  const pieces = [{ title: '高山茶', titleInEnglish: 'Mountain tea', ordered: 3, given: 1 }]
  const mailIn = (language: 'zh' | 'en') =>
    runIn(language, () => composeGroupMail('fewer', { ...told, pieces })).text
  expect(mailIn('zh')).toContain('高山茶：訂購 3，到貨 1')
  expect(mailIn('en')).toContain('Mountain tea: 3 ordered, 1 arrived')
})

it('mails of a group that goes on name the day on which goods are expected to leave', () => {
  const dated = groupMailKinds.filter((kind) =>
    composeGroupMail(kind, { ...told, shipsOn: '2026-12-10' }).text.includes(
      '預計出貨：2026/12/10',
    ),
  )
  expect(dated).toEqual(['reached', 'succeeded', 'captured'])
  expect(composeGroupMail('succeeded', told).text).not.toContain('預計出貨')
})
