import {
  DOMParser,
  DOMSerializer,
  type Node,
  type ResolvedPos,
  type Slice,
} from 'prosemirror-model'
import { hasTags } from '#contract/markup.ts'
import { safeFragment } from '../../shared/safe-html.ts'
import { schema } from './rich-text-schema.ts'

const parser = DOMParser.fromSchema(schema)
const serializer = DOMSerializer.fromSchema(schema)

/** The text of a field as a document: sanitised HTML, or plain text with its line breaks. */
export function documentOf(text: string): Node {
  return parser.parse(hasTags(text) ? safeFragment(text) : fragmentOfLines(text))
}

/** HTML that is pasted or dropped. */
export function sliceOf(html: string, context: ResolvedPos): Slice {
  return parser.parseSlice(safeFragment(html), { context })
}

/** Empty for an empty document; otherwise its blocks, one a line. */
export function htmlOf(document: Node): string {
  if (document.childCount === 1 && document.firstChild?.type === schema.nodes.paragraph) {
    if (document.content.size === 2) return ''
  }
  // In a document of its own no picture is loaded.
  const { body } = globalThis.document.implementation.createHTMLDocument()
  serializer.serializeFragment(document.content, { document: body.ownerDocument }, body)
  for (const holder of body.querySelectorAll('li, td, th')) unwrapFirst(holder)
  return [...body.children].map(({ outerHTML }) => outerHTML).join('\n')
}

/** The editor's items and cells hold paragraphs; people write a single one, or one above a list, bare. */
function unwrapFirst(holder: Element): void {
  const [first, ...others] = holder.children
  if (first?.tagName !== 'P' || !others.every(({ tagName }) => /^[UO]L$/.test(tagName))) return
  first.replaceWith(...first.childNodes)
}

/** Paragraphs stand between empty lines. */
function fragmentOfLines(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const block of text.split(/\n[ \t]{0,20}\n/)) {
    const paragraph = document.createElement('p')
    for (const [index, line] of block.split('\n').entries()) {
      if (index > 0) paragraph.append(document.createElement('br'))
      paragraph.append(line)
    }
    fragment.append(paragraph)
  }
  return fragment
}
