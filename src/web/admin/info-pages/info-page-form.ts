import type { InfoPageInput } from '#contract/info-pages.ts'
import type { FieldWords } from '../ui/fields/field-errors.ts'

export interface InfoPageForm {
  title: string
  slug: string
  content: string
  isPublic: 0 | 1
  isOnProducts: 0 | 1
}

export const newInfoPage: InfoPageForm = {
  title: '',
  slug: '',
  content: '',
  isPublic: 0,
  isOnProducts: 0,
}

/** Addresses of the pages that nearly every shop has. */
const usualSlugs: Record<string, string> = {
  關於我們: 'about',
  購物說明: 'guide',
  退換貨: 'returns',
  退換貨說明: 'returns',
  常見問題: 'faq',
  門市: 'stores',
  門市資訊: 'stores',
}

/** The address that a title suggests; empty where it has no Latin letters. */
export function slugOf(title: string): string {
  const text = title.trim()
  const latin = text
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join('-')
  return usualSlugs[text] ?? latin.slice(0, 60)
}

export function infoPageInput(form: InfoPageForm): InfoPageInput {
  const { title, slug, content, isPublic, isOnProducts } = form
  return {
    title,
    slug: slug.trim().toLowerCase(),
    content,
    is_public: isPublic === 1,
    is_on_products: isOnProducts === 1,
  }
}

export const infoPageWords = {
  title: { label: '標題', invalid: '標題請在 60 個字以內' },
  slug: {
    label: '網址',
    invalid: '網址請用小寫英文字母、數字與連字號，例如 about',
    codes: ['PAGE_SLUG_TAKEN'],
  },
  content: { label: '內容', invalid: '內容請在 100,000 個字以內' },
  is_public: { label: '公開' },
  is_on_products: { label: '顯示在商品頁', saysItself: true },
} satisfies Record<string, FieldWords>
