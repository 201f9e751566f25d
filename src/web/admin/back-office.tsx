import Box from '@mui/material/Box'
import { Outlet } from 'react-router'
import { AdminGate } from './admin-gate.tsx'
import { AdminStyles } from './admin-styles.tsx'
import { AdminToast } from './admin-toast.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { TopBar } from './top-bar.tsx'
import { useMobileDrawer } from './use-mobile-drawer.ts'

export function BackOffice() {
  return (
    <AdminStyles>
      <AdminGate>
        <Shell />
      </AdminGate>
      <AdminToast />
    </AdminStyles>
  )
}

function Shell() {
  const drawer = useMobileDrawer()
  return (
    <Box sx={{ height: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <TopBar isMenuOpen={drawer.isOpen} onToggleMenu={drawer.toggle} />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        <NavigationDrawer drawer={drawer} />
        <Box component="main" sx={content}>
          <Outlet />
        </Box>
      </Box>
    </Box>
  )
}

const content = {
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  overflow: 'auto',
  p: 2,
} as const
