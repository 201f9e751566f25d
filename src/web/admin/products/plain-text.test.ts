import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it.each([
  ['只有文字', '只有文字'],
  ['<p>第一段</p><p>第二<b>段</b></p>', '第一段\n第二段'],
  ['一行<br>又一行', '一行\n又一行'],
  ['<table><tr><td>尺寸</td><td>10 cm</td></tr></table>', '尺寸 10 cm'],
  ['<ul><li>甲</li><li>乙</li></ul>', '甲\n乙'],
  ['<img src=x onerror="window.ran = true"><script>window.ran = true</script>字', '字'],
  ['1 &lt; 2', '1 < 2'],
])('DELETE-03 the description %s is told as text', (html, text) => {
  expect(plainText(html)).toBe(text)
  expect(window).not.toHaveProperty('ran')
})
