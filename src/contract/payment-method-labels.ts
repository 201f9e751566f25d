const methodLabels: Record<string, string> = {
  card: '信用卡',
  atm: 'ATM 轉帳',
  cvs: '超商代碼繳費',
  barcode: '超商條碼繳費',
  transfer: '銀行轉帳',
  free: '免付款',
  manual: '人工收款',
  demonstration: '示範付款',
}

/** A method that a newer node knows is shown by its name. */
export function paymentMethodLabel(method: string): string {
  return methodLabels[method] ?? method
}
