import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { sanitizeDescription } from './description.ts'

/** Attacks on sanitisers, of the public collections: each wants to run or load something. */
const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" onload=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>"\\>',
  '<img src=`x`onerror=alert(1)>',
  '<img/src/onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2Zz48c2NyaXB0PmFsZXJ0KDEpPC9zY3JpcHQ+PC9zdmc+">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example" onclick=alert(1)>x</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name=password><button formaction=javascript:alert(1)>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>body{background:url(javascript:alert(1))}</style>',
  '<div style="background:url(https://evil.example/x);position:fixed">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)">x</td></table>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<body onload=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<title><img src=x onerror=alert(1)></title>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<select><option><img src=x onerror=alert(1)></select>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<p title="<img src=x onerror=alert(1)>">x</p>',
  '<p id="location" name="cookie" class="x">x</p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<b><i></b><img src=x onerror=alert(1)></i>',
  '<a href="https://x.example" target="_blank" style="position:fixed;inset:0">x</a>',
  '<img srcset="javascript:alert(1) 1x">',
  '<img src="https://x.example/a.png" srcset="x 1x" loading=lazy longdesc="javascript:alert(1)">',
  '<ul type="javascript:alert(1)"><li value="1" onmouseover=alert(1)>x</ul>',
]

const safeTags =
  /^(P|BR|HR|DIV|SPAN|BLOCKQUOTE|PRE|CODE|H[1-6]|UL|OL|LI|DL|DT|DD|STRONG|B|EM|I|U|S|SMALL|SUB|SUP|MARK|TABLE|CAPTION|COLGROUP|COL|THEAD|TBODY|TFOOT|TR|TH|TD|A|IMG|FIGURE|FIGCAPTION)$/
const safeAttributes =
  /^(href|title|rel|target|src|alt|width|height|start|span|colspan|rowspan|scope)$/

/** As much of an element as is looked at: the server's own types know no document. */
interface ParsedElement {
  tagName: string
  namespaceURI: string | null
  attributes: Iterable<{ name: string; value: string }>
  innerHTML: string
  textContent: string
  firstElementChild: ParsedElement | null
  querySelectorAll(selector: string): Iterable<ParsedElement>
}
type Parser = new () => {
  parseFromString(text: string, type: 'text/html'): { body: ParsedElement }
}
const { JSDOM }: { JSDOM: new () => { window: { DOMParser: Parser } } } = createRequire(
  import.meta.url,
)('jsdom')
const { DOMParser } = new JSDOM().window
const parser = new DOMParser()

/** What a browser makes of the HTML, and of what it would write down of that again. */
function elementsOf(html: string): ParsedElement[] {
  const parse = (text: string) => parser.parseFromString(`<body>${text}</body>`, 'text/html').body
  const first = parse(html)
  return [first, parse(first.innerHTML)].flatMap((body) => [...body.querySelectorAll('*')])
}

function dangersIn(html: string): string[] {
  return elementsOf(html).flatMap((element) => {
    const isForeign = element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
    const tag = isForeign || !safeTags.test(element.tagName) ? [`<${element.tagName}>`] : []
    const attributes = [...element.attributes].filter(({ name, value }) => {
      if (!safeAttributes.test(name)) return true
      if (name !== 'href' && name !== 'src') return false
      const { protocol } = new URL(value, 'https://shop.example/')
      return !/^(https?|mailto|tel):$/.test(protocol)
    })
    return [...tag, ...attributes.map(({ name, value }) => `${name}=${value}`)]
  })
}

describe('the sanitiser of descriptions', () => {
  it.each(attacks)('VALID-48 A11 leaves nothing that runs or loads of %s', (attack) => {
    expect(dangersIn(sanitizeDescription(attack))).toEqual([])
    expect(dangersIn(sanitizeDescription(`<p>一</p>${attack}<p>二</p>`))).toEqual([])
  })

  it('VALID-48 A11 the attacks are dangerous as they come', () => {
    const dangerous = attacks.filter((attack) => dangersIn(attack).length > 0)
    expect(dangerous.length).toBeGreaterThan(attacks.length - 8)
  })

  it('VALID-49 keeps tables, lists, headings, emphasis, links and images as they are', () => {
    const html = [
      '<h2>規格</h2><p>手工<strong>陶</strong>杯，<em>每只</em>略有<u>差異</u>。<br />容量 350 ml</p>',
      '<table><thead><tr><th scope="col">項目</th><th>說明</th></tr></thead>',
      '<tbody><tr><td colspan="2">陶</td></tr></tbody></table>',
      '<ul><li>可進洗碗機</li></ul><ol start="2"><li>不可微波</li></ol>',
      '<blockquote>好用</blockquote><hr />',
      '<a href="https://minmin.example/a?b=1&amp;c=2" title="更多">更多</a>',
      '<a href="mailto:shop@minmin.example">來信</a>',
      '<img src="https://pictures.example/a.jpg" alt="杯" width="320" height="240" />',
      '<img src="/uploads/0123456789abcdef0123456789abcdef-8x8.jpg" alt="杯" />',
    ].join('')
    expect(sanitizeDescription(html)).toBe(html)
  })

  it('keeps text, and is at rest after the first time', () => {
    const html = '5 < 6 & "7" > 3 <p>一<script>x</script>二</p><font color=red>紅</font>'
    const once = sanitizeDescription(html)
    expect(once).toContain('<p>一二</p>紅')
    expect(sanitizeDescription(once)).toBe(once)
  })

  it('a link that opens another window cannot reach back', () => {
    const link = sanitizeDescription(
      '<a href="https://x.example" target="_blank" rel="opener">x</a>',
    )
    expect(link).toContain('rel="noopener noreferrer"')
  })

  it.each(['<div>', '<b>', '<ul><li>', '<table><tr><td>', '<svg><g>', '<x>'])(
    'A11 5,000 levels of %s become few',
    (tags) => {
      const clean = sanitizeDescription(`${tags.repeat(5_000)}底`)
      let depth = 0
      const { body } = parser.parseFromString(clean, 'text/html')
      for (let at: ParsedElement | null = body; at; at = at.firstElementChild) depth++
      expect(depth).toBeLessThan(60)
      expect(body.textContent).toContain('底')
    },
  )
})
