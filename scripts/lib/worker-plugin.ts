import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** Builds the worker of the pages into one file beside them, once they are built. */
export function workerPlugin(webDir: string): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    closeBundle: async () => {
      const html = await readFile(join(webDir, 'index.html'), 'utf8')
      // By the same script a page tells of which build it is.
      const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]
      if (!entry) throw new Error('the page has no script')
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __BUILD__: JSON.stringify(entry) },
        build: {
          outDir: webDir,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(import.meta.dirname, '../../src/web/phone/worker/worker.ts'),
            // Of the contract it takes the table of the screens alone.
            treeshake: { moduleSideEffects: false },
            output: { format: 'iife', entryFileNames: 'worker.js' },
          },
        },
      })
    },
  }
}
