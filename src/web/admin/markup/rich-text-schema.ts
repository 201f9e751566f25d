import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { bulletList, listItem, orderedList } from 'prosemirror-schema-list'
import { tableNodes } from 'prosemirror-tables'

const levels = [1, 2, 3, 4, 5, 6]

/** Attributes that are kept as they are; absent ones are null, and are not written. */
function attributesOf(names: readonly string[]) {
  return {
    attrs: Object.fromEntries(names.map((name) => [name, { default: null }])),
    getAttrs: (element: HTMLElement) =>
      Object.fromEntries(names.map((name) => [name, element.getAttribute(name)])),
  }
}

const ofPicture = attributesOf(['src', 'alt', 'title', 'width', 'height'])
const ofLink = attributesOf(['href', 'title', 'target'])

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'block+',
  cellAttributes: {
    scope: {
      default: null,
      getFromDOM: (cell) => cell.getAttribute('scope'),
      setDOMAttr: (value, attributes) => {
        if (value) attributes.scope = value
      },
    },
  },
})

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    group: 'block',
    content: 'inline*',
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', 0],
  },
  heading: {
    attrs: { level: { default: 2 } },
    group: 'block',
    content: 'inline*',
    defining: true,
    parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  code_block: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', 0],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  ordered_list: { ...orderedList, group: 'block', content: 'list_item+' },
  bullet_list: { ...bulletList, group: 'block', content: 'list_item+' },
  list_item: { ...listItem, content: 'block+' },
  ...tables,
  text: { group: 'inline' },
  image: {
    group: 'inline',
    inline: true,
    draggable: true,
    // Without a description it is decoration.
    attrs: { ...ofPicture.attrs, alt: { default: '' } },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (element) => ({
          ...ofPicture.getAttrs(element),
          alt: element.getAttribute('alt') ?? '',
        }),
      },
    ],
    toDOM: ({ attrs }) => ['img', attrs],
  },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>

/** A mark without attributes; it is written as the first of the tags. */
const markOf = (...tags: [string, ...string[]]): MarkSpec => ({
  parseDOM: tags.map((tag) => ({ tag })),
  toDOM: () => [tags[0], 0],
})

const marks = {
  link: {
    attrs: ofLink.attrs,
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: ofLink.getAttrs }],
    toDOM: ({ attrs }) => ['a', attrs, 0],
  },
  strong: markOf('strong', 'b'),
  em: markOf('em', 'i'),
  u: markOf('u'),
  s: markOf('s'),
  small: markOf('small'),
  sub: markOf('sub'),
  sup: markOf('sup'),
  mark: markOf('mark'),
  code: markOf('code'),
} satisfies Record<string, MarkSpec>

/** The editor knows the HTML that the server keeps, but for what `unsupported-tags.ts` names. */
export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({ nodes, marks })
