import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import { type ReactNode, useId, useRef } from 'react'
import { acceptedPictures } from '#contract/uploads.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { type RichText, useRichText } from './use-rich-text.ts'

interface RichTextEditorProps extends RichText {
  help: string | undefined
  rows: number
  /** At the end of the toolbar. */
  children: ReactNode
}

/** A text that looks in the editor as it will in the shop. */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, error, help } = props
  const helpId = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { mount, state, upload, send, focus, run } = useRichText(props)
  return (
    <Box>
      <Box sx={{ mb: 0.5, typography: 'body2', color: error ? 'error.main' : 'text.secondary' }}>
        {label}
        {props.isRequired && <span aria-hidden> *</span>}
      </Box>
      <Box sx={{ ...frame, ...(error && { borderColor: 'error.main' }) }}>
        {state && (
          <RichTextToolbar
            state={state}
            run={run}
            focus={focus}
            isUploading={upload.isRunning}
            onPicture={() => picker.current?.click()}
          >
            {props.children}
          </RichTextToolbar>
        )}
        {upload.isRunning && (
          <LinearProgress
            aria-label="上傳進度"
            variant="determinate"
            value={upload.progress * 100}
          />
        )}
        <Box
          ref={mount}
          className="article"
          aria-describedby={error || help ? helpId : undefined}
          sx={{ ...writing, minHeight: `${props.rows * 1.6}em` }}
        />
      </Box>
      {(error || help) && (
        <FormHelperText id={helpId} error={error !== undefined} sx={{ mx: 1.75 }}>
          {error ?? help}
        </FormHelperText>
      )}
      {upload.failure && (
        <FormHelperText error role="alert" sx={{ mx: 1.75, whiteSpace: 'pre-line' }}>
          {upload.failure}
        </FormHelperText>
      )}
      <input
        ref={picker}
        type="file"
        accept={acceptedPictures}
        multiple
        hidden
        aria-label="選擇要插入的圖片"
        onChange={({ target }) => {
          send([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </Box>
  )
}

const frame = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '&:focus-within': {
    outline: 2,
    outlineStyle: 'solid',
    outlineColor: 'text.primary',
    outlineOffset: -1,
  },
} as const
const writing = {
  position: 'relative',
  p: 2,
  maxHeight: '60dvh',
  '&.article': { overflow: 'auto' },
  outline: 'none',
  overflowWrap: 'anywhere',
  whiteSpace: 'break-spaces',
  fontVariantLigatures: 'none',
  '& > :first-of-type': { mt: 0 },
  // Room for the caret.
  '& td, & th': { position: 'relative', verticalAlign: 'top', minWidth: '4em' },
  '& .ProseMirror-selectednode': { outline: '3px solid', outlineColor: 'primary.main' },
  '& .selectedCell': { bgcolor: 'action.selected' },
  '& .ProseMirror-gapcursor': { display: 'none', position: 'absolute', pointerEvents: 'none' },
  '&.ProseMirror-focused .ProseMirror-gapcursor': {
    display: 'block',
    width: 20,
    borderTop: 1,
  },
  '& .ProseMirror-separator': { display: 'inline', border: 0, m: 0 },
} as const
