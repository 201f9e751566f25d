import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { newProduct, type ProductForm } from './product-form.ts'
import { productQuestions } from './product-questions.ts'

afterEach(() => vi.unstubAllGlobals())

const form: ProductForm = {
  ...newProduct,
  ...{ title: '包種茶', unit: '罐', category: '茶', price: 500, origin_price: 600 },
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

/** The answers in turn: to the category, then to the whole list. */
async function asked(...replies: object[]): Promise<string[]> {
  const network = new HeldNetwork()
  const questions = productQuestions(form)
  for (const [index, reply] of replies.entries()) (await network.request(index)).answer(reply)
  return questions
}

test('a new category is asked about where the shop has others, and not for its first product (DOOR-07)', async () => {
  expect(await asked(list('茶具'), list('茶具'))).toEqual(['目前沒有其他產品使用分類「茶」'])
  expect(await asked(list('茶'))).toEqual([])
  expect(await asked(list(), list())).toEqual([])
})
