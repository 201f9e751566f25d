import type { Dice } from './dice.ts'
import type { JsonSchema } from './json-schema.ts'

/** Targets of the world. */
const places = 20

/** A product in two variants. */
const options = () => [{ name: '口味', values: ['原味', '辣味'] }]
const variants = (dice: Dice, unique: string) => [
  { option_values: ['原味'], price: dice.pick([0, '120']), sku: `S${unique}` },
  { option_values: ['辣味'], price: 130, is_enabled: dice.pick([0, 1]) },
]

/** Values of an honest client, by operation or for all; the others come from the schema. */
const typical: Record<string, (dice: Dice, unique: string, place: number) => unknown> = {
  product_id: (_, __, place) => `@product.${place}@`,
  // Of the same product; without options its one variant is the product.
  variant_id: (_, __, place) => `@variant.${place}@`,
  'POST {shop}/admin/product options': options,
  'POST {shop}/admin/product variants': variants,
  'PUT {shop}/admin/product/{id} options': options,
  'PUT {shop}/admin/product/{id} variants': variants,
  qty: (dice) => dice.pick([1, 2, 3, '1', '7', 10]),
  code: (_, unique) => `F${unique}`,
  'POST {shop}/coupon code': (dice) => `@code.${dice.below(4)}@`,
  percent: (dice) => dice.pick([1, 50, 80, 99, 100, '75']),
  due_date: (dice) => dice.pick([4_070_908_799, 4_070_908_799_000, '4070908799']),
  create_at: (dice) =>
    dice.pick([1_700_000_000, 1_700_000_000_000, '1700000000', '2026-11-20', null]),
  // Stock of products that no cart of the world has.
  'POST {shop}/admin/stock/count product_id': (dice) => `@spareProduct.${dice.below(20)}@`,
  on_hand: (dice) => dice.pick([5000, '7000', 999_999]),
  // A run over all that a list has would take the orders of the world away.
  'POST {shop}/admin/run filter': (_, unique) => ({ q: unique }),
  expected_on_hand: () => undefined,
  expected_emails: () => undefined,
  reason: (dice) => dice.pick(['received', 'counted', 'lost']),
  tracking_number: (dice) => dice.pick(['', 'AB-123', '9'.repeat(40)]),
  remitted_on: () => '2026-11-20',
  account_last5: () => '01234',
  token: () => 'made-up',
  title: (dice) => dice.pick(['北歐吊燈', 'Lamp', '燈 <b>亮</b>', '0', '😀']),
  category: (dice) => dice.pick(['燈飾', '家具', '100%_off']),
  unit: () => '盞',
  price: (dice) => dice.pick([0, 1, 100, '250', 2_147_483_647]),
  origin_price: (dice) => dice.pick([0, 100, '300']),
  imageUrl: (dice) => dice.pick(['', 'https://images.example.com/a.jpg']),
  imagesUrl: (dice) => dice.pick([[], ['https://images.example.com/b.jpg']]),
  image: (dice) => dice.pick(['', 'https://images.example.com/a.jpg']),
  'PUT {shop}/admin/category picture': (dice) =>
    dice.pick(['', '/uploads/a.jpg', 'https://images.example.com/a.jpg']),
  list: () => 'orders',
  name: () => '王小明',
  email: () => 'fuzz@example.com',
  tel: (dice) => dice.pick(['0912345678', '02-2345678', '０９１２３４５６']),
  address: () => '台北市信義區 1 號',
  expected_total: () => undefined,
  username: () => 'keeper@minmin.example',
  password: () => 'open-sesame-fuzz-1',
  // The administrator of the world keeps password and way in.
  old_password: () => 'not-the-password',
  requires_totp: () => false,
  fee: () => 0,
  free_over: () => null,
  phone: () => '02-2345-6789',
  tax_id: (dice) => dice.pick(['', '04595257']),
  repository_url: (dice) => dice.pick(['', 'https://example.com/shop']),
  demo_url: () => '',
  from: () => '2026-11-20',
  period: () => '2026-11',
  'GET {shop}/admin/order/{id}/invoices refund': () => '100',
  to: () => '2026-11-21',
  page: (dice) => dice.pick(['1', '2', '', 'undefined', '999999999']),
  sort: (dice) => dice.pick([undefined, '']),
  idToken: () => '@tokenA.0@',
  displayName: (dice) => dice.pick(['王小明', '', '😀'.repeat(256)]),
  photoUrl: (dice) => dice.pick(['', 'https://images.example.com/me.jpg']),
  'POST /identitytoolkit.googleapis.com/v1/accounts:signUp email': (_, unique) =>
    `f${unique}@example.com`.toLowerCase(),
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword email': () => '@emailA.0@',
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword password': () => 'abc123',
  'POST /identitytoolkit.googleapis.com/v1/accounts:delete idToken': () => '@tokenSpare.0@',
  requestType: () => 'PASSWORD_RESET',
  oobCode: () => 'A'.repeat(43),
  newPassword: () => 'abc123',
  grant_type: () => 'refresh_token',
  refresh_token: () => '@refreshA.0@',
}

/** Bodies that the document leaves open, since they may be missing, as their calls read them. */
export const openBodies: Record<string, JsonSchema> = {
  'POST {shop}/order/{id}/cancel': {
    type: 'object',
    properties: {
      data: { type: 'object', properties: { reason: { type: 'string', maxLength: 200 } } },
    },
  },
}

/** A value that the schema allows and the shop has no reason to refuse. */
export function validValue(
  schema: JsonSchema,
  dice: Dice,
  at: { operation: string; name: string; unique: string; place?: number },
): unknown {
  const known = typical[`${at.operation} ${at.name}`] ?? typical[at.name]
  if (known) return known(dice, at.unique, at.place ?? dice.below(places))
  if (schema.enum) return dice.pick(schema.enum)
  if (schema.anyOf) return validValue(dice.pick(schema.anyOf), dice, at)
  if (schema.type === 'object') return validObject(schema, dice, at)
  if (schema.type === 'array' && schema.items) {
    const { items, minItems = 0 } = schema
    return Array.from({ length: minItems + dice.below(3) }, () => validValue(items, dice, at))
  }
  if (schema.type === 'boolean') return dice.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  return 'x'.repeat(Math.max(schema.minLength ?? 0, dice.below(9)))
}

function validObject(
  schema: JsonSchema,
  dice: Dice,
  at: { operation: string; name: string; unique: string; place?: number },
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  // Product and variant of a line belong together, and prices to the products of their campaign.
  const inherited = at.name === 'lines' ? undefined : at.place
  const place = inherited ?? dice.below(places)
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const isNeeded = schema.required?.includes(name) || dice.chance(0.5)
    const value = isNeeded ? validValue(child, dice, { ...at, name, place }) : undefined
    if (value !== undefined) made[name] = value
  }
  // A product has both, or neither.
  if (schema.properties?.options && !('options' in made && 'variants' in made)) {
    delete made.options
    delete made.variants
  }
  return made
}

/** A value at the edge of what the schema allows, on either side of it. */
export function boundaryValue(schema: JsonSchema, dice: Dice): unknown {
  const variant = schema.anyOf ? dice.pick(schema.anyOf) : schema
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items } = variant
  const numbers = [minimum, maximum].flatMap((edge) =>
    edge === undefined ? [] : [edge - 1, edge, edge + 1, String(edge), String(edge + 1)],
  )
  const lengths = [minLength, maxLength].flatMap((edge) =>
    edge === undefined ? [] : [Math.max(0, edge - 1), edge, edge + 1],
  )
  const texts =
    lengths.length === 0 ? [] : [dice.pick(['x', '字', '😀', ' ']).repeat(dice.pick(lengths))]
  const counts = [minItems, maxItems].flatMap((edge) =>
    edge === undefined ? [] : [Math.max(0, edge - 1), edge, edge + 1],
  )
  const lists =
    counts.length === 0 || !items
      ? []
      : [Array<unknown>(dice.pick(counts)).fill(items.type === 'string' ? '' : {})]
  const all = [...numbers, ...texts, ...lists]
  return all.length === 0 ? hostileValue(dice) : dice.pick(all)
}

const hostile: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [3],
  { $gt: 0 },
  { toString: 'x', valueOf: 'x', toJSON: 'x', length: 1e9 },
  0,
  -1,
  1.5,
  1e9,
  1e20,
  1e308,
  -(2 ** 63),
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '-1',
  '1e3',
  '0x10',
  ' 7 ',
  '1.5',
  '+5',
  '007',
  '２',
  '99999',
  '9'.repeat(16),
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '../../etc/passwd',
  "' or '1'='1",
  '"; drop table orders; --',
  '$1',
  '\u202egnp.exe',
  '\u200b',
  '\ufeff',
  '\uffff',
  '=HYPERLINK("https://evil.example")',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://user:pass@evil.example/a.jpg',
  'a@b\r\nBcc: c@d.example',
  'a@',
  '@b.example',
  '王'.repeat(11),
  '😀'.repeat(300),
  '%s%n%x',
  '{{7*7}}<%= 7*7 %>',
]

export function hostileValue(dice: Dice): unknown {
  return dice.pick(hostile)
}
