import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Manifest, type Plugin } from 'vite'

/** Builds the worker of the pages into one file beside them, once they are built. */
export function workerPlugin(webDir: string): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    closeBundle: async () => {
      const text = await readFile(join(webDir, '.vite/manifest.json'), 'utf8')
      const { 'index.html': entry } = JSON.parse(text) as Manifest
      if (!entry) throw new Error('the build has no index.html')
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __BUILD__: JSON.stringify(`/${entry.file}`) },
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
