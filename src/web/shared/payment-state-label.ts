/** The payment state of an order in the lists of the storefront and the back office. */
export function paymentStateLabel(isPaid: boolean): string {
  return isPaid ? '已付款' : '未付款'
}
