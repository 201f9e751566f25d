/** Fields below each other, without the frame of a fieldset; the space above is that of a label. */
export const fieldset = {
  m: 0,
  p: 0,
  pt: 1,
  border: 0,
  minWidth: 0,
  display: 'grid',
  gap: 2.5,
} as const
/** Two fields beside each other where there is room. */
export const pair = { display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' } } as const
/** The preview stays in view while the fields are filled in. */
export const withPreview = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 424px)' },
} as const
export const previewColumn = {
  minWidth: 0,
  order: { lg: 1 },
  position: { lg: 'sticky' },
  top: 80,
} as const
