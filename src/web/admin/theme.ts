import { zhTW } from '@mui/material/locale'
import { createTheme } from '@mui/material/styles'

const ink = '#2a2521'

/** The back office: Material with the shop's paper and ink, orange first, dark text on it. */
export const adminTheme = createTheme(
  {
    palette: {
      primary: { main: '#ef6c00', contrastText: ink },
      secondary: { main: '#5e7361', contrastText: '#ffffff' },
      error: { main: '#b3261e' },
      text: { primary: ink, secondary: '#6b625a', disabled: '#8a8178' },
      divider: '#e7dfd4',
      background: { default: '#fbf8f3', paper: '#ffffff' },
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: [
        '"PingFang TC"',
        '"Noto Sans TC"',
        '"Noto Sans CJK TC"',
        '"Microsoft JhengHei"',
        'system-ui',
        'sans-serif',
      ].join(','),
      h1: { fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
      h6: { fontSize: '1.125rem', lineHeight: 1.5 },
      button: { letterSpacing: 0, fontSize: '0.9375rem' },
    },
    focusVisible: { outlineColor: ink },
    components: {
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiCheckbox: { styleOverrides: { root: { width: 44, height: 44 } } },
      MuiTableCell: { styleOverrides: { head: { fontWeight: 600, lineHeight: 1.4 } } },
      MuiDialogActions: { styleOverrides: { root: { padding: 16 } } },
      MuiPaginationItem: { styleOverrides: { root: { minWidth: 40, height: 40 } } },
    },
  },
  zhTW,
)
