import { contentText, type Product, type ProductInput } from '#contract/catalog.ts'

export const extraPictureFields = [0, 1, 2, 3, 4] as const

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
  }
}

export function productInput(form: ProductForm): ProductInput {
  return {
    ...form,
    imageUrl: form.imageUrl.trim(),
    imagesUrl: form.imagesUrl.map((address) => address.trim()),
  }
}

/** The fields by the names that the server gives them in its messages. */
export const productLabels = {
  imageUrl: '主圖網址',
  imagesUrl: '圖片網址',
  title: '標題',
  category: '分類',
  unit: '單位',
  origin_price: '原價',
  price: '售價',
  content: '內容',
  description: '描述',
  is_enabled: '是否啟用',
}
