import { contentText, type Product, type ProductInput } from '#contract/catalog.ts'
import type { NoReturn } from '#contract/no-return.ts'
import type { Temperature } from '#contract/shipping-kinds.ts'
import type { FieldWords } from '../ui/fields/field-errors.ts'

/** The product dialog's fields; an empty price field holds no number. */
export interface ProductForm {
  imageUrl: string
  imagesUrl: [string, string, string, string, string]
  title: string
  category: string
  unit: string
  origin_price: number | ''
  price: number | ''
  content: string
  description: string
  is_enabled: 0 | 1
  shipping_temperature: Temperature
  /** Empty: it comes back as most goods do. */
  no_return: NoReturn | ''
  weight_g: number | ''
  /** As `300×200×100`, in millimetres. */
  sides_mm: string
  /** On its invoices. */
  tax_type: 'taxed' | 'free'
  /** Of a new product; empty: it is not counted. */
  initial_stock: number | ''
}

export const newProduct: ProductForm = {
  imageUrl: '',
  imagesUrl: ['', '', '', '', ''],
  title: '',
  category: '',
  unit: '',
  origin_price: 83_000,
  price: 39_900,
  content: '',
  description: '',
  is_enabled: 1,
  ...{ shipping_temperature: 'normal', no_return: '', tax_type: 'taxed' },
  ...{ weight_g: '', sides_mm: '' },
  initial_stock: '',
}

export function productForm(product: Product): ProductForm {
  const { imagesUrl } = product
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = imagesUrl
  return {
    imageUrl: product.imageUrl,
    imagesUrl: [first, second, third, fourth, fifth],
    title: product.title,
    category: product.category,
    unit: product.unit,
    origin_price: product.origin_price,
    price: product.price,
    content: contentText(product),
    description: product.description,
    is_enabled: product.is_enabled,
    shipping_temperature: product.shipping_temperature ?? 'normal',
    no_return: product.no_return ?? '',
    weight_g: product.weight_g ?? '',
    sides_mm: product.sides_mm?.join('×') ?? '',
    tax_type: product.tax_type === 'free' ? 'free' : 'taxed',
    initial_stock: '',
  }
}

/** Keeps the data of other clients: pictures beyond those of the form, content that is no text. */
export function productInput(
  { initial_stock: _, ...form }: ProductForm,
  saved?: Product,
): ProductInput {
  const more = saved?.imagesUrl.slice(form.imagesUrl.length) ?? []
  const isContentUnchanged = saved !== undefined && form.content === contentText(saved)
  const sides = sidesOf(form.sides_mm)
  return {
    ...form,
    no_return: form.no_return || null,
    weight_g: form.weight_g === '' ? null : form.weight_g,
    sides_mm: sides.length === 0 ? null : sides,
    content: isContentUnchanged ? saved.content : form.content,
    imageUrl: form.imageUrl.trim(),
    imagesUrl: [...form.imagesUrl.map((address) => address.trim()), ...more],
  }
}

/** Three numbers as people part them; what is none is refused by the server. */
function sidesOf(typed: string): number[] {
  const parts = typed.split(/[×xX*＊,，、]/).map((part) => part.trim())
  return parts.join('') === '' ? [] : parts.map(Number)
}

/** The options and variants of a copied product: the server makes variants of its own of them, without SKUs. */
export function copiedVariants(copied?: Product): Pick<ProductInput, 'options' | 'variants'> {
  const { options, variants } = copied ?? {}
  return options?.length && variants?.length ? { options, variants } : {}
}

/** The extra picture that the server most likely means: the first that is no address. */
export function faultyPicture({ imagesUrl }: ProductForm): `imagesUrl.${0 | 1 | 2 | 3 | 4}` {
  const index = imagesUrl.findIndex((address) => address.trim() && !/^(https?:|\/)/.test(address))
  return `imagesUrl.${Math.max(index, 0) as 0 | 1 | 2 | 3 | 4}`
}

const priceWords = '請輸入 0 到 2,147,483,647 的整數'

/** The fields by the names that the server gives them, in the order of the form. */
export const productWords = {
  imageUrl: { label: '主圖網址', invalid: '請輸入 http:// 或 https:// 開頭的網址' },
  imagesUrl: { label: '圖片網址', invalid: '請輸入 http:// 或 https:// 開頭的網址' },
  title: { label: '標題', invalid: '標題請在 200 個字以內' },
  category: { label: '分類', invalid: '分類請在 100 個字以內' },
  unit: { label: '單位', invalid: '單位請在 20 個字以內' },
  origin_price: { label: '原價', invalid: `原價${priceWords}` },
  price: { label: '售價', invalid: `售價${priceWords}` },
  initial_stock: { label: '庫存', invalid: '庫存請輸入 0 到 999,999 的整數' },
  content: { label: '內容', invalid: '內容請在 5,000 個字以內' },
  description: { label: '描述', invalid: '描述請在 100,000 個字以內' },
  shipping_temperature: { label: '溫層' },
  no_return: { label: '七天鑑賞期' },
  weight_g: { label: '重量', invalid: '重量請輸入 1 到 1,000,000 的整數，或留空' },
  sides_mm: { label: '尺寸', invalid: '尺寸請輸入長×寬×高，各 1 到 10,000，或留空' },
  tax_type: { label: '發票稅別' },
  is_enabled: { label: '是否啟用' },
} satisfies Record<string, FieldWords>
