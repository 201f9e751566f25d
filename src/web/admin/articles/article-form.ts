import { type Article, type ArticleInput, tagTexts } from '#contract/articles.ts'
import type { FieldWords } from '../ui/fields/field-errors.ts'
import { dayInstant, startOfTaipeiDay, toTaipeiDay } from '../ui/fields/taipei-input.ts'

export interface ArticleForm {
  title: string
  description: string
  image: string
  /** Separated by commas. */
  tag: string
  author: string
  /** `2026-11-30`, in Taipei; empty is the time of saving. */
  create_at: string
  content: string
  isPublic: 0 | 1
}

export const newArticle = (author: string): ArticleForm => ({
  title: '',
  description: '',
  image: '',
  tag: '',
  author,
  create_at: '',
  content: '',
  isPublic: 1,
})

export function articleForm(article: Article): ArticleForm {
  const { title, description, image, tag, author, create_at, content, isPublic } = article
  return {
    ...{ title, description, image, author, content },
    create_at: toTaipeiDay(create_at),
    tag: tagTexts(tag).join('、'),
    isPublic: isPublic ? 1 : 0,
  }
}

/** `saved` is the announcement that the form edits. */
export function articleInput(
  { tag, create_at, isPublic, ...form }: ArticleForm,
  saved?: Article,
): ArticleInput {
  const instant = dayInstant(create_at, saved?.create_at, (day) => startOfTaipeiDay(day) / 1000)
  return {
    ...form,
    isPublic: isPublic === 1,
    tag: tag
      .split(/[、,，]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    ...(instant !== '' && { create_at: instant }),
  }
}

/** A cleared day is sent as such; a change without a day would keep the known one. */
export function articleChange(form: ArticleForm, saved: Article): ArticleInput {
  return { create_at: null, ...articleInput(form, saved) }
}

export const articleWords = {
  title: { label: '標題', invalid: '標題請在 200 個字以內' },
  description: { label: '描述', invalid: '描述請在 2,000 個字以內' },
  image: { label: '圖片網址', invalid: '請輸入 http:// 或 https:// 開頭的網址' },
  tag: { label: '標籤', invalid: '標籤太長了' },
  author: { label: '作者', invalid: '作者請在 100 個字以內' },
  create_at: { label: '日期' },
  content: { label: '內容', invalid: '內容請在 100,000 個字以內' },
  isPublic: { label: '是否公開' },
} satisfies Record<string, FieldWords>
