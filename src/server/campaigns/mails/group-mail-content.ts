import type { CampaignMoney, Delivery } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'
import type { LeaderPayWays } from '../../db/tables/groups.ts'
import { readersTitle, type Titled } from '../../http/readers-texts.ts'
import { composeMail, type MailSender } from '../../mail/compose-mail.ts'
import type { MailContent } from '../../mail/outbox.ts'
import { fraud, plainLine, transferLines } from '../../orders/mails/order-mail-content.ts'

export const groupMailKinds = [
  'reached',
  'succeeded',
  'captured',
  'payment_reminder',
  'failed',
  'cancelled',
  'extended',
  'capture_failed',
  'leader',
  'fewer',
  'delayed',
] as const
export type GroupMailKind = (typeof groupMailKinds)[number]

/** Details that all participants of one mailing share. */
export interface GroupMailDetail {
  /** Why it was cancelled, or extended. */
  reason?: string
  /** The group succeeded without these places. */
  isLeftOut?: boolean
  /** Because their members had not proved their mailboxes. */
  isUnproved?: boolean
  /** The end of before and of now, of an extension. */
  from?: Date
  to?: Date
  /** Which extension or delay of its campaign. */
  nth?: number
  /** Days on which the goods were and are expected to leave, `2026-12-10`. */
  fromDay?: string | null
  toDay?: string
  /** Products of which less came than was ordered; the refund is in whole NT$. */
  pieces?: readonly (Titled & { ordered: number; given: number })[]
  refund?: number
  /** The run of which it is: it waits until that cannot be undone any more. */
  runId?: string | undefined
}

export interface GroupMailTold extends GroupMailDetail {
  title: string
  code: string
  orderId: string
  money: CampaignMoney
  delivery: Delivery
  /** After success the leader is paid, by these ways. */
  paysLeader?: boolean
  payWays?: LeaderPayWays | null
  /** Still to be paid to the leader, in whole NT$. */
  toLeader?: number
  /** `2026-12-10` */
  shipsOn?: string | null
  /** Of an order that is sent before it is paid: where the money is still to be given. */
  owes?: 'store' | 'leader' | undefined
  /** In whole NT$: the final amount, or the ceiling before it is known. */
  total: number
  /** The end of the order. */
  payBy: Date | null
  /** Where the shop is. */
  base: string
  shop: MailSender
  /** The account that members transfer to, of a shop that is paid in no other way. */
  account?: string
}

/** Mail to a participant about one step of a group. */
export function composeGroupMail(kind: GroupMailKind, told: GroupMailTold): MailContent {
  const title = plainLine(told.title)
  const { subject, lines } = wordsOf(kind, told)
  const isToShip = told.shipsOn && shippingKinds.has(kind)
  return composeMail({
    shop: told.shop,
    subject: t('{name}：{subject}（{title}）', { name: told.shop.name, subject, title }),
    lines: [
      ...lines,
      ...(paymentKinds.has(kind) ? payLines(told) : []),
      t('團購：{title}', { title }),
      ...(isToShip ? [t('預計出貨：{day}', { day: told.shipsOn?.replaceAll('-', '/') })] : []),
    ],
    action: actionOf(kind, told),
    closing: t(fraud),
  })
}

/** The mail to a member whom the shop names as leader; the member may have no place in the group. */
export function composeNamedLeaderMail(
  told: Pick<GroupMailTold, 'title' | 'code' | 'base' | 'shop'>,
): MailContent {
  const title = plainLine(told.title)
  return composeMail({
    shop: told.shop,
    subject: t('{name}：{leaderSubject}（{title}）', {
      name: told.shop.name,
      leaderSubject: t(leaderSubject),
      title,
    }),
    lines: [
      t('您好，本店指定您為這個團的團主，{leaderHint}', { leaderHint: t(leaderHint) }),
      t('團購：{title}', { title }),
    ],
    action: consoleAction(told),
    closing: t(fraud),
  })
}

const leaderSubject = '您已成為團主'
const leaderHint = '可以在「我的團」查看跟團的人與數量。'

function consoleAction({ base, code }: Pick<GroupMailTold, 'base' | 'code'>) {
  return { label: t('我的團'), link: `${base}/main/member/groups/${code}` }
}

function actionOf(kind: GroupMailKind, told: GroupMailTold) {
  const { base, orderId, code } = told
  if (paymentKinds.has(kind) && told.paysLeader) {
    return { label: t('查看付款方式'), link: `${base}/main/cart/pay/${orderId}` }
  }
  if (paymentKinds.has(kind))
    return { label: t('前往付款'), link: `${base}/main/cart/pay/${orderId}` }
  if (kind === 'leader') return consoleAction(told)
  if (kind === 'delayed') return { label: t('選擇繼續等或退款'), link: `${base}/g/${code}` }
  return { label: t('查看團購'), link: `${base}/g/${code}` }
}

function payLines({ paysLeader, payWays, account = '' }: GroupMailTold): string[] {
  return paysLeader ? payWayLines(payWays) : transferLines(account)
}

/** In the leader's own words. */
function payWayLines(ways: LeaderPayWays | null | undefined): string[] {
  const { cash, transfer, line_pay } = ways ?? {}
  return [
    ...(cash ? [t('現金：{text}', { text: plainLine(cash) })] : []),
    ...(transfer ? [t('轉帳：{text}', { text: plainLine(transfer) })] : []),
    ...(line_pay ? [t('LINE Pay：{text}', { text: plainLine(line_pay) })] : []),
  ]
}

const paymentKinds: ReadonlySet<GroupMailKind> = new Set([
  'succeeded',
  'payment_reminder',
  'capture_failed',
])

/** Mails to members whose goods will be sent. */
const shippingKinds: ReadonlySet<GroupMailKind> = new Set(['reached', 'succeeded', 'captured'])

function wordsOf(kind: GroupMailKind, told: GroupMailTold): { subject: string; lines: string[] } {
  const sum = formatMoney(told.total)
  const payBy = told.payBy ? taipeiTime(told.payBy) : ''
  const reason = told.reason ? plainLine(told.reason) : ''
  const delivery = told.delivery === 'leader' ? t('，由團主發放') : t('並寄出')
  switch (kind) {
    case 'reached':
      return {
        subject: t('已達成團門檻'),
        lines: [
          t('您好，您跟的團已達成團門檻。最終單價依截止時的份數計算，截止後會再通知您。'),
          t('最高金額：{sum}', { sum }),
        ],
      }
    case 'succeeded':
      if (told.paysLeader) {
        return {
          subject: t('已成團，請付款給團主'),
          lines: [
            t('您好，您跟的團已成團，請依團主說明的方式付款給團主。'),
            t('應付金額：{sum}', { sum }),
          ],
        }
      }
      return {
        subject: t('已成團，請於 {payBy} 前付款', { payBy }),
        lines: [
          t('您好，您跟的團已成團，請於 {payBy} 前付款，逾期未付款名額將失效。', { payBy }),
          t('應付金額：{sum}', { sum }),
        ],
      }
    case 'captured':
      return {
        subject: t('已成團，已扣款 {sum}', { sum }),
        lines: [
          t('您好，您跟的團已成團，已依最終單價扣款 {sum}，接下來會備貨{delivery}。', {
            sum,
            delivery,
          }),
        ],
      }
    case 'payment_reminder':
      if (told.paysLeader) {
        return {
          subject: t('付款提醒'),
          lines: [
            t('您好，您跟的團已成團，團主還沒有收齊您的款項，請依團主說明的方式付款給團主。'),
            t('尚未付：{amount}', { amount: formatMoney(told.toLeader ?? told.total) }),
          ],
        }
      }
      return {
        subject: t('付款提醒'),
        lines: [
          t('您好，您跟的團已成團，尚未收到您的款項，請於 {payBy} 前付款，逾期未付款名額將失效。', {
            payBy,
          }),
          t('應付金額：{sum}', { sum }),
        ],
      }
    case 'failed':
      return failureWords(told)
    case 'cancelled':
      return {
        subject: t('團購已取消'),
        lines: [t('您好，您跟的團購已取消。取消原因：{reason}', { reason })],
      }
    case 'extended':
      return { subject: t('團購已延長'), lines: extensionLines(told, reason) }
    case 'capture_failed':
      return {
        subject: t('扣款失敗，請改用其他方式付款'),
        lines: [
          t('您好，您跟的團已成團，但刷卡扣款失敗，請於 {payBy} 前改用其他方式付款。', { payBy }),
          t('應付金額：{sum}', { sum }),
        ],
      }
    case 'delayed':
      return delayWords(told, reason)
    case 'fewer':
      return { subject: t('到貨數量不足，已調整您的訂單'), lines: fewerLines(told) }
    case 'leader':
      return {
        subject: t(leaderSubject),
        lines: [
          t('您好，原團主已離開，您現在是這個團的團主，{leaderHint}', {
            leaderHint: t(leaderHint),
          }),
        ],
      }
  }
}

const owedLines = {
  store: ['還沒有付款，取貨時請付調整後的金額。'],
  leader: ['請付給團主調整後的金額；已經多付給團主的部分，由團主退還。'],
}

function fewerLines({ pieces = [], refund = 0, total, owes }: GroupMailTold): string[] {
  const back = refund > 0 ? t('，差額會退還給您') : ''
  return [
    t('您好，您跟的團已到貨，但廠商到貨的數量比訂購的少，您的訂單已依到貨數量調整{back}。', {
      back,
    }),
    ...pieces.map(({ ordered, given, ...product }) =>
      t('{title}：訂購 {ordered}，到貨 {given}', {
        ...{ title: plainLine(readersTitle(product)), ordered, given },
      }),
    ),
    t('調整後金額：{total}', { total: formatMoney(total) }),
    ...(refund > 0 ? [t('退款金額：{refund}', { refund: formatMoney(refund) })] : []),
    ...(owes ? owedLines[owes] : []),
  ]
}

function delayWords({ fromDay, toDay = '' }: GroupMailDetail, reason: string) {
  const day = toDay.replaceAll('-', '/')
  const first = fromDay
    ? t('您好，您跟的團延後出貨：原訂 {before} 出貨，改為 {day} 出貨。', {
        before: fromDay.replaceAll('-', '/'),
        day,
      })
    : t('您好，您跟的團預計 {day} 才能出貨。', { day })
  return {
    subject: t('延後至 {day} 出貨', { day }),
    lines: [
      first,
      t('原因：{reason}', { reason }),
      t('可以到團購頁面選擇「繼續等」或「退款」；沒有選擇的話，會照新的日期出貨。'),
    ],
  }
}

function failureWords({ money, isLeftOut, isUnproved }: GroupMailTold): {
  subject: string
  lines: string[]
} {
  const charged = money === 'authorise_capture' ? t('刷卡授權已取消') : t('沒有收取任何款項')
  return isLeftOut
    ? {
        subject: t('已成團，您的份數未列入'),
        lines: [
          t('您好，您跟的團已成團，但{part}您的份數未列入成團的份數，{charged}。', {
            part: isUnproved ? t('截止前沒有驗證電子信箱，') : '',
            charged,
          }),
        ],
      }
    : { subject: t('未成團'), lines: [t('您好，您跟的團未成團，{charged}。', { charged })] }
}

function extensionLines({ from, to }: GroupMailDetail, reason: string): string[] {
  return [
    t('您好，您跟的團購已延長：原訂 {from} 截止，改為 {to} 截止。', {
      from: from ? taipeiTime(from) : '',
      to: to ? taipeiTime(to) : '',
    }),
    t('原因：{reason}', { reason }),
    t('如果不想等待，可以在截止前到團購頁面按「退出」。'),
  ]
}
