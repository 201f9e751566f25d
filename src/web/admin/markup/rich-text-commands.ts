import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import type { Attrs, Mark, MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { schema } from './rich-text-schema.ts'

const { nodes, marks } = schema
const isList = (type: NodeType) => type === nodes.bullet_list || type === nodes.ordered_list

/** The innermost list around the selection, with its position. */
function listAround({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (isList(node.type)) return { node, position: $from.before(depth) }
  }
  return undefined
}

export function isHeading({ selection: { $from } }: EditorState): boolean {
  return $from.parent.type === nodes.heading
}

export const toggleHeading: Command = (state, dispatch) => {
  const command = isHeading(state)
    ? setBlockType(nodes.paragraph)
    : setBlockType(nodes.heading, { level: 2 })
  return command(state, dispatch)
}

export const isInList = (type: NodeType) => (state: EditorState) =>
  listAround(state)?.node.type === type

/** Into a list and out of it; a list of the other kind becomes one of this. */
export function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const around = listAround(state)
    if (!around) return wrapInList(type)(state, dispatch)
    if (around.node.type === type) return liftListItem(nodes.list_item)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(around.position, type))
    return true
  }
}

export function isQuote({ selection: { $from } }: EditorState): boolean {
  return Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(
    ({ type }) => type === nodes.blockquote,
  )
}

export const toggleQuote: Command = (state, dispatch) =>
  (isQuote(state) ? lift : wrapIn(nodes.blockquote))(state, dispatch)

export function hasMark(type: MarkType) {
  return ({ selection, storedMarks, doc }: EditorState): boolean => {
    const { empty, from, to, $from } = selection
    if (empty) return Boolean(type.isInSet(storedMarks ?? $from.marks()))
    return doc.rangeHasMark(from, to, type)
  }
}

/** The link at the selection, and how far it goes. */
export function linkAt(state: EditorState): { mark: Mark; from: number; to: number } | undefined {
  const { $from, from, to, empty } = state.selection
  if (!empty) {
    let found: Mark | undefined
    state.doc.nodesBetween(from, to, (node) => {
      found ??= marks.link.isInSet(node.marks)
    })
    return found && { mark: found, from, to }
  }
  const mark = marks.link.isInSet($from.marks())
  if (!mark) return undefined
  const start = $from.start()
  const run = { from: start, to: start }
  $from.parent.forEach((node, offset) => {
    const end = start + offset + node.nodeSize
    if (!mark.isInSet(node.marks)) {
      if (end <= from) run.from = run.to = end
    } else if (run.to === start + offset) run.to = end
  })
  return { mark, ...run }
}

/** Links the selection, or changes the link at the caret; without either inserts the address as a link. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const link = linkAt(state)
    const { from, to } = link ?? state.selection
    const { tr } = state
    const attrs: Attrs = { ...link?.mark.attrs, href }
    if (from === to) tr.insert(from, schema.text(href, [marks.link.create(attrs)]))
    else tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create(attrs))
    dispatch?.(tr)
    return true
  }
}

export const removeLink: Command = (state, dispatch) => {
  const link = linkAt(state)
  if (!link) return false
  dispatch?.(state.tr.removeMark(link.from, link.to, marks.link))
  return true
}

/** The picture that is selected. */
export function pictureAt({ selection }: EditorState) {
  return selection instanceof NodeSelection && selection.node.type === nodes.image
    ? selection.node
    : undefined
}

export function setPictureText(alt: string): Command {
  return (state, dispatch) => {
    const picture = pictureAt(state)
    if (!picture) return false
    const { from } = state.selection
    const tr = state.tr.setNodeMarkup(from, null, { ...picture.attrs, alt })
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, from)))
    return true
  }
}

const cell = (type: NodeType) => type.createAndFill() ?? type.create()

/** Three rows of two, the first of them headings; the caret goes into the first cell. */
export const insertTable: Command = (state, dispatch) => {
  const { table, table_row: row, table_cell: plain, table_header: head } = nodes
  const rows = [head, plain, plain].map((type) => row.create(null, [cell(type), cell(type)]))
  const tr = state.tr
  // Behind what is selected, and not in its place.
  tr.setSelection(TextSelection.near(state.selection.$to, -1))
  tr.replaceSelectionWith(table.create(null, rows))
  let inserted = 0
  tr.doc.nodesBetween(0, tr.selection.from, (node, position) => {
    if (node.type === table) inserted = position
  })
  tr.setSelection(TextSelection.near(tr.doc.resolve(inserted + 1)))
  dispatch?.(tr.scrollIntoView())
  return true
}
