import type { AuditAction } from './audit.ts'
import type { AuditEntry } from './audit-log.ts'
import { roleLabels, roles } from './permissions.ts'

/** An entry as a row of a list. */
export type AuditRow = Omit<AuditEntry, 'id'> & { id: string }

/** Who did it, with the role of then. */
export function actorOf({ actor }: Pick<AuditEntry, 'actor'>): string {
  const role = roles.find((one) => one === actor.role)
  return role ? `${actor.name}（${roleLabels[role]}）` : actor.name
}

export const auditActionLabels: Record<AuditAction, string> = {
  'product.create': '新增產品',
  'product.update': '變更產品',
  'product.archive': '刪除產品',
  'stock.update': '調整庫存',
  'stock.close': '改為不限量',
  'stock.count': '盤點',
  'coupon.create': '新增優惠券',
  'coupon.update': '變更優惠券',
  'coupon.archive': '刪除優惠券',
  'order.create': '新增訂單',
  'order.update': '變更訂單',
  'order.prepare': '開始備貨',
  'order.ship': '出貨',
  'order.change_parcel': '變更包裹',
  'order.cancel': '取消訂單',
  'order.return': '登記退貨',
  'order.note': '新增備註',
  'order.mail': '重寄信件',
  'refund.create': '建立退款',
  'refund.complete': '完成退款',
  'refund.retry': '重試退款',
  'refund.by_hand': '改為人工退款',
  'order.archive': '刪除訂單',
  'order.restore': '還原訂單',
  'article.create': '新增公告',
  'article.update': '修改公告',
  'article.archive': '刪除公告',
  'trash.restore': '還原刪除的資料',
  'order.archive_all': '刪除所有訂單',
  'order.print': '列印出貨文件',
  'reconciliation.resolve': '處理對帳差異',
  'payment.query': '向金流查詢付款',
  'settlement.import': '匯入對帳檔',
  'campaign.create': '新增團購',
  'campaign.update': '變更團購',
  'campaign.archive': '刪除團購',
  'campaign.copy': '複製團購',
  'campaign.publish': '發布團購',
  'campaign.unpublish': '改回草稿',
  'campaign.close': '提前結束團購',
  'campaign.extend': '延長團購',
  'campaign.cancel': '取消團購',
  'campaign.leaders': '指定可開團的團主',
  'campaign.supplier_order': '產生叫貨單',
  'campaign.receipt': '登記到貨',
  'group.close': '提前結束一團',
  'group.cancel': '取消一團',
  'group.leader': '更換團主',
  'group.shortfall': '處理團購短缺',
  'commission.payout': '支付團主分潤',
  'member.pardon': '解除跟團限制',
  'picture.upload': '上傳圖片',
  'setting.update': '變更設定',
  'setting.preview_mail': '預覽信件',
  'setting.test_mail': '寄送測試信',
  'job.retry': '重試工作',
  'job.end': '結束工作',
  'staff.create': '建立成員',
  'staff.update': '變更成員',
  'staff.invite': '邀請成員',
  'staff.invite_again': '重新寄送邀請',
  'staff.withdraw_invitation': '撤回邀請',
  'staff.end_sessions': '登出成員',
  'staff.reset_totp': '停用成員的兩步驟驗證',
  'account.update': '變更帳號',
  'account.confirm': '確認身分',
  'account.begin_totp': '開始設定兩步驟驗證',
  'account.enable_totp': '啟用兩步驟驗證',
  'account.renew_recovery_codes': '重新產生備援碼',
  'account.disable_totp': '停用兩步驟驗證',
  'account.end_session': '登出裝置',
  'account.end_other_sessions': '登出其他裝置',
  'session.start': '登入',
  'session.refuse': '登入失敗',
  'session.end': '登出',
  'audit.expire': '刪除過期紀錄',
  'staff.reset_password': '重設密碼',
  'staff.disable': '停用成員',
  'staff.enable': '恢復成員',
  'staff.remove': '移除成員',
  'customer.update': '變更顧客',
  'customer.note': '新增顧客備註',
  'customer.remove_note': '刪除顧客備註',
  'run.create': '開始批次操作',
  'run.cancel': '停止批次操作',
  'run.undo': '復原批次操作',
  'order.undo': '復原訂單變更',
  'person.erase': '刪除個人資料',
  'shop.release': '解除暫停',
  'member.disable': '停用會員',
  'member.enable': '恢復會員',
  'export.personal': '匯出個人資料',
  'export.fetch': '下載個人資料',
  'import.start': '開始匯入',
}

const subjectLabels: Record<string, string> = {
  product: '產品',
  coupon: '優惠券',
  order: '訂單',
  refund: '退款',
  stock: '庫存',
  picture: '圖片',
  setting: '設定',
  job: '工作',
  campaign: '團購',
  group: '團',
  commission: '分潤',
  settlement: '對帳檔',
  reconciliation: '對帳',
  administrator: '成員',
  invitation: '邀請',
  member: '會員',
  audit: '操作紀錄',
}

/** An action of a newer version is shown by its name. */
export function actionLabel(action: string): string {
  return (auditActionLabels as Record<string, string | undefined>)[action] ?? action
}

export function subjectLabel(kind: string): string {
  return subjectLabels[kind] ?? kind
}
