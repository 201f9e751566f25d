import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId, useRef } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import type { Permission } from '#contract/permissions.ts'
import { acceptedLogos, acceptedPictures } from '#contract/uploads.ts'
import { useMay } from '../admin-context.ts'
import { usePictureUpload } from '../products/use-picture-upload.ts'
import { ActionButton } from '../ui/action-button.tsx'

interface PictureUploadProps<Form extends FieldValues> {
  control: Control<Form>
  name: Path<Form>
  label: string
  help?: string
  isLogo?: boolean
  /** Of who may change it. */
  permission?: Permission
}

/** A picture of a form: what is chosen, one to upload or to drop in its place, and a way to remove it. */
export function PictureUpload<Form extends FieldValues>(props: PictureUploadProps<Form>) {
  const { control, name, label, help, isLogo = false, permission = 'setting.write' } = props
  const { field } = useController({ control, name })
  const may = useMay()
  const titleId = useId()
  const picker = useRef<HTMLInputElement>(null)
  const chosen = field.value as string
  const upload = usePictureUpload({
    read: () => chosen,
    // The settings keep the path: a shop may get another address.
    write: (_, address) => field.onChange(new URL(address, location.origin).pathname),
    isLogo,
  })
  function send(file: File | undefined) {
    if (file && !upload.isRunning) upload.start([{ file, position: 0 }])
  }
  return (
    <Box
      role="group"
      aria-labelledby={titleId}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (may(permission)) send(event.dataTransfer.files[0])
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <Typography id={titleId} variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box sx={isLogo ? logoFrame : frame}>
          {chosen && !chosen.startsWith('theme:') ? (
            <img src={chosen} alt={label} />
          ) : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {chosen ? '佈景圖片' : '沒有圖片'}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <ActionButton
            permission={permission}
            variant="outlined"
            color="inherit"
            startIcon={<UploadIcon />}
            isLoading={upload.isRunning}
            onClick={() => picker.current?.click()}
            sx={{ minHeight: 44 }}
          >
            上傳{label}
          </ActionButton>
          {chosen && (
            <ActionButton
              permission={permission}
              color="inherit"
              onClick={() => field.onChange('')}
              sx={{ minHeight: 44 }}
            >
              移除
            </ActionButton>
          )}
        </Box>
        <input
          ref={picker}
          type="file"
          accept={isLogo ? acceptedLogos : acceptedPictures}
          hidden
          aria-label={`選擇${label}的檔案`}
          onChange={({ target }) => {
            send(target.files?.[0])
            target.value = ''
          }}
        />
      </Box>
      {upload.isRunning && (
        <LinearProgress aria-label="上傳進度" variant="determinate" value={upload.progress * 100} />
      )}
      {upload.failure ? (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {upload.failure}
        </Typography>
      ) : (
        help && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {help}
          </Typography>
        )
      )}
    </Box>
  )
}

const frame = {
  width: 160,
  height: 96,
  display: 'grid',
  placeItems: 'center',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  bgcolor: 'background.default',
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
} as const
const logoFrame = { ...frame, '& img': { maxWidth: '90%', maxHeight: '80%' } } as const
