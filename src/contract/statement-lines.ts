/**
 * - `found`: sum and last five digits are those of one place.
 * - `unsure`: several places, or the sum alone; somebody has to choose.
 * - `known`: it is ticked already.
 * - `unknown`: money that no place owes.
 * - `skipped`: no money that came in: a heading, a sum, a payment out.
 */
export const statementOutcomes = ['found', 'unsure', 'known', 'unknown', 'skipped'] as const
export type StatementOutcome = (typeof statementOutcomes)[number]
