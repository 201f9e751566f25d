import type { Permission } from '#contract/permissions.ts'
import type { WebhookEvent } from '#contract/webhook-events.ts'

/** Of those that a key may have; a newer one is shown by its name. */
const permissionLabels: Partial<Record<Permission, string>> = {
  'catalog.read': '查看商品、分類、公告與頁面',
  'catalog.write': '管理商品、分類、公告與頁面',
  'stock.write': '調整庫存',
  'coupon.write': '管理優惠券',
  'campaign.write': '管理團購',
  'order.read': '查看訂單',
  'person.read': '查看顧客的姓名、電話與地址',
  'money.read': '查看金額',
  'order.write': '變更與取消訂單',
  'order.ship': '備貨、出貨與發放取貨',
  'payment.record': '登記收款',
  'refund.write': '退款',
  'customer.read': '查看顧客列表',
  'customer.write': '變更顧客的標籤與備註',
  'report.read': '查看報表',
  'setting.read': '查看設定',
  'setting.write': '變更設定（收款、信件與帳號等設定除外）',
  'audit.read': '查看操作紀錄',
}

export const permissionLabel = (permission: string) =>
  permissionLabels[permission as Permission] ?? permission

interface EventGroup {
  title: string
  events: readonly { name: WebhookEvent; label: string }[]
}

export const eventGroups: readonly EventGroup[] = [
  {
    title: '訂單',
    events: [
      { name: 'order.placed', label: '成立訂單' },
      { name: 'order.changed', label: '變更內容' },
      { name: 'order.cancelled', label: '取消' },
      { name: 'order.completed', label: '完成' },
      { name: 'order.returned', label: '退貨' },
    ],
  },
  {
    title: '付款',
    events: [
      { name: 'order.paid', label: '付款完成' },
      { name: 'order.balance_paid', label: '補款完成' },
      { name: 'order.unpaid', label: '撤銷付款' },
      { name: 'payment.failed', label: '請款失敗' },
      { name: 'refund.done', label: '退款完成' },
    ],
  },
  {
    title: '包裹',
    events: [
      { name: 'order.shipped', label: '出貨' },
      { name: 'order.at_store', label: '到店' },
      { name: 'order.delivered', label: '送達' },
    ],
  },
  {
    title: '發票',
    events: [
      { name: 'invoice.issued', label: '開立' },
      { name: 'invoice.voided', label: '作廢' },
      { name: 'allowance.issued', label: '折讓' },
    ],
  },
  {
    title: '團購',
    events: [
      { name: 'campaign.opened', label: '開團' },
      { name: 'campaign.ended', label: '收單' },
      { name: 'campaign.cancelled', label: '取消團購' },
      { name: 'group.reached', label: '達到門檻' },
      { name: 'group.fell_short', label: '又低於門檻' },
      { name: 'group.succeeded', label: '成團' },
      { name: 'group.failed', label: '未成團' },
      { name: 'group.cancelled', label: '取消一團' },
    ],
  },
  { title: '庫存', events: [{ name: 'stock.changed', label: '庫存異動' }] },
]

const eventLabels = new Map<string, string>([
  ...eventGroups.flatMap(({ title, events }) =>
    events.map(({ name, label }) => [name, `${title}：${label}`] as const),
  ),
  ['webhook.test', '測試'],
])

export const eventLabel = (event: string) => eventLabels.get(event) ?? event
