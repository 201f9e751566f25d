import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { newProduct, type ProductForm } from './product-form.ts'
import { productQuestions } from './product-questions.ts'

afterEach(() => vi.unstubAllGlobals())

const form: ProductForm = {
  ...newProduct,
  ...{ title: '包種茶', unit: '罐', category: '茶葉', price: 500, origin_price: 600 },
}
const pagination = {
  ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}
const list = (...categories: string[]) => ({
  success: true,
  products: categories.map((category, id) => ({ id: String(id), category })),
  pagination,
  messages: [],
})

const categories = (...titles: string[]) => ({
  success: true,
  categories: titles.map((title) => ({ title })),
})

/** The answers in turn: to the category, then to those of the shop. */
async function asked(...replies: object[]): Promise<string[]> {
  const network = new HeldNetwork()
  const questions = productQuestions(form)
  for (const [index, reply] of replies.entries()) (await network.request(index)).answer(reply)
  return questions
}

test('a category is asked about where it may be a slip for another one, and not for being new (DOOR-07)', async () => {
  const question = ['目前沒有其他產品使用分類「茶葉」']
  expect(await asked(list('茶葉禮盒'))).toEqual(question)
  expect(await asked(list(), categories('茶', '杯子'))).toEqual(question)
  expect(await asked(list(), categories('咖啡', '杯子'))).toEqual([])
  expect(await asked(list('茶葉'))).toEqual([])
})
