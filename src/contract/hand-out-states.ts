/** `unpaid`: also one whose group is not decided yet. */
export const handOutStates = ['waiting', 'unpaid', 'handed_out'] as const

/**
 * - `handed_out`: by this item; `already`: before it, by another or by a repeated one.
 * - `undone`: it is not handed out (any more); `too_late`: the time for an undo is over.
 * - `unpaid`, `ended` (cancelled, returned or paid back): nothing was changed.
 * - `unknown`: no such code or id for this caller.
 */
export const handOutResults = [
  'handed_out',
  'already',
  'undone',
  'too_late',
  'unpaid',
  'ended',
  'unknown',
] as const
export type HandOutResult = (typeof handOutResults)[number]

export const maxHandOutItems = 50
export const handOutUndoMinutes = 10
/** A code in the QR code and in the field. */
export const handOutCodePattern = /^\d{6}$/
