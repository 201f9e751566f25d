import { type Role, roleLabels, roles } from '#contract/permissions.ts'

export const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }))

/** Purpose of a role, in a sentence. */
export const roleSummaries: Record<Role, string> = {
  owner: '可以使用所有功能，包含成員、設定與退款',
  manager: '管理商品、優惠券與訂單；不能退款、變更設定或管理成員',
  packer: '查看訂單、備貨出貨、調整庫存；看不到金額',
  accountant: '登記收款、退款、對帳與查看操作紀錄',
  viewer: '只能查看，看不到顧客的個人資料',
}
