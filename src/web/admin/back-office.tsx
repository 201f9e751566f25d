import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type RefObject, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useChangesShown } from '../api/write.ts'
import { AdminGate } from './admin-gate.tsx'
import { AdminStyles } from './admin-styles.tsx'
import { AdminToast } from './admin-toast.tsx'
import { HoldBanner } from './hold-banner.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { RunStrip } from './runs/run-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { OpenQuestion } from './ui/question.tsx'
import { useMobileDrawer } from './use-mobile-drawer.ts'

export function BackOffice() {
  return (
    <AdminStyles>
      <AdminGate>
        <Shell />
        <OpenQuestion />
      </AdminGate>
      <AdminToast />
    </AdminStyles>
  )
}

function Shell() {
  const drawer = useMobileDrawer()
  const main = useRef<HTMLElement>(null)
  useFocusOnNewScreen(main)
  useChangesShown()
  return (
    <Box sx={shell}>
      <Button variant="contained" onClick={() => main.current?.focus()} sx={skipLink}>
        跳到主要內容
      </Button>
      <TopBar isMenuOpen={drawer.isOpen} onToggleMenu={drawer.toggle} />
      <HoldBanner />
      <RunStrip />
      <Box sx={panes}>
        <NavigationDrawer drawer={drawer} />
        <Box component="main" ref={main} tabIndex={-1} sx={content}>
          <Outlet />
        </Box>
      </Box>
    </Box>
  )
}

/** Moves the focus to main when the screen changes; a dialog of a screen is no new screen. */
function useFocusOnNewScreen(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const screen = pathname.split('/').slice(0, 3).join('/')
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    main.current?.focus({ preventScroll: true })
  }, [screen, main])
}

/** On paper the content alone, as long as it is. */
const shell = {
  height: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  '@media print': { display: 'block', height: 'auto' },
} as const
const panes = {
  flex: 1,
  minHeight: 0,
  display: 'flex',
  '@media print': { display: 'block' },
} as const

const skipLink = {
  displayPrint: 'none',
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: 'tooltip',
  '&:not(:focus)': { transform: 'translateY(-200%)' },
} as const

const content = {
  outline: 'none',
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  overflow: 'auto',
  p: 2,
  '@media print': { display: 'block', overflow: 'visible', p: 0 },
} as const
