/** Picture, title and controls of a line whose quantity is edited. */
export const lineRow = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
} as const
/** On a phone below the title. */
export const controlColumn = { xs: 2, sm: 'auto' } as const
