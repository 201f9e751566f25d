import FormatBoldIcon from '@mui/icons-material/FormatBold'
import FormatListBulletedIcon from '@mui/icons-material/FormatListBulleted'
import ImageIcon from '@mui/icons-material/Image'
import LinkIcon from '@mui/icons-material/Link'
import TableChartIcon from '@mui/icons-material/TableChart'
import TitleIcon from '@mui/icons-material/Title'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { acceptedPictures } from '#contract/uploads.ts'
import { SafeMarkup } from '../../shared/safe-markup.tsx'
import { usePictureUpload } from '../products/use-picture-upload.ts'
import type { FieldProps } from '../ui/fields/form-fields.tsx'
import { FormatButton } from './format-button.tsx'
import {
  type Format,
  formatted,
  type Selected,
  withParagraphs,
  withPicture,
} from './markup-text.ts'

const formats: { format: Format; label: string; icon: ReactNode }[] = [
  { format: 'heading', label: '小標', icon: <TitleIcon /> },
  { format: 'bold', label: '粗體', icon: <FormatBoldIcon /> },
  { format: 'list', label: '清單', icon: <FormatListBulletedIcon /> },
  { format: 'link', label: '連結', icon: <LinkIcon /> },
  { format: 'table', label: '表格', icon: <TableChartIcon /> },
]

/** A text that the shop shows as HTML, with buttons for what its author need not know of HTML. */
export function MarkupField<Form extends FieldValues>(
  props: FieldProps<Form> & {
    rows: number
    /** Of the field's text as the shop shows it, where that is not the text itself. */
    preview?: (html: string) => ReactNode
    /** At the end of the toolbar. */
    extra?: ReactNode
  },
) {
  const { preview = (html) => <SafeMarkup html={html} /> } = props
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const { ref, ...input } = field
  const text = String(field.value ?? '')
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const typed = useRef(false)
  const [isPreview, setPreview] = useState(false)
  const upload = usePictureUpload({
    read: () => '',
    write: (_, address) => apply((selected) => withPicture(selected, address)),
  })

  function apply(change: (selected: Selected) => Selected): void {
    const {
      value = text,
      selectionStart = text.length,
      selectionEnd = text.length,
    } = area.current ?? {}
    const next = change({ text: value, start: selectionStart, end: selectionEnd })
    typed.current = true
    field.onChange(next.text)
    // React sets the text first, which moves the caret to its end.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next.start, next.end)
    })
  }

  function leave(): void {
    field.onBlur()
    const kept = withParagraphs(text)
    if (typed.current && kept !== text) field.onChange(kept)
    typed.current = false
  }

  return (
    <Box>
      <Box role="toolbar" aria-label="文字格式" sx={bar}>
        {formats.map(({ format, label, icon }) => (
          <FormatButton
            key={format}
            label={label}
            disabled={isPreview}
            onClick={() => apply((selected) => formatted(selected, format))}
          >
            {icon}
          </FormatButton>
        ))}
        <FormatButton
          label="插入圖片"
          disabled={isPreview || upload.isRunning}
          onClick={() => picker.current?.click()}
        >
          <ImageIcon />
        </FormatButton>
        <Button
          color="inherit"
          aria-pressed={isPreview}
          onClick={() => setPreview(!isPreview)}
          sx={{ ml: 'auto' }}
        >
          {isPreview ? '繼續編輯' : '預覽'}
        </Button>
        {props.extra}
      </Box>
      <input
        ref={picker}
        type="file"
        accept={acceptedPictures}
        hidden
        aria-label="選擇要插入的圖片"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) upload.start([{ file, position: 0 }])
          target.value = ''
        }}
      />
      {upload.isRunning && (
        <LinearProgress aria-label="上傳進度" variant="determinate" value={upload.progress * 100} />
      )}
      {upload.failure && (
        <FormHelperText error sx={{ whiteSpace: 'pre-line' }}>
          {upload.failure}
        </FormHelperText>
      )}
      {isPreview ? (
        <MarkupPreview rows={props.rows}>
          {text.trim() === '' ? '還沒有內容' : preview(withParagraphs(text))}
        </MarkupPreview>
      ) : (
        <TextField
          {...input}
          onChange={(event) => {
            typed.current = true
            field.onChange(event)
          }}
          onBlur={leave}
          inputRef={(element: HTMLTextAreaElement | null) => {
            area.current = element
            ref(element)
          }}
          label={props.label}
          required={props.required === true}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? props.help}
          multiline
          rows={props.rows}
          fullWidth
          size="small"
          autoComplete="off"
        />
      )}
    </Box>
  )
}

export function MarkupPreview({ rows, children }: { rows: number; children: ReactNode }) {
  return (
    <Box
      role="region"
      aria-label="預覽"
      tabIndex={0}
      sx={{ ...previewFrame, minHeight: `${rows * 1.6}em` }}
    >
      {children}
    </Box>
  )
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.25,
  mb: 1,
  ml: -1,
} as const
const previewFrame = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  p: 2,
  overflow: 'auto',
  overflowWrap: 'anywhere',
  '& .article': { overflow: 'visible' },
} as const
