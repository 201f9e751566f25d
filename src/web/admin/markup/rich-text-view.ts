import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { goToNextCell, tableEditing } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { pictureSize } from '#contract/uploads.ts'
import { sliceOf } from './rich-text-html.ts'
import { schema } from './rich-text-schema.ts'

const { nodes, marks } = schema

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

/** Tab stays the way out of the editor, but for the cells of a table. */
const keys = keymap({
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  'Mod-b': toggleMark(marks.strong),
  'Mod-i': toggleMark(marks.em),
  Enter: splitListItem(nodes.list_item),
  'Shift-Enter': chainCommands(exitCode, breakLine),
  'Mod-]': sinkListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
  Tab: goToNextCell(1),
  'Shift-Tab': goToNextCell(-1),
})

/** The signs that people type for a heading and for lists. */
const typed = inputRules({
  rules: [
    textblockTypeInputRule(/^##\s$/, nodes.heading, { level: 2 }),
    wrappingInputRule(/^[-*]\s$/, nodes.bullet_list),
    wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
  ],
})

export function openState(doc: Node): EditorState {
  const plugins = [typed, keys, keymap(baseKeymap), history(), dropCursor(), gapCursor()]
  return EditorState.create({ doc, plugins: [...plugins, tableEditing()] })
}

export function insertPicture(view: EditorView, src: string): void {
  const picture = nodes.image.create({ src, alt: '', ...pictureSize(src) })
  const tr = view.state.tr
  // Behind what is selected, such as the picture before, and not in its place.
  tr.setSelection(TextSelection.near(tr.selection.$to, -1))
  view.dispatch(tr.replaceSelectionWith(picture).scrollIntoView())
  const before = view.state.selection.from - 1
  const isPicture = view.state.doc.nodeAt(before)?.type === nodes.image
  // Selected, so that the next press can describe it.
  if (isPicture) {
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, before)))
  }
}

type OnPictures = (pictures: File[]) => void

const picturesIn = (files: FileList | undefined) =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))

/**
 * Paste and drop in place of the library's, whose reading of HTML is a sink of its own: it comes
 * through the sanitiser, as all that the shop shows.
 */
export function readingOf(onPictures: OnPictures) {
  return {
    paste(view: EditorView, event: ClipboardEvent): boolean {
      const pictures = picturesIn(event.clipboardData?.files)
      const html = event.clipboardData?.getData('text/html') ?? ''
      if (view.state.selection.$from.parent.type.spec.code) return false
      if (html === '' && pictures.length === 0) return false
      event.preventDefault()
      if (html === '') onPictures(pictures)
      else insertHtml(view, event, html)
      return true
    },
    drop(view: EditorView, event: DragEvent): boolean {
      const pictures = picturesIn(event.dataTransfer?.files)
      const html = event.dataTransfer?.getData('text/html') ?? ''
      // A part of the text itself, which is moved.
      if (view.dragging || (html === '' && pictures.length === 0)) return false
      event.preventDefault()
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (place) {
        const at = TextSelection.near(view.state.doc.resolve(place.pos))
        view.dispatch(view.state.tr.setSelection(at))
      }
      view.focus()
      if (pictures.length > 0) onPictures(pictures)
      else insertHtml(view, event, html)
      return true
    },
  }
}

function insertHtml(view: EditorView, event: Event, html: string): void {
  const slice = sliceOf(html, view.state.selection.$from)
  // Cells that are pasted into a table.
  const isDone = view.someProp('handlePaste', (handle) =>
    handle(view, event as ClipboardEvent, slice),
  )
  if (!isDone) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
}
