import { describe, expect, it } from 'vitest'
import { formatted, withParagraphs, withPicture } from './markup-text.ts'

describe('withParagraphs', () => {
  it.each([
    ['第一行\n\n第二行 3 < 5', '第一行\n\n第二行 3 < 5'],
    ['<h2>材質</h2>\n粗陶\n手作\n\n溫潤', '<h2>材質</h2>\n<p>粗陶<br>\n手作</p>\n\n<p>溫潤</p>'],
    [
      '<ul>\n<li>一\n二</li>\n</ul>\n<strong>好</strong>',
      '<ul>\n<li>一\n二</li>\n</ul>\n<p><strong>好</strong></p>',
    ],
    ['<p>已經\n是段落</p>', '<p>已經\n是段落</p>'],
  ])('makes paragraphs of bare lines beside elements alone (DOOR-13): %j', (text, expected) => {
    expect(withParagraphs(text)).toBe(expected)
    expect(withParagraphs(expected)).toBe(expected)
  })
})

describe('formatted', () => {
  it('puts the format around the selection, which stays selected', () => {
    expect(formatted({ text: '很好用', start: 1, end: 2 }, 'bold')).toEqual({
      text: '很<strong>好</strong>用',
      start: 9,
      end: 10,
    })
    const link = formatted({ text: '看這裡', start: 1, end: 3 }, 'link')
    expect(link.text).toBe('看<a href="https://">這裡</a>')
    expect(link.text.slice(link.start, link.end)).toBe('https://')
  })

  it('puts headings, lists, tables and pictures on lines of their own', () => {
    expect(formatted({ text: '前後', start: 1, end: 1 }, 'heading').text).toBe(
      '前\n<h2>標題</h2>\n後',
    )
    expect(formatted({ text: '甲\n乙', start: 0, end: 3 }, 'list').text).toBe(
      '<ul>\n<li>甲</li>\n<li>乙</li>\n</ul>\n',
    )
    expect(withPicture({ text: '', start: 0, end: 0 }, '/uploads/a.jpg').text).toBe(
      '<p><img src="/uploads/a.jpg" alt=""></p>\n',
    )
  })
})
