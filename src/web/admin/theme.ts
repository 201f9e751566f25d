import { zhTW } from '@mui/material/locale'
import { createTheme } from '@mui/material/styles'

const ink = '#2a2521'

/** The back office: Material with the shop's paper and ink, orange first, dark text on it. */
export const adminTheme = createTheme(
  {
    palette: {
      // `dark` is the hover of a filled button: lighter, so that the dark text on it stays readable.
      primary: { main: '#ef6c00', dark: '#f57c00', contrastText: ink },
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
      MuiButton: {
        defaultProps: { disableElevation: true },
        // Orange letters on white are too pale to read.
        variants: [{ props: { variant: 'text', color: 'primary' }, style: { color: ink } }],
      },
      MuiFormLabel: {
        styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: ink } } },
      },
      MuiCheckbox: { styleOverrides: { root: { width: 44, height: 44 } } },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: '#e7dfd4', backgroundColor: 'inherit' },
          head: { fontWeight: 600, lineHeight: 1.4 },
        },
      },
      // Opaque grounds, since the cells that stay in view lie above others.
      MuiTableRow: {
        styleOverrides: {
          root: {
            backgroundColor: '#ffffff',
            '&.MuiTableRow-hover:hover': { backgroundColor: '#fbf8f3' },
            '&.Mui-selected, &.Mui-selected.MuiTableRow-hover:hover': {
              backgroundColor: '#fdf0e4',
            },
          },
          head: { backgroundColor: '#fbf8f3' },
        },
      },
      MuiTableSortLabel: {
        styleOverrides: { icon: { opacity: 0.3, marginInline: 2, fontSize: 16 } },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: 16 } } },
      MuiPaginationItem: {
        styleOverrides: { root: { minWidth: 40, height: 40 }, ellipsis: { lineHeight: '40px' } },
      },
    },
  },
  zhTW,
)
