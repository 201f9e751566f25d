/** A request of a payment, once it is as it should be. */
export interface PayRequest {
  orderId: string
  amount: number
  names: string[]
  confirmUrl: string
  cancelUrl: string
  captures: boolean
}

type Value = Record<string, unknown>

/** The code of LINE Pay for a request that is not taken. */
export function readPayRequest(body: Value): PayRequest | { code: string; message: string } {
  const { amount, currency, orderId } = body
  if (typeof orderId !== 'string' || orderId === '' || orderId.length > 100) return wrong('orderId')
  if (!isWhole(amount)) return wrong('amount')
  if (currency !== 'TWD') return { code: '1178', message: 'Unsupported currency.' }
  const packages = listOf(body.packages)
  if (packages.length === 0) return wrong('packages')
  const names: string[] = []
  let sum = 0
  for (const one of packages) {
    const { id, amount: part, userFee = 0 } = one
    const products = listOf(one.products)
    if (typeof id !== 'string' || id === '' || id.length > 50) return wrong('packages[].id')
    if (!isWhole(part, 0) || !isWhole(userFee, 0)) return wrong('packages[].amount')
    if (products.length === 0) return wrong('packages[].products')
    let ofProducts = 0
    for (const { name, quantity, price } of products) {
      if (typeof name !== 'string' || name === '' || name.length > 4000)
        return wrong('products[].name')
      if (!isWhole(quantity)) return wrong('products[].quantity')
      if (!isWhole(price, 0)) return wrong('products[].price')
      names.push(`${name} × ${quantity}`)
      ofProducts += quantity * price
    }
    if (ofProducts !== part) return sums('packages[].amount is not the sum of its products')
    sum += part + userFee
  }
  if (sum !== amount) return sums('amount is not the sum of the packages')
  const { confirmUrl, cancelUrl } = objectOf(body.redirectUrls)
  if (!isAddress(confirmUrl)) return wrong('redirectUrls.confirmUrl')
  if (!isAddress(cancelUrl)) return wrong('redirectUrls.cancelUrl')
  const { capture = true } = objectOf(objectOf(body.options).payment)
  if (typeof capture !== 'boolean') return wrong('options.payment.capture')
  return { orderId, amount, names, confirmUrl, cancelUrl, captures: capture }
}

/** Amounts of TWD have no decimals. */
export function isWhole(value: unknown, least = 1): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least
}

function wrong(name: string) {
  return { code: '2101', message: `A parameter is invalid: ${name}` }
}

function sums(message: string) {
  return { code: '1124', message: `There is an error in the amount information: ${message}` }
}

function isAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 500 &&
    /^https?:/.test(value) &&
    URL.canParse(value)
  )
}

function listOf(value: unknown): Value[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

function objectOf(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Value)
    : {}
}
