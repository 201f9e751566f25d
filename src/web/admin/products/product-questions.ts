import { adminCatalogApi, catalogApi, type Product } from '#contract/catalog.ts'
import { formatMoney } from '#contract/money.ts'
import { call } from '../../api/call.ts'
import { newProduct, type ProductForm } from './product-form.ts'

/**
 * Likely mistakes, unless the product was saved with them before. An incomplete form raises none:
 * the server refuses it and says why.
 */
export async function productQuestions(form: ProductForm, saved?: Product): Promise<string[]> {
  const { title, unit, price, origin_price } = form
  const category = form.category.trim()
  if (!title.trim() || !unit.trim() || !category || price === '' || origin_price === '') return []
  const questions: string[] = []
  const arePricesNew = price !== saved?.price || origin_price !== saved?.origin_price
  if (arePricesNew && price > origin_price) {
    questions.push(`售價 ${formatMoney(price)} 高於原價 ${formatMoney(origin_price)}`)
  }
  if (origin_price === newProduct.origin_price && origin_price !== saved?.origin_price) {
    questions.push(`原價仍是預設的 ${formatMoney(origin_price)}`)
  }
  if (price === newProduct.price && price !== saved?.price) {
    questions.push(`售價仍是預設的 ${formatMoney(price)}`)
  }
  if (category !== saved?.category && (await isUnusualCategory(category))) {
    questions.push(`目前沒有其他產品使用分類「${category}」`)
  }
  return questions
}

/**
 * Whether it looks like a slip for another category: one is a part of the other. The list finds those
 * that contain the text; with more than a page of them this one is taken for known.
 */
async function isUnusualCategory(category: string): Promise<boolean> {
  const { products, pagination } = await call(adminCatalogApi.list, { query: { category } })
  const isUsed = products.some((product) => product.category.trim() === category)
  if (pagination.has_next || isUsed) return false
  if (products.length > 0) return true
  const { categories } = await call(catalogApi.categories, {})
  return categories.some(({ title }) => title !== category && category.includes(title))
}
