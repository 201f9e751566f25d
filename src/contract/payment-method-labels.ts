import { methodKind } from './payments.ts'
import { t } from './translate.ts'

const methodLabels: Record<string, string> = {
  card: '信用卡',
  atm: 'ATM 轉帳',
  cvs: '超商代碼繳費',
  barcode: '超商條碼繳費',
  wallet: '電子支付',
  'linepay.wallet': 'LINE Pay',
  transfer: '銀行轉帳',
  on_delivery: '取貨付款',
  to_leader: '付給團主',
  to_leader_ahead: '付給團主',
  free: '免付款',
  manual: '人工收款',
  demonstration: '示範付款',
}

/** A method of another gateway is named by its kind, unless it has a name here; an unknown one by itself. */
export function paymentMethodLabel(method: string): string {
  return t(methodLabels[method]) ?? t(methodLabels[methodKind(method)]) ?? method
}
