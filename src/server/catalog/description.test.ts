import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlAttacks } from '../testing/models/html-attacks.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import {
  descriptionMarkup,
  maxListedDescription,
  sanitizeDescription,
  truncateDescription,
} from './description.ts'

const safeTags =
  /^(P|BR|HR|DIV|SPAN|BLOCKQUOTE|PRE|CODE|H[1-6]|UL|OL|LI|DL|DT|DD|STRONG|B|EM|I|U|S|SMALL|SUB|SUP|MARK|TABLE|CAPTION|COLGROUP|COL|THEAD|TBODY|TFOOT|TR|TH|TD|A|IMG|FIGURE|FIGCAPTION)$/
const safeAttributes =
  /^(href|title|rel|target|src|alt|width|height|start|span|colspan|rowspan|scope)$/

/** The properties of an element that the test reads: the server's types have no DOM. */
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

/** How a browser parses the HTML, and the HTML that it serialises from that. */
function elementsOf(html: string): ParsedElement[] {
  const parse = (text: string) => parser.parseFromString(`<body>${text}</body>`, 'text/html').body
  const first = parse(html)
  return [first, parse(first.innerHTML)].flatMap((body) => [...body.querySelectorAll('*')])
}

/** As a client sets it as the content of an element, where a half tag at the end is none. */
function fragmentOf(html: string): ParsedElement {
  const { body } = parser.parseFromString('', 'text/html')
  body.innerHTML = html
  return body
}

function dangersIn(html: string): string[] {
  return dangersAmong(elementsOf(html))
}

function dangersAmong(elements: readonly ParsedElement[]): string[] {
  return elements.flatMap((element) => {
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
  it.each(htmlAttacks)('VALID-48 A11 leaves nothing that runs or loads of %s', (attack) => {
    expect(dangersIn(sanitizeDescription(attack))).toEqual([])
    expect(dangersIn(sanitizeDescription(`<p>一</p>${attack}<p>二</p>`))).toEqual([])
  })

  it('A11 of attacks that are cut up, nested and mixed nothing is left either (seed 20261121)', () => {
    const tags = [
      'p',
      'table',
      'svg',
      'math',
      'style',
      'title',
      'noscript',
      'template',
      'a',
      'select',
    ]
    const piece = fc.oneof(
      fc.constantFrom(...htmlAttacks),
      fc.tuple(fc.constantFrom(...htmlAttacks), fc.nat(60)).map(([attack, at]) => attack.slice(at)),
      fc.constantFrom(...tags).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom('<!--', '-->', ']]>', '<![CDATA[', '"', "'", '>', '<', '&lt;', '\u0000', '`'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const clean = sanitizeDescription(pieces.join(''))
        expect(dangersIn(clean)).toEqual([])
        expect(dangersIn(sanitizeDescription(clean))).toEqual([])
      }),
      { seed: 20_261_121, numRuns: propertyRuns(300) },
    )
  })

  it('leaves nothing of malformed tags, which hold beginnings of others (MEND-52, seed 20261127)', () => {
    const inTag = fc.constantFrom(
      ...[
        '<',
        '<1',
        '<a',
        ' ',
        '/',
        '\n',
        '\t',
        '\u0000',
        '"',
        "'",
        '=',
        '>',
        'a',
        '1',
        '/>',
        '!',
        '?',
        '--',
      ],
      ...[
        ' style=x',
        '/onload=x',
        ' href=javascript:x',
        ' id=document-data',
        ' name="head"',
        '\fclass=x',
      ],
    )
    const tag = fc
      .tuple(
        fc.constantFrom(
          'a',
          'p',
          'img',
          'table',
          'x',
          'script',
          'svg',
          '/p',
          '!',
          '?',
          '!--',
          'A',
          '寬',
        ),
        fc.array(inTag, { maxLength: 6 }),
      )
      .map(([name, parts]) => `<${name}${parts.join('')}`)
    const text = fc.array(fc.oneof(tag, inTag, fc.constant('文字 ')), { maxLength: 6 })
    fc.assert(
      fc.property(text, (pieces) => {
        const html = pieces.join('')
        const kept = fragmentOf(sanitizeDescription(html))
        expect(dangersAmong([...kept.querySelectorAll('*')])).toEqual([])
        expect(dangersIn(descriptionMarkup(html))).toEqual([])
      }),
      { seed: 20_261_127, numRuns: propertyRuns(300) },
    )
  })

  it('VALID-48 A11 the attacks are dangerous as they come', () => {
    const dangerous = htmlAttacks.filter((attack) => dangersIn(attack).length > 0)
    expect(dangerous.length).toBeGreaterThan(htmlAttacks.length - 8)
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

describe('the beginning of a description', () => {
  const piece = fc.oneof(
    fc.constantFrom('<p>', '</p>', '<b>', '</b>', '<ul><li>', '</li></ul>', '<br />', '<hr />'),
    fc.constantFrom('<table><colgroup><col span="2"></colgroup><tr><td>', '</td></tr></table>'),
    fc.constantFrom(
      '<a href="/a?b=1&amp;c=2" title="&quot;">',
      '</a>',
      '<img src="/a.jpg" alt=">">',
    ),
    fc.constantFrom(
      '&',
      '&amp;',
      '&lt;',
      '&nbsp;',
      '<',
      '>',
      ' < ',
      '&#128512;',
      '😀',
      '長',
      '字 ',
    ),
    fc.string({ maxLength: 6 }),
  )
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  it('is sanitised and short, and begins what is stored (SAFE-12)', () => {
    fc.assert(
      fc.property(text, fc.nat(300), (html, maxLength) => {
        const stored = sanitizeDescription(html)
        // A list reads only the beginning, and one sign more.
        const read = [...stored].slice(0, maxLength + 1).join('')
        const cut = truncateDescription(read, maxLength)
        expect(cut.length).toBeLessThanOrEqual(maxLength)
        expect(cut.isWellFormed()).toBe(true)
        expect(stored.startsWith(cut.replace(/(<\/[a-z0-9]+>)*$/, ''))).toBe(true)
        // A change by a second sanitising is not due to the cut.
        if (sanitizeDescription(stored) === stored) expect(sanitizeDescription(cut)).toBe(cut)
      }),
      { seed: 20_261_127, numRuns: propertyRuns(500) },
    )
  })

  it('is as long as the ends of its elements leave room for', () => {
    const html = `<div><p>${'長'.repeat(3_000)}</p></div>`
    const cut = truncateDescription(html)
    expect(cut).toBe(`<div><p>${'長'.repeat(1_982)}</p></div>`)
    expect(cut).toHaveLength(maxListedDescription)
  })

  it.each([
    ['<p>一</p><b>二</b>', 12, '<p>一</p>'],
    ['<p>一二</p>', 8, '<p>一</p>'],
    ['一二&amp;三', 6, '一二'],
    ['一二&amp;三', 7, '一二&amp;'],
    ['A&B 一二三', 3, 'A&B'],
    ['一<br />二', 3, '一'],
    ['一😀二', 2, '一'],
    ['寬 < 30 公分', 5, '寬 < 3'],
    ['一<a href="/a', 11, '一'],
  ])('of %j within %i is %j', (html, maxLength, cut) => {
    expect(truncateDescription(html, maxLength)).toBe(cut)
  })
})
