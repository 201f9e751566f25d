/** A row of a list in a panel, with its buttons at the end. */
export const row = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  columnGap: 0.5,
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
