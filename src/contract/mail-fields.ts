/** Placeholders in the text of a mail to a shopper: `{訂單編號}`. */
export const mailFields = [
  '商店名稱',
  '訂單編號',
  '訂購人',
  '訂單金額',
  '商品明細',
  '付款方式',
  '付款期限',
  '物流公司',
  '貨運單號',
  '取貨門市',
  '取貨期限',
  '取消原因',
  '退款金額',
  '訂單連結',
] as const
export type MailField = (typeof mailFields)[number]

const fieldPattern = /\{([^{}\r\n]{0,100})\}/g

/** The fields of a text that are none of `mailFields`, each once. */
export function unknownMailFields(text: string): string[] {
  const named = [...text.matchAll(fieldPattern)].map(([, name = '']) => name)
  return [...new Set(named)].filter((name) => !mailFields.some((known) => known === name))
}

/** Puts the values in place of the fields; a value is not looked through for fields again. */
export function fillMailFields(text: string, values: Record<MailField, string>): string {
  return text.replace(fieldPattern, (whole, name: string) => {
    const known = mailFields.find((field) => field === name)
    return known ? values[known] : whole
  })
}
