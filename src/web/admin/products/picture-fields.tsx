import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { acceptedPictures } from '#contract/uploads.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { PictureTile } from './picture-tile.tsx'
import { findFreePositions, movePicture } from './pictures.ts'
import { usePictureUpload } from './use-picture-upload.ts'

interface PictureFieldsProps<Form extends FieldValues> {
  title: string
  form: UseFormReturn<Form>
  /** The field of each picture, the main one first. */
  names: readonly Path<Form>[]
  labelOf: (position: number) => string
  isRequired?: boolean
  upload: ReturnType<typeof usePictureUpload>
  /** Whether the fields of the addresses are unfolded. */
  showsAddresses: boolean
  onShowAddresses: (shows: boolean) => void
}

/** Uploads into the fields of the pictures. */
export function usePictureFields<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  names: readonly Path<Form>[],
) {
  return usePictureUpload({
    read: (position) => form.getValues([...names])[position] ?? '',
    write: (position, address) => writePicture(form, names[position], address),
  })
}

/** The pictures of an entry: uploaded, dropped or by address, in an order that can be changed. */
export function PictureFields<Form extends FieldValues>(props: PictureFieldsProps<Form>) {
  const { form, upload, names, labelOf } = props
  const titleId = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const target = useRef<number>(undefined)
  const dragged = useRef<number>(undefined)
  const [notice, setNotice] = useState('')
  const [moved, setMoved] = useState('')
  const pictures: string[] = form.watch([...names])
  const read = (): string[] => form.getValues([...names])
  const setPicture = (position: number, address: string) =>
    writePicture(form, names[position], address)

  function send(files: File[], position: number | undefined) {
    // Its positions are still free in the form, so others would come to the same ones.
    if (upload.isRunning) return setNotice(`上傳期間不能再加圖片，有 ${files.length} 張沒有上傳`)
    const now = read()
    const positions = findFreePositions(now, files.length, position)
    const left = files.length - positions.length
    setNotice(left > 0 ? `最多 ${now.length} 張圖片，有 ${left} 張沒有上傳` : '')
    const jobs = positions.flatMap((to, index) => {
      const file = files[index]
      return file ? [{ file, position: to }] : []
    })
    if (jobs.length > 0) upload.start(jobs)
  }

  function pick(position: number) {
    target.current = position
    fileInput.current?.click()
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // The same file can be chosen again after a failure only when the input is empty.
    event.target.value = ''
    send(files, target.current ?? 0)
    target.current = undefined
  }

  function move(from: number, to: number) {
    if (upload.isRunning) return setNotice('上傳期間不能移動圖片')
    for (const [position, address] of movePicture(read(), from, to).entries()) {
      setPicture(position, address)
    }
    setMoved(`已移到${to === 0 ? '主圖' : `圖片 ${to}`}`)
  }

  function dropOn(position: number | undefined) {
    return (event: DragEvent) => {
      event.preventDefault()
      event.stopPropagation()
      const from = dragged.current
      dragged.current = undefined
      if (from !== undefined) {
        if (position !== undefined && position !== from) move(from, position)
        return
      }
      const files = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'))
      if (files.length > 0) send(files, undefined)
    }
  }

  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      onDragOver={(event) => event.preventDefault()}
      onDrop={dropOn(undefined)}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}
    >
      <Typography component="h3" variant="h3" id={titleId}>
        {props.title}
      </Typography>
      <Box sx={dropZone}>
        <ActionButton
          variant="outlined"
          color="inherit"
          startIcon={<UploadIcon />}
          isLoading={upload.isRunning}
          onClick={() => pick(0)}
        >
          上傳圖片
        </ActionButton>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          可一次選多張，或拖放到這裡
        </Typography>
        {upload.status && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {upload.status}
          </Typography>
        )}
        <Typography variant="body2" role="status" sx={status}>
          {upload.failure || notice || upload.notice}
        </Typography>
        {upload.isRunning && (
          <LinearProgress
            aria-label="上傳進度"
            variant="determinate"
            value={Math.round(upload.progress * 100)}
            sx={{ flexBasis: '100%' }}
          />
        )}
      </Box>
      <input
        ref={fileInput}
        type="file"
        accept={acceptedPictures}
        multiple
        hidden
        onChange={choose}
      />
      <Box sx={tiles}>
        {pictures.map((address, position) => (
          <PictureTile
            // biome-ignore lint/suspicious/noArrayIndexKey: the positions of the form are fixed
            key={position}
            position={position}
            label={labelOf(position)}
            address={address}
            lastPosition={pictures.length - 1}
            isUploading={upload.isRunning}
            onPick={() => pick(position)}
            onRemove={() => setPicture(position, '')}
            onMove={(to) => move(position, to)}
            onDragStart={() => {
              dragged.current = position
            }}
            onDragEnd={() => {
              dragged.current = undefined
            }}
            onDrop={dropOn(position)}
          />
        ))}
      </Box>
      <Box
        component="details"
        open={props.showsAddresses}
        onToggle={({ currentTarget }: ToggleEvent) => props.onShowAddresses(currentTarget.open)}
      >
        <Box component="summary" sx={summary}>
          以網址填寫圖片
        </Box>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, pt: 1.5 }}>
          {names.map((name, position) => (
            <TextFormField
              key={name}
              control={form.control}
              name={name}
              type="url"
              label={labelOf(position)}
              required={props.isRequired === true}
            />
          ))}
        </Box>
      </Box>
      <Box component="span" role="status" sx={hidden}>
        {moved}
      </Box>
    </Box>
  )
}

function writePicture<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  name: Path<Form> | undefined,
  address: string,
): void {
  if (!name) return
  // A field of a picture is a text.
  form.setValue(name, address as PathValue<Form, Path<Form>>, {
    shouldDirty: true,
    shouldTouch: true,
  })
}

interface ToggleEvent {
  currentTarget: HTMLDetailsElement
}

const tiles = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
} as const
const summary = {
  display: 'list-item',
  py: 1.25,
  color: 'text.secondary',
  cursor: 'pointer',
  '&:hover': { color: 'text.primary' },
} as const

const dropZone = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1.5,
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: 1,
} as const

const hidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
/** Files that were refused stand one a line. */
const status = {
  color: 'text.secondary',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  flexBasis: '100%',
} as const
