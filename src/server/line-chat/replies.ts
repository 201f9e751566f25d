import { participationStateLabel } from '#contract/campaign-states.ts'
import { type LineCommand, lineCommands } from '#contract/line-messages.ts'
import { formatMoney } from '#contract/money.ts'
import { orderStateLabels } from '#contract/order-states.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { listCampaigns } from '../campaigns/campaigns.queries.ts'
import { toSummary } from '../campaigns/group-wire.ts'
import { listOwnParticipations } from '../campaigns/participations.queries.ts'
import type { Db } from '../db/connect.ts'
import { memberOwner } from '../http/caller.ts'
import type { Card } from '../line-messages/line-card.ts'
import { readStanding, setAgreement } from '../line-messages/receivers.queries.ts'
import { listOwnOrders } from '../orders/orders.queries.ts'

interface Asker {
  /** Where the shop is. */
  base: string
  /** Undefined: no member signs in by this account of LINE. */
  uid: string | undefined
}

const most = 5
const command = (name: LineCommand) => ({ label: lineCommands[name], command: name })

export async function replyTo(db: Db, name: LineCommand, asker: Asker): Promise<Card> {
  const { base, uid } = asker
  if (name === 'open_groups') return openGroups(db, base)
  if (uid === undefined) return signInFirst(base)
  switch (name) {
    case 'my_orders':
      return myOrders(db, uid, base)
    case 'my_groups':
      return myGroups(db, uid, base)
    case 'notify_on':
      await setAgreement(db, uid, true)
      return {
        heading: '已開啟通知',
        lines: ['成團、到店與出貨時會在這裡通知您，其他消息仍以電子郵件為準。'],
        actions: [command('my_orders'), command('notify_off')],
      }
    case 'notify_off':
      await setAgreement(db, uid, false)
      return {
        heading: '已關閉通知',
        lines: ['之後不會再主動傳訊息給您，仍可以在這裡查詢訂單。'],
        actions: [command('my_orders'), command('notify_on')],
      }
  }
}

/** To somebody who has added the account. */
export async function welcome(db: Db, { base, uid }: Asker): Promise<Card> {
  if (uid === undefined) return signInFirst(base)
  const { isAgreed } = await readStanding(db, uid)
  if (isAgreed) {
    return {
      heading: '歡迎回來',
      lines: ['成團、到店與出貨時會在這裡通知您。'],
      actions: [command('my_orders'), command('my_groups')],
    }
  }
  return {
    heading: '要在 LINE 收到訂單通知嗎？',
    lines: ['開啟後，成團、到店與出貨時會在這裡通知您，隨時可以關閉。'],
    actions: [command('notify_on'), command('my_orders')],
  }
}

function signInFirst(base: string): Card {
  return {
    heading: '請先以 LINE 登入商店',
    lines: ['登入後就能在這裡查詢訂單，也能收到成團、到店與出貨通知。'],
    actions: [{ label: '登入商店', link: `${base}/main/memberLogin` }, command('open_groups')],
  }
}

async function myOrders(db: Db, uid: string, base: string): Promise<Card> {
  const page = { owner: memberOwner(uid), states: null, limit: most, offset: 0 }
  const { rows } = await listOwnOrders(db, page)
  const all = { label: '查看所有訂單', link: `${base}/main/order` }
  if (rows.length === 0) return { heading: lineCommands.my_orders, lines: ['目前沒有訂單。'] }
  return {
    heading: lineCommands.my_orders,
    lines: rows.map(({ order }) => ({
      text: `${order.number}　${orderStateLabels[order.state]}　${formatMoney(order.total)}`,
      link: `${base}/main/order/${order.id}`,
    })),
    actions: [all],
  }
}

async function myGroups(db: Db, uid: string, base: string): Promise<Card> {
  const page = { memberId: uid, code: null, limit: most, offset: 0 }
  const { rows } = await listOwnParticipations(db, page)
  if (rows.length === 0) {
    return {
      heading: lineCommands.my_groups,
      lines: ['目前沒有跟團。'],
      actions: [command('open_groups')],
    }
  }
  return {
    heading: lineCommands.my_groups,
    lines: rows.map(({ participation, campaign, group }) => ({
      text: `${campaign.title}　${participationStateLabel(
        participation.state,
        campaign.money,
        participation.needsProof,
      )}`,
      link: `${base}/g/${group.code}`,
    })),
    actions: [{ label: '查看我的團', link: `${base}/main/member/groups` }],
  }
}

async function openGroups(db: Db, base: string): Promise<Card> {
  const asked = { tab: 'open', productId: undefined, limit: most, offset: 0 } as const
  const { rows } = await listCampaigns(db, asked)
  if (rows.length === 0) {
    return { heading: lineCommands.open_groups, lines: ['目前沒有進行中的團購。'] }
  }
  return {
    heading: `${lineCommands.open_groups}（截至 ${taipeiTime(new Date())}）`,
    lines: rows.map((row) => {
      const { id, code, title, price_now } = toSummary(row, row.group, base)
      return {
        text: `${title}　${formatMoney(price_now)}`,
        link: code === undefined ? `${base}/main/groups/detail/${id}` : `${base}/g/${code}`,
      }
    }),
    actions: [{ label: '查看所有團購', link: `${base}/main/groups` }],
  }
}
