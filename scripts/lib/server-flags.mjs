/**
 * How Node runs the server. A small young generation is collected often and quickly; with Node's own
 * of 16 MB the requests of a flood grow old in it, and the heap doubles (docs/reliability.md).
 */
export const serverFlags = ['--max-semi-space-size=4']
