import { expect, test } from 'vitest'
import { articleChange, articleForm, articleInput, newArticle } from './article-form.ts'

const article = {
  ...{ id: 'article', num: 1, title: '公告', description: '', image: '', tag: [] },
  ...{ author: '店主', create_at: 1_700_000_000, content: '內容', isPublic: true },
}

test('a cleared day of an announcement is the time of saving, and a kept one stays', () => {
  const form = articleForm(article)
  expect(articleChange({ ...form, create_at: '' }, article).create_at).toBeNull()
  expect(articleChange(form, article).create_at).toBe(1_700_000_000)
})

test('a new announcement without a day is sent without one', () => {
  expect(articleInput(newArticle('店主'))).not.toHaveProperty('create_at')
})
