/** The parts of a dialog below each other, at the top of one that fills the screen. */
export const dialogRows = {
  display: 'grid',
  gap: 2,
  alignContent: 'start',
  gridAutoRows: 'max-content',
} as const
