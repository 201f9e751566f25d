import { formatMoney } from '#contract/money.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'
import type { LineNews } from '../../line-messages/line-outbox.ts'
import { plainLine } from '../../orders/mails/order-mail-content.ts'
import type { PushNews } from '../../push/queue-push.ts'
import type { GroupMailKind, GroupMailTold } from './group-mail-content.ts'

const dayMs = 24 * 60 * 60_000

/** Its one action leads to a page of the shop. */
interface GroupNews extends LineNews {
  lines: readonly [string, ...string[]]
  actions: readonly [{ label: string; link: string }]
}

/** How a group came out, as a message to a participant; undefined for news that only a mail tells. */
export function composeGroupNews(
  kind: GroupMailKind,
  told: Omit<GroupMailTold, 'shop'> & { owner: string },
): GroupNews | undefined {
  const words = wordsOf(kind, told)
  if (!words) return undefined
  const { orderId, owner, base, code, payBy } = told
  const isToPay = words.payLabel !== undefined
  return {
    ...{ owner, orderId, topic: 'outcome' },
    heading: words.heading,
    lines: [t('團購：{title}', { title: plainLine(told.title) }), ...words.lines],
    actions: [
      isToPay
        ? { label: words.payLabel ?? '', link: `${base}/main/cart/pay/${orderId}` }
        : { label: t('查看團購'), link: `${base}/g/${code}` },
    ],
    usefulUntil: isToPay && payBy ? payBy : new Date(Date.now() + 3 * dayMs),
  }
}

/** The same for a locked screen: without amounts and terms. */
export function toPushNews({ heading, lines, actions, ...of }: GroupNews, base: string): PushNews {
  const { owner, orderId, usefulUntil } = of
  const path = actions[0].link.slice(base.length)
  return { owner, orderId, topic: 'outcome', usefulUntil, title: heading, body: lines[0], path }
}

function wordsOf(
  kind: GroupMailKind,
  told: Pick<GroupMailTold, 'total' | 'payBy' | 'paysLeader' | 'isLeftOut' | 'money'>,
): { heading: string; lines: string[]; payLabel?: string } | undefined {
  const sum = formatMoney(told.total)
  const payBy = told.payBy ? taipeiTime(told.payBy) : ''
  const uncharged =
    told.money === 'authorise_capture' ? t('刷卡授權已取消。') : t('沒有收取任何款項。')
  switch (kind) {
    case 'succeeded':
      return told.paysLeader
        ? {
            heading: t('已成團，請付款給團主'),
            lines: [t('應付金額：{sum}', { sum })],
            payLabel: t('查看付款方式'),
          }
        : {
            heading: t('已成團，請付款'),
            lines: [
              t('應付金額：{sum}', { sum }),
              t('請於 {payBy} 前付款，逾期名額將失效。', { payBy }),
            ],
            payLabel: t('前往付款'),
          }
    case 'captured':
      return { heading: t('已成團'), lines: [t('已扣款 {sum}，接下來會備貨。', { sum })] }
    case 'capture_failed':
      return {
        heading: t('已成團，但扣款失敗'),
        lines: [t('應付金額：{sum}', { sum }), t('請於 {payBy} 前改用其他方式付款。', { payBy })],
        payLabel: t('前往付款'),
      }
    case 'failed':
      return told.isLeftOut
        ? { heading: t('已成團，您的份數未列入'), lines: [uncharged] }
        : { heading: t('未成團'), lines: [uncharged] }
    case 'cancelled':
      return { heading: t('團購已取消'), lines: [uncharged] }
    default:
      return undefined
  }
}
