import Type from 'typebox'
import { ChangedFields } from './changed-fields.schema.ts'
import { noReturns } from './no-return.ts'
import { otherShapes } from './other-shapes.ts'
import {
  Archived,
  Done,
  IdParams,
  Messages,
  PageQuery,
  Pagination,
  SearchText,
  SortQuery,
  Words,
} from './paging.schema.ts'
import {
  maxCode,
  maxOptionName,
  maxOptions,
  maxPrice,
  maxSide,
  maxValues,
  maxValueText,
  maxVariants,
  maxWeight,
} from './product-limits.ts'
import { temperatures } from './shipping-kinds.ts'
import { maxOnHand } from './stock-rules.ts'

/** Accepts a JSON integer or a string of digits; nothing else is read as a number. */
export function CoercedInteger(options: { minimum: number; maximum: number }) {
  return Type.Union([Type.Integer(options), Type.String({ pattern: '^[0-9]{1,16}$' })])
}

export const EnabledFlag = Type.Union([Type.Literal(0), Type.Literal(1)])
export const CoercedBoolean = Type.Union([
  Type.Literal(0),
  Type.Literal(1),
  Type.Literal('0'),
  Type.Literal('1'),
  Type.Boolean(),
])

/** Text, or the JSON value that a client stores instead. */
const Content = Type.Union([
  Type.String(),
  Type.Record(Type.String(), Type.Unknown()),
  Type.Array(Type.Unknown()),
])

/** A property by which the variants of a product differ, such as 口味. */
export const ProductOption = Type.Object({
  name: Type.String({ minLength: 1, maxLength: maxOptionName }),
  values: Type.Array(Type.String({ minLength: 1, maxLength: maxValueText }), {
    minItems: 1,
    maxItems: maxValues,
  }),
})

const StockLevel = Type.Union([Type.Literal('low'), Type.Literal('sold_out')])

/** A form in which a product with options is sold. */
export const Variant = Type.Object({
  id: Type.String(),
  /** The values as people read them: 「辣味 / 大」. */
  title: Type.String(),
  /** One value of each option of the product, in their order. */
  option_values: Type.Array(Type.String()),
  price: Type.Integer(),
  origin_price: Type.Integer(),
  /** Absent: the picture of the product. */
  imageUrl: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  is_enabled: EnabledFlag,
  stock_level: Type.Optional(StockLevel),
  /** For the staff: what is left, null where it is not counted. */
  available: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  /** With those that are held. */
  on_hand: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  barcode: Type.Optional(Type.String()),
  weight_g: Type.Optional(Type.Integer()),
  /** Length, width and height in millimetres. */
  sides_mm: Type.Optional(Type.Array(Type.Integer())),
})

export const Product = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    category: Type.String(),
    content: Content,
    description: Type.String(),
    imageUrl: Type.String(),
    imagesUrl: Type.Array(Type.String()),
    is_enabled: EnabledFlag,
    num: Type.Integer(),
    origin_price: Type.Integer(),
    price: Type.Integer(),
    unit: Type.String(),
    /** 1 to 10 are left, or none; absent while there are more. */
    stock_level: Type.Optional(StockLevel),
    /** With options a product is sold in variants; its prices are those of the cheapest one. */
    options: Type.Optional(Type.Array(ProductOption)),
    variants: Type.Optional(Type.Array(Variant)),
    /** Of the dearest variant; absent where all cost the same. */
    price_max: Type.Optional(Type.Integer()),
    /** Temperature of its shipping; absent for normal. */
    shipping_temperature: Type.Optional(Type.Enum(['chilled', 'frozen'])),
    /** On its invoices; absent: taxed. */
    tax_type: Type.Optional(Type.Literal('free')),
    /** Why the law lets nobody send it back; absent of most goods. */
    no_return: Type.Optional(Type.Enum(noReturns)),
    /** For the staff: of a piece as it is packed, where a variant has none of its own. */
    weight_g: Type.Optional(Type.Integer()),
    sides_mm: Type.Optional(Type.Array(Type.Integer())),
    /** For the staff: another one after each change of options and variants. */
    variants_version: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
)

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
/** Empty or null stands for no picture; the service checks the rest. */
const address = Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])
const price = CoercedInteger({ minimum: 0, maximum: maxPrice })

const positive = (maximum: number) => CoercedInteger({ minimum: 1, maximum })
const code = Type.Union([Type.String({ maxLength: maxCode }), Type.Null()])

const packed = {
  weight_g: Type.Optional(Type.Union([...positive(maxWeight).anyOf, Type.Null()])),
  sides_mm: Type.Optional(
    Type.Union([Type.Array(positive(maxSide), { minItems: 3, maxItems: 3 }), Type.Null()]),
  ),
}

/** Null or empty takes a value away. */
export const VariantInput = Type.Object({
  /** Of a variant of the product; without it, the one of these values, or a new one. */
  id: Type.Optional(Type.String({ maxLength: 100 })),
  option_values: Type.Array(Type.String({ minLength: 1, maxLength: maxValueText }), {
    minItems: 1,
    maxItems: maxOptions,
  }),
  price,
  origin_price: Type.Optional(price),
  imageUrl: Type.Optional(address),
  sku: Type.Optional(code),
  barcode: Type.Optional(code),
  ...packed,
  is_enabled: Type.Optional(CoercedBoolean),
})

const productFields = {
  title: text(200),
  category: text(100),
  unit: text(20),
  origin_price: price,
  price,
  content: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 5_000 }),
      Type.Record(Type.String(), Type.Unknown()),
      Type.Array(Type.Unknown()),
    ]),
  ),
  description: Type.Optional(Type.String({ maxLength: 100_000 })),
  imageUrl: Type.Optional(address),
  imagesUrl: Type.Optional(Type.Array(address, { maxItems: 20 })),
  is_enabled: Type.Optional(CoercedBoolean),
  shipping_temperature: Type.Optional(Type.Union([Type.Enum(temperatures), Type.Null()])),
  /** Zero rate is for exports, which this shop does not send. */
  tax_type: Type.Optional(Type.Union([Type.Enum(['taxed', 'free']), Type.Null()])),
  no_return: Type.Optional(Type.Union([Type.Enum(noReturns), Type.Null()])),
  ...packed,
  /** Both as whole lists, or neither: then they stay. Empty ones: it is sold in one form. */
  options: Type.Optional(Type.Array(ProductOption, { maxItems: maxOptions })),
  variants: Type.Optional(Type.Array(VariantInput, { maxItems: maxVariants })),
}

const openToOwnKeys = {
  additionalProperties: true,
  [otherShapes]: { options: 'values', variants: 'option_values' },
} as const

export const ProductInput = Type.Object(
  {
    ...productFields,
    changed_fields: ChangedFields(productFields),
    /**
     * As it was read, empty without options: lists that somebody has changed since are refused, or
     * left out where the sender names no `changed_fields`.
     */
    variants_version: Type.Optional(Type.String({ maxLength: 100 })),
  },
  openToOwnKeys,
)

const CategoryQuery = Type.Object({ category: Type.Optional(Type.String({ maxLength: 200 })) })

/** Whole NT$ as digits. */
const PriceBound = Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$' }))

/** How a list of the storefront is sorted and filtered; without any of these, newest first. */
export const ListFilters = Type.Object({
  sort: Type.Optional(
    Type.Union([
      Type.Literal('new'),
      Type.Literal('bestselling'),
      Type.Literal('price_asc'),
      Type.Literal('price_desc'),
    ]),
  ),
  min_price: PriceBound,
  max_price: PriceBound,
  in_stock: Type.Optional(Type.Literal('1')),
})

const ProductList = Type.Object({
  success: Type.Literal(true),
  products: Type.Array(Product),
  pagination: Pagination,
  messages: Messages,
})
const SavedProduct = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  product: Product,
})

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    ...CategoryQuery.properties,
    ...ListFilters.properties,
  }),
  reply: ProductList,
}
const Products = Type.Object({
  success: Type.Literal(true),
  products: Type.Array(Product),
  messages: Messages,
})

export const all = { reply: Products }
export const picks = { reply: Products }
export const related = { params: IdParams, reply: Products }
export const byIds = {
  query: Type.Object({ ids: Type.Optional(Type.String({ maxLength: 2_000 })) }),
  reply: Products,
}
export const categories = {
  reply: Type.Object({
    success: Type.Literal(true),
    categories: Type.Array(
      Type.Object({
        title: Type.String(),
        count: Type.Integer(),
        /** Given by the owner. */
        picture: Type.Optional(Type.String()),
        text: Type.Optional(Type.String()),
      }),
    ),
    messages: Messages,
  }),
}
export const detail = {
  params: IdParams,
  reply: Type.Object({ success: Type.Literal(true), product: Product }),
}

export const AdminProductFilter = Type.Object({
  /** A part of the title, the id or its end, or the running number. */
  q: SearchText,
  /** A part of the category. */
  ...CategoryQuery.properties,
  enabled: Type.Optional(Type.Enum(['', '0', '1'])),
  stock: Type.Optional(Type.Enum(['', 'out', 'low', 'unlimited'])),
  /** Whole NT$, both included. */
  price_min: Words,
  price_max: Words,
  /** The archived ones, the last archived first. */
  archived: Archived,
})

export const adminList = {
  query: Type.Object({
    ...PageQuery.properties,
    ...SortQuery.properties,
    ...AdminProductFilter.properties,
  }),
  reply: Type.Object({
    ...ProductList.properties,
    /** By id, what the back office shows besides. */
    details: Type.Record(
      Type.String(),
      Type.Object({
        create_at: Type.Integer(),
        /** Null: the product is not counted. */
        available: Type.Union([Type.Integer(), Type.Null()]),
      }),
    ),
  }),
}
/** The most ids in one call for the choices of a picker. */
export const maxChosenIds = 200

/** A text finds entries to choose from, ids tell those that were chosen before. */
export const ChoiceQuery = Type.Object({
  /** Without it the newest. */
  q: SearchText,
  /** Parted by commas; archived ones, too. */
  ids: Type.Optional(Type.String({ maxLength: 6_000 })),
})

const ProductChoice = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** Empty: it has none. */
  picture: Type.String(),
  /** In whole NT$, for staff with `money.read`. */
  price: Type.Optional(Type.Integer()),
  is_enabled: EnabledFlag,
  is_archived: Type.Optional(Type.Literal(true)),
  /** Those on sale, of a product with options. */
  variants: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        price: Type.Optional(Type.Integer()),
      }),
    ),
  ),
})

export const adminChoices = {
  query: ChoiceQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    products: Type.Array(ProductChoice),
    has_more: Type.Boolean(),
  }),
}
export const adminAll = {
  reply: Type.Object({
    success: Type.Literal(true),
    products: Type.Record(Type.String(), Product),
  }),
}
/** Of a new product that is counted from the beginning; without it, it is unlimited. */
const InitialStock = Type.Optional(CoercedInteger({ minimum: 0, maximum: maxOnHand }))
export const create = {
  data: Type.Object({ ...ProductInput.properties, initial_stock: InitialStock }, openToOwnKeys),
  reply: SavedProduct,
}
export const update = { params: IdParams, data: ProductInput, reply: SavedProduct }
export const remove = { params: IdParams, reply: Done }
