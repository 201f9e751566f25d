/** The kit's root is a dialog by default; a group may not carry the attribute of one. */
export const groupOfToast = { role: 'group', 'aria-modal': undefined } as const
