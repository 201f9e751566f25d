import Box from '@mui/material/Box'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * A window as wide as a phone, with the style sheets of this one: what is inside follows its width.
 * It is a picture, which scrolls: nothing in it can be pressed.
 */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement>()
  return (
    <Box
      component="iframe"
      title={title}
      ref={(frame: HTMLIFrameElement | null) => {
        const inside = frame?.contentDocument
        if (!inside || inside.body === body) return
        inside.documentElement.lang = document.documentElement.lang
        inside.head.replaceChildren(
          ...[...document.querySelectorAll('link[rel=stylesheet], style')].map((sheet) =>
            inside.importNode(sheet, true),
          ),
        )
        setBody(inside.body)
      }}
      sx={{
        display: 'block',
        width: '100%',
        maxWidth: 390,
        height: 'min(760px, 80vh)',
        border: 1,
        borderColor: 'divider',
        borderRadius: 3,
        bgcolor: 'background.paper',
      }}
    >
      {body && createPortal(<div inert>{children}</div>, body)}
    </Box>
  )
}
