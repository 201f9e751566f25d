import { zhTW } from '@mui/material/locale'
import { createTheme } from '@mui/material/styles'
import { brandColors } from '#contract/brand-colors.ts'
import { themeChoice } from '#contract/settings.ts'

const tokens = getComputedStyle(document.documentElement)

/** The colours of the theme, whatever the shop wears: with its ground the orange would not go. */
const { colors } = brandColors(themeChoice)
const { ink, line, paper, surface } = colors

/** Where lists are cards and a finger presses: controls are 44 px high and wide. */
const onPhone = '@media (max-width: 767.95px)'

/** The back office: Material with the shop's paper and ink, orange first, dark text on it. */
export const adminTheme = createTheme(
  {
    palette: {
      // `dark` is the hover of a filled button: lighter, so that the dark text on it stays readable.
      primary: { main: '#ef6c00', dark: '#f57c00', contrastText: ink },
      secondary: { main: colors.sage, contrastText: surface },
      error: { main: colors.danger },
      text: { primary: ink, secondary: colors['ink-muted'], disabled: colors['line-strong'] },
      divider: line,
      background: { default: paper, paper: surface },
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: tokens.getPropertyValue('--font-sans').trim(),
      h1: { fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
      h6: { fontSize: '1.125rem', lineHeight: 1.5 },
      button: { letterSpacing: 0, fontSize: '0.9375rem', textTransform: 'none' },
    },
    focusVisible: { outlineColor: ink },
    components: {
      MuiButton: {
        defaultProps: { disableElevation: true },
        // Orange letters on white are too pale to read.
        variants: [{ props: { variant: 'text', color: 'primary' }, style: { color: ink } }],
        styleOverrides: {
          root: {
            [onPhone]: { minHeight: 44 },
            // It stays under pointer and keyboard, so that it can say why; see `ui/action-button.tsx`.
            '&[aria-disabled=true]': {
              pointerEvents: 'auto',
              cursor: 'default',
              '--variant-textBg': 'transparent',
              '--variant-outlinedBg': 'transparent',
            },
            '&[aria-busy=true]': { cursor: 'progress', color: 'transparent' },
          },
        },
      },
      MuiIconButton: {
        styleOverrides: { root: { [onPhone]: { minWidth: 44, minHeight: 44 } } },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            '& .MuiInputBase-inputSizeSmall:not(textarea), & .MuiNativeSelect-select': {
              [onPhone]: { paddingBlock: 10.5 },
            },
          },
        },
      },
      MuiInputLabel: {
        styleOverrides: {
          outlined: {
            // In rem, so that a large label stays on the border, clear of the text below.
            '&.MuiInputLabel-shrink': { transform: 'translate(14px, -0.5625rem) scale(0.75)' },
          },
        },
      },
      MuiFormLabel: {
        styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: ink } } },
      },
      MuiCheckbox: { styleOverrides: { root: { width: 44, height: 44 } } },
      // As high as its text, also when that is large.
      MuiChip: {
        styleOverrides: {
          root: {
            ...{ height: 'auto', minHeight: '2rem' },
            '&.MuiChip-sizeSmall': { minHeight: '1.5rem' },
          },
        },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: line, backgroundColor: 'inherit' },
          head: { fontWeight: 600, lineHeight: 1.4 },
        },
      },
      // Opaque grounds, since the cells that stay in view lie above others.
      MuiTableRow: {
        styleOverrides: {
          root: {
            backgroundColor: surface,
            '&.MuiTableRow-hover:hover': { backgroundColor: paper },
            '&.Mui-selected, &.Mui-selected.MuiTableRow-hover:hover': {
              backgroundColor: '#fdf0e4',
            },
          },
          head: { backgroundColor: paper },
        },
      },
      MuiTableSortLabel: {
        styleOverrides: { icon: { opacity: 0.3, marginInline: 2, fontSize: '1rem' } },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: 16 } } },
      MuiPaginationItem: {
        styleOverrides: { root: { minWidth: 40, height: 40 }, ellipsis: { lineHeight: '40px' } },
      },
    },
  },
  zhTW,
)
