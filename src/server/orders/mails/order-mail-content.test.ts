import { describe, expect, it } from 'vitest'
import { type OrderMailKind, orderMailKinds } from '#contract/order-states.ts'
import { defaultSettings, emptyShop } from '#contract/settings.ts'
import type { KeptShipping } from '../../db/tables/orders.ts'
import { mailSender } from '../../mail/compose-mail.ts'
import type { StoredParcel } from '../fulfilment/parcel-wire.ts'
import { composeOrderMail } from './order-mail-content.ts'

const link = 'https://shop.example/#/main/order/-P71order'
const line = (title: string, qty: number, price = 400) => ({
  qty,
  total: qty * price,
  product: { title, price },
})
const order = {
  id: '-P71order',
  number: '261122-7',
  name: '王小明',
  total: 1_400,
  cancelReason: null,
  paymentMethod: null,
  expiresAt: null,
  isPayable: true,
  chargeKind: 'charge',
  shippingFee: 0,
} as const
const shop = mailSender(defaultSettings)
const { mail: texts } = defaultSettings
const look = { shop, texts }
const told = { order, lines: [line('青瓷杯', 3), line('木砧板', 1, 200)], refunded: 600, link }
const parcel = {
  parcel: { carrier: 'tcat', trackingNumber: '9012-34' },
  contents: [{ title: '青瓷杯', qty: 2 }],
} as StoredParcel

describe('the mail of an order', () => {
  it.each([
    ['placed', '訂單成立'],
    ['extended', '訂單保留到 '],
    ['paid', '付款完成'],
    ['shipped', '商品已出貨'],
    ['rest_closed', '部分商品不出貨'],
    ['cancelled', '訂單已取消'],
    ['refunded', '退款完成'],
  ] as const)(
    '(ORDERLIFE-28) (ORDERLIFE-29) of %s has number, lines, amount, link and the warning',
    (kind, words) => {
      const mail = composeOrderMail(kind, told, look)
      expect(mail.subject).toBe(`MinMin 團購：${words}（261122-7）`)
      expect(mail.text).not.toContain('（-P71order）')
      for (const body of [mail.text, mail.html]) {
        for (const part of ['261122-7', '青瓷杯 × 3', '木砧板 × 1', 'NT$1,400', link]) {
          expect(body).toContain(part)
        }
        expect(body).toContain('我們不會來電要求您操作 ATM 或變更付款設定')
      }
      const tellsWithdrawal = kind === 'placed' || kind === 'shipped'
      expect(mail.text.includes('七天')).toBe(tellsWithdrawal)
    },
  )

  it("leads to the owner's own page about returns in place of the shop's sentence (DOOR-08)", () => {
    const returns = { label: '生鮮退換', link: 'https://shop.example/main/page/fresh' }
    const { text } = composeOrderMail('placed', told, { ...look, returns })
    expect(text).toContain('退貨與換貨請看「生鮮退換」：https://shop.example/main/page/fresh')
    expect(text).not.toContain('七天')
  })

  it('says where to transfer to, while there is something to pay (DOOR-19)', () => {
    const paid = { ...look, account: '西螺鎮農會 950\n戶名 林大禾' }
    const isTold = (kind: OrderMailKind, isPayable: boolean) =>
      composeOrderMail(kind, { ...told, order: { ...order, isPayable } }, paid).text.includes(
        '匯款帳號：西螺鎮農會 950，戶名 林大禾',
      )
    expect(orderMailKinds.filter((kind) => isTold(kind, true))).toEqual(['placed', 'extended'])
    expect(isTold('placed', false)).toBe(false)
  })

  it('(ORDERLIFE-29) has the price of each line, shipping, discount and total, under a heading', () => {
    const priced = {
      ...told,
      order: { ...order, total: 1_340, shippingFee: 80 },
      lines: told.lines.map((one) => ({ ...one, coupon: { code: 'frost<' } })),
    }
    const { text, html } = composeOrderMail('placed', priced, look)
    const rows = [
      '青瓷杯 × 3（單價 NT$400）　NT$1,200',
      '木砧板 × 1　NT$200',
      '小計　NT$1,400',
      '優惠（frost<）　−NT$140',
      '運費　NT$80',
      '總計　NT$1,340',
    ]
    expect(text.startsWith('訂單成立\n\n')).toBe(true)
    expect(text).toContain(rows.join('\n'))
    expect(html.match(/<h2 .*?>(.*?)<\/h2>/)?.[1]).toBe('訂單成立')
    expect(html.match(/<tr><td (?!style="padding:32px).*?<\/tr>/g)).toHaveLength(rows.length)
    expect(html).toContain('優惠（frost&lt;）')
    const plain = composeOrderMail('placed', told, look).text
    expect(plain).not.toMatch(/小計|優惠|運費/)
  })

  it('of a shop without address and telephone has no empty line for them (DOOR-20)', () => {
    const bare = mailSender({ ...defaultSettings, shop: emptyShop })
    expect(composeOrderMail('paid', told, { ...look, shop: bare }).text).toMatch(
      /\n\nMinMin 團購\n$/,
    )
  })

  it('(ORDERLIFE-29) tells carrier, number and content of its parcel, and the refunded amount', () => {
    const { text } = composeOrderMail('shipped', { ...told, parcel }, look)
    expect(text).toContain('物流公司：黑貓宅急便\n\n貨運單號：9012-34')
    expect(text).toContain('青瓷杯 × 2')
    expect(text).not.toContain('木砧板')
    expect(composeOrderMail('refunded', told, look).text).toContain('NT$600')
  })

  it.each([
    ['authorise', true, '請在 15 分鐘內完成刷卡授權，成團後才會扣款'],
    ['authorise', false, '刷卡已授權，成團後才會扣款'],
    ['charge', false, '成團前不需付款'],
  ] as const)(
    'of a place in a group to %s (payable: %s) says: %s',
    (chargeKind, isPayable, words) => {
      const place = { ...order, chargeKind, isPayable }
      expect(composeOrderMail('placed', { ...told, order: place }, look).text).toContain(words)
    },
  )

  it('(ORDERLIFE-33) names the pieces that are not shipped, and no others', () => {
    const leftOut = [{ title: '<b>木砧板</b>', qty: 1 }]
    const { text, html } = composeOrderMail('rest_closed', { ...told, leftOut }, look)
    expect(text).toContain('未出貨：<b>木砧板</b> × 1')
    expect(html).toContain('未出貨：&lt;b&gt;木砧板&lt;/b&gt; × 1')
    expect(text).not.toContain('青瓷杯')
  })

  it.each(orderMailKinds)(
    '(ORDERLIFE-29) of %s has markup and control characters as text',
    (kind) => {
      const evil = `<b>杯</b>"'&\r\nBcc: a@b.example\u202egnp`
      const { subject, text, html } = composeOrderMail(
        kind,
        { ...told, order: { ...order, cancelReason: evil }, lines: [line(evil, 1)] },
        look,
      )
      expect(html).not.toContain('<b>')
      expect(html).toContain('&lt;b&gt;杯&lt;/b&gt;&quot;&#39;&amp; Bcc: a@b.example gnp × 1')
      for (const part of [subject, text, html]) expect(part).not.toMatch(/[\u202e\r]/)
      expect(text).not.toMatch(/^Bcc/m)
    },
  )

  it('(ORDERLIFE-29) of a cancelled order has its reason as text', () => {
    const cancelled = { ...order, cancelReason: '<i>缺貨</i>\n下次\u2066見' }
    const { text, html } = composeOrderMail('cancelled', { ...told, order: cancelled }, look)
    expect(text).toContain('取消原因：<i>缺貨</i> 下次 見')
    expect(html).toContain('&lt;i&gt;缺貨&lt;/i&gt; 下次 見')
  })

  it.each([
    ['王小明', '王小明'],
    ["O'Neil J.R.", "O'Neil J.R."],
    ['領獎 https://evil.example', '顧客'],
    ['到 evil.example 領獎', '顧客'],
    ['evil。example', '顧客'],
    ['您中獎了'.repeat(11), '顧客'],
  ])('names %s as %s: a stranger may have typed it (MEND-93)', (name, shown) => {
    const own = {
      ...look,
      texts: { ...texts, paid: { subject: '{訂購人}', text: '{訂購人}您好' } },
    }
    const { subject, text } = composeOrderMail('paid', { ...told, order: { ...order, name } }, own)
    expect(subject).toBe(shown)
    expect(text).toContain(`\n${shown}您好\n`)
  })

  it.each([
    ['card', '信用卡'],
    ['transfer', '銀行轉帳'],
  ])('tells what was paid by with %s (SETTING-13)', (paymentMethod, word) => {
    const own = {
      ...look,
      texts: { ...texts, paid: { subject: '收到', text: '以{付款方式}收到' } },
    }
    const { text } = composeOrderMail('paid', { ...told, order: { ...order, paymentMethod } }, own)
    expect(text).toContain(`以${word}收到`)
  })

  it('of a paid order says that the leader hands out, unless the owner has other words', () => {
    const shipping = { kind: 'leader', name: '團主發放' } as const
    const handedOut = { ...told, order: { ...order, shipping } }
    expect(composeOrderMail('paid', told, look).text).toContain('接下來會備貨並寄出')
    const { text } = composeOrderMail('paid', handedOut, look)
    expect(text).toContain('接下來會備貨，由團主發放')
    expect(text).not.toContain('寄出')
    const own = { ...look, texts: { ...texts, paid: { subject: '收到', text: '收到款項' } } }
    expect(composeOrderMail('paid', handedOut, own).text).toContain('收到款項')
  })

  it('names the method, and tells where and when goods are picked up', () => {
    const place = { name: '中山店', address: '臺北市中山區', hours: '12:00–20:00' }
    const pickedUp = { kind: 'place', name: '門市自取', place } as const
    const mailOf = (kind: OrderMailKind, shipping: KeptShipping) =>
      composeOrderMail(kind, { ...told, order: { ...order, shipping } }, look)
    const sent = mailOf('placed', { kind: 'home', name: '低溫宅配' })
    expect(sent.text).toContain('配送方式：低溫宅配')
    expect(sent.text).not.toContain('取貨')
    const ready = mailOf('shipped', pickedUp)
    expect(ready.subject).toBe('MinMin 團購：商品已備妥，可以取貨（261122-7）')
    expect(ready.text).toContain('取貨地點：中山店，臺北市中山區，12:00–20:00')
    expect(ready.text).not.toContain('寄出')
    expect(mailOf('cancelled', pickedUp).text).not.toContain('取貨地點')
  })

  it('stays plain, complete and signed, whatever the owner writes (SETTING-15)', () => {
    const evil = '<b>粗</b>\r\nBcc: a@b.example\u202e'
    const own = { subject: `${evil}{訂購人}`, text: `${evil}\n{訂購人}\n{取消原因}` }
    const named = {
      ...shop,
      name: '<i>小農</i>',
      legal_name: '小農有限公司',
      tax_id: '04595257',
      address: '台北市 <1> 號',
    }
    const signed = { shop: named, texts: { ...texts, placed: own } }
    const person = { ...order, name: `<script>${evil}` }
    const mail = composeOrderMail('placed', { ...told, order: person }, signed)
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/)
    expect(mail.html).not.toMatch(/<b>|<i>|<script|<1>/)
    expect(mail.text).not.toMatch(/[\r\u202e]|^Bcc: .*\S\n(?!\n)/m)
    for (const part of [
      '261122-7',
      '青瓷杯 × 3',
      'NT$1,400',
      link,
      '七天',
      '小農有限公司',
      '04595257',
    ]) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
    expect(mail.text).toContain('我們不會來電要求您操作 ATM 或變更付款設定')
  })
})
