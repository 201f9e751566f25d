import { parseArgs } from 'node:util'

/** What a shopper or an administrator waits for, against the least that it could cost. */
export async function runServerBench(args: string[]): Promise<void> {
  parseArgs({ args, options: { quick: { type: 'boolean', default: false } } })
}
