import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import type { OrderMailKind } from '#contract/order-states.ts'
import { apiQuery } from '../../api/queries.ts'
import { parseInert } from '../../ui/inert-document.ts'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { dialogRows } from '../ui/dialog-rows.ts'

interface Props {
  mail: { template: OrderMailKind; subject: string; text: string }
  onClose: () => void
}

/** The mail as the shopper of a made-up order would get it. */
export function MailPreviewDialog({ mail, onClose }: Props) {
  const preview = useQuery({
    ...apiQuery(adminSettingsApi.previewMail, { data: mail }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <DialogFrame title="預覽" maxWidth="md" fillsSmallScreen onClose={onClose}>
      <DialogContent dividers sx={dialogRows}>
        {preview.isPending && <CircularProgress aria-label="載入中" />}
        {preview.error && <Alert severity="error">{preview.error.message}</Alert>}
        {preview.data && (
          <>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              主旨：{preview.data.subject}
            </Typography>
            <HtmlMail html={preview.data.html} />
            <Typography variant="h3">純文字</Typography>
            <Box
              component="pre"
              sx={{ m: 0, fontFamily: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {preview.data.text}
            </Box>
          </>
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

/** In a tree of its own, so that the styles of mail and page do not meet. */
function HtmlMail({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const tree = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const frame = document.createElement('div')
    const { body } = parseInert(html)
    frame.style.cssText = body.style.cssText
    frame.append(...body.childNodes)
    tree.replaceChildren(frame)
  }, [html])
  return (
    <Box
      ref={host}
      role="document"
      aria-label="HTML 信件"
      sx={{ border: 1, borderColor: 'divider', overflow: 'auto' }}
    />
  )
}
