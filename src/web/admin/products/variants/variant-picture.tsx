import AddPhotoAlternateOutlinedIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import UploadIcon from '@mui/icons-material/Upload'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { acceptedPictures } from '#contract/uploads.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { Thumbnail } from '../thumbnail.tsx'
import { usePictureUpload } from '../use-picture-upload.ts'
import { titleOf, type VariantDraft, type VariantDrafts } from './variant-drafts.ts'

/** The variants whose picture is chosen, and a file that was dropped on one of them. */
export interface PicturePlace {
  keys: ReadonlySet<string>
  file?: File
}

/** The picture of a variant in a row: a press chooses another one, a file may be dropped on it. */
export function VariantPicture(props: {
  variant: VariantDraft
  title: string
  onPicture: (place: PicturePlace) => void
}) {
  const { variant, title, onPicture } = props
  const keys = new Set([variant.key])
  const isEmpty = variant.picture === ''
  return (
    <ButtonBase
      aria-label={`${title} 圖片，${isEmpty ? '未設定' : '已設定'}`}
      aria-haspopup="dialog"
      onClick={() => onPicture({ keys })}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const file = droppedPicture(event)
        if (file) onPicture({ keys, file })
      }}
      sx={isEmpty ? emptyFrame : frame}
    >
      {isEmpty ? (
        <AddPhotoAlternateOutlinedIcon fontSize="small" />
      ) : (
        <Thumbnail src={variant.picture} alt="" size={44} />
      )}
    </ButtonBase>
  )
}

interface VariantPictureDialogProps {
  place: PicturePlace
  product: Product
  drafts: VariantDrafts
  /** An empty address is the picture of the product. */
  onChoose: (address: string) => void
  onClose: () => void
}

/** Chooses among the pictures of the product and its variants, or uploads another one. */
export function VariantPictureDialog(props: VariantPictureDialogProps) {
  const { place, product, drafts, onChoose, onClose } = props
  const picker = useRef<HTMLInputElement>(null)
  const meant = drafts.variants.filter(({ key }) => place.keys.has(key))
  const [first] = meant
  const chosen = meant.every(({ picture }) => picture === first?.picture)
    ? first?.picture
    : undefined
  const name = first && meant.length === 1 ? titleOf(drafts, first) : `${meant.length} 種規格`
  const upload = usePictureUpload({
    read: () => '',
    write: (_, address) => onChoose(address),
  })
  const { start, isRunning, failure } = upload
  const send = (file: File | undefined) => {
    if (file && !isRunning) start([{ file, position: 0 }])
  }
  const [dropped] = useState(place.file)
  useEffect(() => {
    if (dropped) start([{ file: dropped, position: 0 }])
  }, [dropped, start])

  return (
    <DialogFrame title={`${name}的圖片`} maxWidth="sm" escape="close" onClose={onClose}>
      <DialogContent
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => send(droppedPicture(event))}
        sx={{ display: 'grid', gap: 2 }}
      >
        <Box sx={dropZone}>
          <ActionButton
            variant="outlined"
            color="inherit"
            startIcon={<UploadIcon />}
            isLoading={isRunning}
            onClick={() => picker.current?.click()}
            sx={{ minHeight: 44 }}
          >
            上傳圖片
          </ActionButton>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            或拖放到這裡
          </Typography>
          {isRunning && (
            <LinearProgress
              aria-label="上傳進度"
              variant="determinate"
              value={Math.round(upload.progress * 100)}
              sx={{ flexBasis: '100%' }}
            />
          )}
          <Typography variant="body2" role="status" sx={status}>
            {failure}
          </Typography>
        </Box>
        <input
          ref={picker}
          type="file"
          accept={acceptedPictures}
          hidden
          aria-label="選擇圖片檔案"
          onChange={({ target }) => {
            send(target.files?.[0])
            target.value = ''
          }}
        />
        <Box role="group" aria-label="選用現有的圖片" sx={tiles}>
          {picturesOf(product, drafts).map((address, index) => (
            <ButtonBase
              key={address}
              aria-label={`圖片 ${index + 1}`}
              aria-pressed={address === chosen}
              onClick={() => onChoose(address)}
              sx={tile}
            >
              <Thumbnail src={address} alt="" />
            </ButtonBase>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {meant.some(({ picture }) => picture !== '') && (
          <Button color="inherit" onClick={() => onChoose('')} sx={{ mr: 'auto', minHeight: 44 }}>
            移除，使用商品主圖
          </Button>
        )}
        <Button color="inherit" onClick={onClose} sx={{ minHeight: 44 }}>
          取消
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

/** Each once, those of the product first. */
function picturesOf({ imageUrl, imagesUrl }: Product, { variants }: VariantDrafts): string[] {
  const addresses = [imageUrl, ...imagesUrl, ...variants.map(({ picture }) => picture)]
  return [...new Set(addresses)].filter((address) => address !== '')
}

function droppedPicture(event: DragEvent): File | undefined {
  event.preventDefault()
  event.stopPropagation()
  return [...event.dataTransfer.files].find(({ type }) => type.startsWith('image/'))
}

const frame = {
  ...{ width: 44, height: 44, flex: 'none', borderRadius: 1, overflow: 'hidden' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
} as const
const emptyFrame = {
  ...frame,
  ...{ border: '1px dashed', borderColor: 'divider', color: 'text.secondary' },
  '&:hover': { bgcolor: 'action.hover' },
} as const
const dropZone = {
  ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1.5 },
  ...{ border: '1px dashed', borderColor: 'divider', borderRadius: 1 },
} as const
/** An empty status takes no line. */
const status = {
  ...{ color: 'error.main', overflowWrap: 'anywhere', flexBasis: '100%' },
  '&:empty': { display: 'none' },
} as const
const tiles = {
  ...{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } },
  gridTemplateColumns: 'repeat(auto-fill, minmax(80px, 1fr))',
} as const
const tile = {
  ...{ aspectRatio: '1', borderRadius: 1, overflow: 'hidden', border: 2 },
  ...{ borderColor: 'transparent', '&[aria-pressed=true]': { borderColor: 'primary.main' } },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
} as const
