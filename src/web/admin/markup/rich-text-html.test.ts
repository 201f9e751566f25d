import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { linkAddress } from './link-address.ts'
import { insertTable, linkAt, setLink, toggleList } from './rich-text-commands.ts'
import { documentOf, htmlOf } from './rich-text-html.ts'
import { schema } from './rich-text-schema.ts'
import { openState } from './rich-text-view.ts'
import { unsupportedIn } from './unsupported-tags.ts'

const kept = (html: string) => htmlOf(documentOf(html))

describe('the text of the editor', () => {
  it('is the HTML that it was opened with, one block a line (DOOR-42)', () => {
    const html = [
      '<h2>規格</h2>',
      '<p>手工<strong>陶</strong>杯，<em>每只</em>略有<u>差異</u>。<br>容量 <sup>350</sup> ml</p>',
      '<table><tbody><tr><th scope="col">項目</th><th>說明</th></tr><tr><td colspan="2">陶</td></tr></tbody></table>',
      '<ul><li>可進洗碗機<ul><li>上層</li></ul></li><li><p>一</p><p>二</p></li></ul>',
      '<ol start="2"><li>不可微波</li></ol>',
      '<blockquote><p>好用</p></blockquote>',
      '<hr>',
      '<pre>一\n  二</pre>',
      '<p><a href="/main/prods" title="更多" target="_blank">更多</a><img src="/uploads/a.jpg" alt="杯" width="320" height="240"></p>',
    ].join('\n')
    expect(kept(html)).toBe(html)
  })

  it('has paragraphs for lines, other names for old tags, and no wrappers (DOOR-42)', () => {
    expect(kept('第一行\n第二行\n\n3 < 5')).toBe('<p>第一行<br>第二行</p>\n<p>3 &lt; 5</p>')
    expect(kept('<div><b>粗</b><i>斜</i></div>尾')).toBe(
      '<p><strong>粗</strong><em>斜</em></p>\n<p>尾</p>',
    )
    expect([kept(''), kept('<p></p>')]).toEqual(['', ''])
  })

  it('is what the sanitiser leaves (DOOR-13, DOOR-42)', () => {
    const hostile = '<p onclick=x>一<script>alert(1)</script><img src=x onerror=alert(1)></p>'
    expect(kept(hostile)).toBe('<p>一<img src="x" alt=""></p>')
    expect(kept('<a href="javascript:alert(1)">x</a>')).toBe('<p>x</p>')
  })

  it('says what it would lose (DOOR-42)', () => {
    expect(unsupportedIn('<figure><img src="/a.jpg"><figcaption>圖</figcaption></figure>')).toEqual(
      ['<figure>', '<figcaption>'],
    )
    expect(unsupportedIn('<table><tr><td>一</td></tr></table> figure')).toEqual([])
  })
})

describe('a button of the editor', () => {
  const run = (state: EditorState, command: Command) => {
    let next = state
    command(state, (tr) => {
      next = state.apply(tr)
    })
    return next
  }
  /** The text after a command, with what stands between the two positions selected. */
  function textAfter(html: string, [from, to]: [number, number], command: Command) {
    const state = openState(documentOf(html))
    const selection = TextSelection.create(state.doc, from, to)
    return htmlOf(run(state.apply(state.tr.setSelection(selection)), command).doc)
  }

  it('makes a list, and of a list the other one, and ends it (DOOR-42)', () => {
    const { bullet_list: bullets, ordered_list: numbers } = schema.nodes
    expect(textAfter('<p>一</p>', [1, 1], toggleList(bullets))).toBe('<ul><li>一</li></ul>')
    expect(textAfter('<ul><li>一</li></ul>', [3, 3], toggleList(numbers))).toBe(
      '<ol><li>一</li></ol>',
    )
    expect(textAfter('<ul><li>一</li></ul>', [3, 3], toggleList(bullets))).toBe('<p>一</p>')
  })

  it('links what is selected, writes an address where nothing is, and changes a whole link (DOOR-42)', () => {
    expect(textAfter('<p>看這裡</p>', [2, 4], setLink('/a'))).toBe('<p>看<a href="/a">這裡</a></p>')
    expect(textAfter('<p>看</p>', [2, 2], setLink('/a'))).toBe('<p>看<a href="/a">/a</a></p>')
    const link = '<p>看<a href="/a">這<strong>裡</strong></a>。<a href="/a">又</a></p>'
    expect(textAfter(link, [3, 3], setLink('/b'))).toBe(
      '<p>看<a href="/b">這<strong>裡</strong></a>。<a href="/a">又</a></p>',
    )
    expect(linkAt(openState(documentOf('<p>無</p>')))).toBeUndefined()
  })

  it('puts a table with the caret in its first cell (DOOR-42)', () => {
    const state = run(openState(documentOf('<p></p>')), insertTable)
    expect(state.selection.$from.parentOffset).toBe(0)
    expect(state.selection.$from.node(-1).type).toBe(schema.nodes.table_header)
  })

  it.each([
    ['https://a.tw/b', 'https://a.tw/b'],
    ['/main/prods', '/main/prods'],
    ['shop.tw/路', 'https://shop.tw/路'],
    [' me@shop.tw ', 'mailto:me@shop.tw'],
    ['tel:02', 'tel:02'],
    ['javascript:alert(1)', undefined],
    ['//evil.tw', undefined],
    ['看這裡', undefined],
    ['', undefined],
  ])('reads the address of a link: %j (DOOR-42)', (typed, address) => {
    expect(linkAddress(typed)).toBe(address)
  })
})
