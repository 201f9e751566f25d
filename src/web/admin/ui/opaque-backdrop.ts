/** Of a dialog that stands over a screen that may not be read now. */
export const opaqueBackdrop = { backdrop: { sx: { bgcolor: 'background.default' } } } as const
