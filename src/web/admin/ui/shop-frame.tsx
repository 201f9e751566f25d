import Box from '@mui/material/Box'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'

const windows = {
  phone: { width: 390, height: 'min(760px, 72vh)' },
  desktop: { width: 1280, height: '1600px' },
}
export type ShopWindow = keyof typeof windows

interface ShopFrameProps {
  title: string
  window: ShopWindow
  /** At most so high where it stands above the fields that it shows, which stay in view. */
  narrowHeight?: number
  children: ReactNode
}

/**
 * A window as wide as a phone or a desktop, made smaller to fit, with the style sheets of this one:
 * what is inside follows its width. It is a picture, which scrolls: nothing in it can be pressed.
 */
export function ShopFrame({ title, window, narrowHeight, children }: ShopFrameProps) {
  const [body, setBody] = useState<HTMLElement>()
  const { width, height } = windows[window]
  const isSmaller = window === 'desktop'
  const zoom = `min(1, 100cqw / ${width}px)`
  const low = narrowHeight && (isSmaller ? `calc(${narrowHeight}px / (${zoom}))` : narrowHeight)
  return (
    <Box sx={{ width: '100%', maxWidth: width, containerType: 'inline-size' }}>
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
          ...(isSmaller && { width, zoom: `calc(${zoom})` }),
          height: low ? { xs: low, lg: height } : height,
          border: 1,
          borderColor: 'divider',
          borderRadius: 3,
          bgcolor: 'background.paper',
        }}
      >
        {body && createPortal(<div inert>{children}</div>, body)}
      </Box>
    </Box>
  )
}
