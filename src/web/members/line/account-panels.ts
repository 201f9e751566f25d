/** One chunk, which only members who have to do with LINE load. */
export { AddEmailPanel } from './add-email-panel.tsx'
export { LinePanel } from './line-panel.tsx'
export { LineProof } from './line-proof.tsx'
export { SetPasswordPanel } from './set-password-panel.tsx'
