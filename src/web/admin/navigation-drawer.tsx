import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useMay } from './admin-context.ts'
import { navigationGroups } from './navigation-items.tsx'
import type { MobileDrawer } from './use-mobile-drawer.ts'

const drawerWidth = 340

/** Permanent on a wide screen, otherwise a slide-out that the menu button opens. */
export function NavigationDrawer({ drawer }: { drawer: MobileDrawer }) {
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true })
  const host = useRef<HTMLElement>(null)

  if (isWide) {
    return (
      <Drawer
        variant="permanent"
        sx={{ width: drawerWidth, flexShrink: 0, displayPrint: 'none' }}
        slotProps={{ paper: { sx: { width: drawerWidth, position: 'static' } } }}
      >
        <Navigation onChoose={() => {}} />
      </Drawer>
    )
  }
  return (
    // A container of its own keeps the menu button, above the backdrop, usable while it is open.
    <Box ref={host}>
      <Drawer
        variant="temporary"
        container={() => host.current}
        open={drawer.isOpen}
        onClose={drawer.close}
        slotProps={{
          transition: { onExited: drawer.onClosed },
          paper: { 'aria-label': '選單', sx: { width: drawerWidth, maxWidth: '85vw', pt: '64px' } },
        }}
      >
        <Navigation onChoose={drawer.close} />
      </Drawer>
    </Box>
  )
}

function Navigation({ onChoose }: { onChoose: () => void }) {
  const { pathname } = useLocation()
  const may = useMay()
  return (
    <Box component="nav" aria-label="後台選單" sx={{ py: 1 }}>
      {navigationGroups.map(({ name, items }, index) => {
        const shown = items.filter(({ permission, isOn }) => may(permission) && isOn?.() !== false)
        if (shown.length === 0) return null
        const headingId = `menu-${index}`
        return (
          <Box key={name ?? ''}>
            {name && (
              <Typography id={headingId} component="h2" sx={heading}>
                {name}
              </Typography>
            )}
            <List disablePadding {...(name && { 'aria-labelledby': headingId })}>
              {shown.map(({ id, name: label, icon, link }) => (
                <ListItem key={id} disablePadding>
                  <ListItemButton
                    component={Link}
                    to={link}
                    selected={isWithin(pathname, link)}
                    aria-current={isWithin(pathname, link) ? 'page' : undefined}
                    onClick={onChoose}
                    sx={{ minHeight: 44, px: 3, py: 0.5 }}
                  >
                    <ListItemIcon>{icon}</ListItemIcon>
                    <ListItemText primary={label} />
                  </ListItemButton>
                </ListItem>
              ))}
            </List>
          </Box>
        )
      })}
    </Box>
  )
}

const heading = {
  px: 3,
  pt: 2,
  pb: 0.5,
  fontSize: '0.8125rem',
  fontWeight: 600,
  color: 'text.secondary',
} as const

/** An open dialog has an address below the one of its list. */
function isWithin(pathname: string, link: string): boolean {
  return pathname === link || (link !== paths.admin() && pathname.startsWith(`${link}/`))
}
