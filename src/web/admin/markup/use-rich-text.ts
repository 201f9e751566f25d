import type { Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type RefCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePictureUpload } from '../products/use-picture-upload.ts'
import { documentOf, htmlOf } from './rich-text-html.ts'
import { insertPicture, openState, readingOf } from './rich-text-view.ts'

export interface RichText {
  html: string
  onChange: (html: string) => void
  onBlur: () => void
  /** Receives what takes the focus when the field is refused. */
  focusRef: RefCallback<{ focus: () => void }>
  label: string
  isRequired: boolean
  error: string | undefined
}

const opened = (html: string) => ({ html, stored: html, doc: documentOf(html) })

/** The view of ProseMirror over a field of a form, and its state for the toolbar. */
export function useRichText(props: RichText) {
  const { html, label, isRequired, error } = props
  const mount = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [state, setState] = useState<EditorState>()
  /** The text that the view shows, and what it was opened with. */
  const shown = useRef<ReturnType<typeof opened>>(undefined)
  const latest = useRef(props)
  latest.current = props

  const upload = usePictureUpload({
    read: () => '',
    write: (_, address) => view.current && insertPicture(view.current, address),
  })
  const send = (files: File[]) => {
    if (!upload.isRunning) upload.start(files.map((file, position) => ({ file, position })))
  }
  const sendLatest = useRef(send)
  sendLatest.current = send

  useEffect(() => {
    const element = mount.current
    if (!element) return
    const start = opened(latest.current.html)
    shown.current = start
    const first = openState(start.doc)
    setState(first)
    const created = new EditorView(
      { mount: element },
      {
        state: first,
        editable: () => !element.matches('fieldset:disabled *'),
        handleDOMEvents: {
          ...readingOf((pictures) => sendLatest.current(pictures)),
          blur: () => latest.current.onBlur(),
        },
        dispatchTransaction(transaction) {
          const next = created.state.apply(transaction)
          created.updateState(next)
          setState(next)
          const text = shown.current
          if (!text || !transaction.docChanged) return
          // Undone as a whole, it is the text that was stored, letter by letter.
          text.html = next.doc.eq(text.doc) ? text.stored : htmlOf(next.doc)
          latest.current.onChange(text.html)
        },
      },
    )
    view.current = created
    latest.current.focusRef({ focus: () => created.focus() })
    return () => {
      view.current = null
      created.destroy()
    }
  }, [])

  // The form was given other values. In the commit: later, a further change would look like that.
  useLayoutEffect(() => {
    if (!view.current || html === shown.current?.html) return
    const text = opened(html)
    shown.current = text
    const next = openState(text.doc)
    view.current.updateState(next)
    setState(next)
  }, [html])

  useEffect(() => {
    view.current?.setProps({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(isRequired && { 'aria-required': 'true' }),
        ...(error && { 'aria-invalid': 'true' }),
      },
    })
  }, [label, isRequired, error])

  return {
    mount,
    state,
    upload,
    send,
    focus: () => view.current?.focus(),
    run: (command: Command) => {
      if (!view.current) return
      command(view.current.state, view.current.dispatch, view.current)
      view.current.focus()
    },
  }
}
