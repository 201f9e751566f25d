import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { fillPolicy } from '#contract/policy-fields.ts'
import { policyBlocks } from '../../shared/policy-blocks.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import type { StoredSettings } from './setting-groups.ts'

interface Props {
  text: string
  stored: StoredSettings
  onClose: () => void
}

/** The text as the page of the storefront would show it. */
export function PolicyPreviewDialog({ text, stored, onClose }: Props) {
  const settings = { shop: stored.shop.values, privacy: stored.privacy.values }
  const blocks = policyBlocks(fillPolicy(text, settings))
  return (
    <DialogFrame title="預覽" maxWidth="md" fillsSmallScreen onClose={onClose}>
      <DialogContent dividers sx={{ overflowWrap: 'anywhere' }}>
        {blocks.length === 0 && <Typography>沒有內容</Typography>}
        {blocks.map((block) =>
          block.isHeading ? (
            <Typography key={block.line} variant="h3" sx={{ mt: 3, mb: 1 }}>
              {block.text}
            </Typography>
          ) : (
            <Typography key={block.line} sx={{ mb: 1.5, lineHeight: 1.75 }}>
              {block.text}
            </Typography>
          ),
        )}
      </DialogContent>
      <DialogActions>
        <Button type="submit" variant="contained">
          關閉
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
