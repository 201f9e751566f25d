import { describe, expect, it } from 'vitest'
import { safeHtml } from './safe-html.ts'

describe('safeHtml', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<object data="x"></object><embed src="x">',
    '<form action="https://evil.example"><input name="password"></form>',
    '<base href="https://evil.example">',
    '<style>body{display:none}</style>',
    '<p style="position:fixed;inset:0">x</p>',
    '<div id="root" class="fixed inset-0">x</div>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ])('DETAIL-06 VALID-48 A11 leaves nothing of %s that could act', (html) => {
    const clean = String(safeHtml(html))
    expect(clean).not.toMatch(
      /script|onerror|onload|javascript|iframe|object|embed|<form|<input|<base|<style|style=|class=|id=|data:/i,
    )
  })

  it.each([
    ['尺寸 S<M<L 三種，下單請備註', '尺寸 S&lt;M&lt;L 三種，下單請備註'],
    ['5 < 6 <b>粗</b> a<b', '5 &lt; 6 <b>粗</b> a&lt;b'],
  ])('DETAIL-05 keeps the text after a sign that begins no tag, as in %s', (text, html) => {
    expect(String(safeHtml(text))).toBe(html)
  })

  it('DETAIL-05 VALID-49 keeps tables, lists, headings, emphasis, links and pictures', () => {
    const html =
      '<h2>規格</h2><ul><li><strong>材質</strong>：<em>粗陶</em></li></ul>' +
      '<table><tbody><tr><td>高</td></tr></tbody></table>' +
      '<a href="https://example.com">說明</a><img src="https://example.com/a.jpg" alt="杯">'
    expect(String(safeHtml(html))).toBe(html)
  })
})
