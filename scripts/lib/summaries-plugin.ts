import type { Plugin } from 'vite'

const contract = /src\/contract\/[\w-]+\.ts$/
const summary = /^\s*summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm

/** The summaries of the endpoints are for the document of the API: the web ships none of them. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (contract.test(id) ? code.replace(summary, '') : undefined),
  }
}
