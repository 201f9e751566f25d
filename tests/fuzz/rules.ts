/**
 * Input that must be refused, written independently of the server's schemas: a fault in those would
 * be a fault in the document too. Each rule returns the faults in a few words.
 */
type Rule = (data: Record<string, unknown>) => string[]

/** A JSON number, or a text of digits; nothing else is a number. */
function isInteger(value: unknown, minimum: number, maximum: number): boolean {
  const isDigits = typeof value === 'string' && /^[0-9]+$/.test(value)
  if (typeof value !== 'number' && !isDigits) return false
  const number = Number(value)
  return Number.isInteger(number) && number >= minimum && number <= maximum
}

/** Epoch seconds or milliseconds; a number may have a fraction. */
const isInstant = (value: unknown) =>
  typeof value === 'number'
    ? value >= 1 && value <= 9_999_999_999_999
    : isInteger(value, 1, 9_999_999_999_999)

const wrong = (is: boolean, what: string): string[] => (is ? [] : [what])
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isSwitch = (value: unknown) => [0, 1, '0', '1', true, false].some((known) => known === value)
const isQuantity = (value: unknown) => isInteger(value, 1, 9999)
const asRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

/** None, empty, a path of our own, or http(s) without credentials: nothing that a page would run. */
function isPicture(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'string') return false
  const address = value.trim()
  if (address === '' || /^\/[^/\\]/.test(address)) return true
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const quantity: Rule = ({ qty }) => wrong(isQuantity(qty), 'qty is no whole number from 1 to 9999')

/** A list whose entries have no values of options is a key of the client's own. */
function variantsOf({ variants }: Record<string, unknown>): unknown[] {
  if (!Array.isArray(variants)) return []
  return variants.every((variant) => 'option_values' in asRecord(variant)) ? variants : []
}

const product: Rule = (data) => [
  ...['title', 'category', 'unit'].flatMap((name) => wrong(isText(data[name]), `${name} is empty`)),
  ...['price', 'origin_price'].flatMap((name) =>
    wrong(isInteger(data[name], 0, 2_147_483_647), `${name} is no price`),
  ),
  ...wrong(data.is_enabled === undefined || isSwitch(data.is_enabled), 'is_enabled is no switch'),
  ...wrong(data.imageUrl === undefined || isPicture(data.imageUrl), 'imageUrl is no picture'),
  ...wrong(
    data.imagesUrl === undefined ||
      (Array.isArray(data.imagesUrl) &&
        data.imagesUrl.length <= 20 &&
        data.imagesUrl.every(isPicture)),
    'imagesUrl is no list of at most twenty pictures',
  ),
  ...variantsOf(data).flatMap((variant) =>
    wrong(isInteger(asRecord(variant).price, 0, 2_147_483_647), 'a variant has no price'),
  ),
]

const coupon: Rule = (data) => [
  ...['title', 'code'].flatMap((name) => wrong(isText(data[name]), `${name} is empty`)),
  ...wrong(isInteger(data.percent, 1, 100), 'percent is not from 1 to 100'),
  ...wrong(isInstant(data.due_date), 'due_date is no date'),
  ...wrong(isSwitch(data.is_enabled), 'is_enabled is no switch'),
  ...couponRules(data),
]

/** The rules of a coupon may be left out, or null. */
const couponRules: Rule = (data) => {
  const given = Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  )
  const of = (name: string, is: (value: unknown) => boolean) =>
    wrong(!(name in given) || is(given[name]), `${name} is no rule`)
  const isList = (max: number) => (value: unknown) =>
    Array.isArray(value) && value.length <= max && value.every(isText)
  return [
    ...['max_uses', 'max_uses_per_member'].flatMap((name) =>
      of(name, (value) => isInteger(value, 1, 1_000_000)),
    ),
    ...of('min_total', (value) => isInteger(value, 1, 999_999_999_999)),
    ...['first_order_only', 'allows_group'].flatMap((name) => of(name, isSwitch)),
    ...of('valid_from', (value) => isInstant(value) && msOf(value) < msOf(data.due_date)),
    ...of('categories', isList(50)),
    ...of('product_ids', isList(200)),
  ]
}
const msOf = (value: unknown) => Number(value) * (Number(value) < 1e11 ? 1000 : 1)

/** 5 to 20 digits, and what people write between them. */
const isTelephone = (tel: string) =>
  /^(?:[+()#*\-. /]*[0-9]){5,20}[+()#*\-. /]*$/.test(tel.replace(/\p{Pd}/gu, '-'))

const contact: Rule = ({ user, shipping }) => {
  const { name, email, tel, address } = asRecord(user)
  // A chosen method says itself whether it needs an address.
  const hasPlace = isText(address) || shipping !== undefined
  return [
    ...wrong(isText(name) && hasPlace, 'name or address is empty'),
    ...wrong(isText(email) && /^\S+@\S+$/.test(email.trim()), 'email is none'),
    ...wrong(
      isText(tel) && isTelephone(tel.normalize('NFKC').trim()),
      'tel is no telephone number',
    ),
  ]
}

const orderByHand: Rule = ({ products, is_paid: isPaid }) => [
  ...wrong(
    Array.isArray(products) &&
      products.length >= 1 &&
      products.length <= 100 &&
      products.every((line) => isQuantity(asRecord(line).qty)),
    'products is no list of quantities',
  ),
  ...wrong(isPaid === undefined || isSwitch(isPaid), 'is_paid is no switch'),
]

const stockReasons = ['received', 'counted', 'written_off', 'lost', 'returned', 'other']

const stockNumber: Rule = ({ on_hand: number, reason, note }) => [
  ...wrong(isInteger(number, 0, 999_999), 'on_hand is no whole number up to 999,999'),
  ...wrong(
    stockReasons.some((known) => known === reason),
    'reason is none',
  ),
  ...wrong(reason !== 'other' || isText(note), 'another reason has no note'),
]

const refundOf =
  (amount: string, minimum: number): Rule =>
  (data) => [
    ...wrong(isInteger(data[amount], minimum, 999_999_999_999), `${amount} is no amount`),
    ...wrong(isText(data.reason), 'reason is empty'),
  ]

const rules: Record<string, Rule> = {
  'POST {shop}/cart': quantity,
  'PUT {shop}/cart/{id}': quantity,
  'POST {shop}/coupon': ({ code }) => wrong(isText(code), 'code is empty'),
  'POST {shop}/order': contact,
  'POST {shop}/admin/product': product,
  'PUT {shop}/admin/product/{id}': product,
  'PUT {shop}/admin/stock/{id}': stockNumber,
  'POST {shop}/admin/coupon': coupon,
  'PUT {shop}/admin/coupon/{id}': coupon,
  'POST {shop}/admin/order': orderByHand,
  'POST {shop}/admin/order/{id}/parcel': ({ carrier }) => wrong(isText(carrier), 'carrier is none'),
  'POST {shop}/admin/order/{id}/cancel': ({ reason }) => wrong(isText(reason), 'reason is empty'),
  'POST {shop}/admin/order/{id}/return': refundOf('refund', 0),
  'POST {shop}/admin/order/{id}/refund': refundOf('amount', 1),
  'POST {shop}/admin/order/{id}/note': ({ text }) => wrong(isText(text), 'text is empty'),
  'POST {shop}/admin/refund/{id}/done': ({ remitted_on: day, account_last5: digits }) => [
    ...wrong(isText(day) && !Number.isNaN(Date.parse(day)), 'remitted_on is no day'),
    ...wrong(typeof digits === 'string' && /^[0-9]{5}$/.test(digits), 'account_last5 is none'),
  ],
  'PUT {shop}/admin/order/{id}': ({ is_paid: isPaid }) =>
    wrong(isPaid === undefined || isSwitch(isPaid), 'is_paid is no switch'),
}

/** The faults of a body that the shop must refuse. */
export function brokenRules(operation: string, body: unknown): string[] {
  return rules[operation]?.(asRecord(asRecord(body).data)) ?? []
}

/** The faults of a query that a list must refuse. */
export function brokenQuery(known: string[], url: string): string[] {
  const at = url.indexOf('?')
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
  return known.flatMap((name) => {
    const values = query.getAll(name)
    if (values.length > 1) return [`${name} comes more than once`]
    const [value] = values
    if (value === undefined) return []
    return wrong(isQueryValue(name, value), `${name} is none`)
  })
}

function isQueryValue(name: string, value: string): boolean {
  if (name === 'page') return /^([0-9]{1,9}|undefined|)$/.test(value) && !/^0+$/.test(value)
  if (name === 'order') return value === 'asc' || value === 'desc'
  if (name === 'sort') return /^[a-z_]*$/.test(value) && value !== 'constructor'
  return value.length <= 200 && !value.includes('\u0000')
}
