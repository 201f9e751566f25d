import MenuIcon from '@mui/icons-material/Menu'
import AppBar from '@mui/material/AppBar'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { showsAnnouncements } from './shows-announcements.ts'
import { useLogout } from './use-session-end.ts'

interface TopBarProps {
  isMenuOpen: boolean
  onToggleMenu: () => void
}

export function TopBar({ isMenuOpen, onToggleMenu }: TopBarProps) {
  const logout = useLogout()
  return (
    <AppBar position="static" color="inherit" elevation={0} sx={bar}>
      <Toolbar sx={{ gap: { xs: 0, sm: 1 }, px: { xs: 1, sm: 2 } }}>
        <IconButton
          color="inherit"
          edge="start"
          aria-label="開啟選單"
          aria-expanded={isMenuOpen}
          onClick={onToggleMenu}
          sx={{ display: { md: 'none' }, ml: 0 }}
        >
          <MenuIcon />
        </IconButton>
        <Typography component="p" variant="h6" noWrap sx={{ flex: 1, fontWeight: 600 }}>
          後台管理
        </Typography>
        <Button color="inherit" component={Link} to={paths.home()} sx={barButton}>
          返回前台
        </Button>
        <Button
          color="inherit"
          component={Link}
          to={paths.admin()}
          state={showsAnnouncements}
          sx={barButton}
        >
          公告資訊
        </Button>
        <Button color="inherit" onClick={logout} sx={barButton}>
          登出
        </Button>
      </Toolbar>
    </AppBar>
  )
}

const bar = {
  displayPrint: 'none',
  zIndex: (theme: Theme) => theme.zIndex.drawer + 1,
  borderBottom: 1,
  borderColor: 'divider',
}

const barButton = { minWidth: 44, minHeight: 44, px: { xs: 0.75, sm: 1.5 }, whiteSpace: 'nowrap' }
