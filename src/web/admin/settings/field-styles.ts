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
