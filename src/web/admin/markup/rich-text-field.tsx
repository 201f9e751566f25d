import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { createChunkLoader } from '../../ui/load-chunk.ts'
import { useChunk } from '../../ui/use-chunk.ts'
import type { FieldProps } from '../ui/fields/form-fields.tsx'
import { MarkupField, MarkupPreview } from './markup-field.tsx'
import { unsupportedIn } from './unsupported-tags.ts'

/** A chunk of its own: most screens of the back office have no such text. */
const loadEditor = createChunkLoader(() => import('./rich-text-editor.tsx'))

type View = 'editor' | 'html' | 'preview'

/**
 * A text that looks as it will in the shop, with its HTML for who wants it. A text with what the
 * editor would lose is edited as HTML alone, and so is any when the editor does not load.
 */
export function RichTextField<Form extends FieldValues>(
  props: FieldProps<Form> & {
    rows: number
    /** Of the text as the shop shows it, where that is not the text itself. */
    preview?: (html: string) => ReactNode
  },
) {
  const { label, rows, preview } = props
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const [view, setView] = useState<View>('editor')
  const { data: editor, isError } = useChunk('rich-text-editor', loadEditor)
  const html = String(field.value ?? '')

  if (isError) return <MarkupField {...props} />
  if (!editor) return <Skeleton variant="rounded" height={`${rows * 1.6 + 6}em`} />
  const unsupported = unsupportedIn(html)
  // It stays while the HTML is typed: each key may make it one that the editor can show.
  if (unsupported.length > 0 && view !== 'html') setView('html')
  const toEditor = (
    <Button color="inherit" onClick={() => setView('editor')} disabled={unsupported.length > 0}>
      {view === 'preview' ? '繼續編輯' : '回到編輯器'}
    </Button>
  )
  if (view === 'html') {
    return (
      <Box>
        <MarkupField {...props} extra={toEditor} />
        {unsupported.length > 0 && (
          <FormHelperText role="note" sx={{ mx: 1.75 }}>
            {`內容含有 ${unsupported.join('、')}，編輯器會失去它，請直接修改 HTML`}
          </FormHelperText>
        )}
      </Box>
    )
  }
  if (view === 'preview' && preview) {
    return (
      <Box>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>{toEditor}</Box>
        <MarkupPreview rows={rows}>{preview(html)}</MarkupPreview>
      </Box>
    )
  }
  return (
    <editor.RichTextEditor
      html={html}
      label={label}
      rows={rows}
      isRequired={props.required === true}
      error={fieldState.error?.message}
      help={props.help}
      onChange={field.onChange}
      onBlur={field.onBlur}
      focusRef={field.ref}
    >
      {preview && (
        <Button color="inherit" onClick={() => setView('preview')}>
          預覽
        </Button>
      )}
      <Button color="inherit" onClick={() => setView('html')}>
        HTML
      </Button>
    </editor.RichTextEditor>
  )
}
