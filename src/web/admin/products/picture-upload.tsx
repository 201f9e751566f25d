import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type ChangeEvent, useRef } from 'react'
import type { usePictureUpload } from './use-picture-upload.ts'

/** Chooses a picture and sends it at once; a failure is a quiet line, and can be tried again. */
export function PictureUpload({ upload }: { upload: ReturnType<typeof usePictureUpload> }) {
  const fileInput = useRef<HTMLInputElement>(null)

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The same file can be chosen again after a failure only when the input forgets it.
    event.target.value = ''
    if (file) upload.start(file)
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<UploadIcon />}
        loading={upload.isRunning}
        loadingPosition="start"
        onClick={() => fileInput.current?.click()}
      >
        上傳圖片
      </Button>
      <input ref={fileInput} type="file" accept="image/*" hidden onChange={choose} />
      {upload.fileName && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {upload.fileName}
        </Typography>
      )}
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {upload.hasFailed && '未完成，請再試一次'}
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
  )
}
