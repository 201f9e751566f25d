import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

/** Builds what the server draws documents with, beside the web, once that is built. */
export function documentPlugin(webDir: string): Plugin {
  return {
    name: 'document-module',
    apply: 'build',
    closeBundle: async () => {
      await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [react()],
        publicDir: false,
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        ssr: { noExternal: true },
        build: {
          ssr: join(import.meta.dirname, '../../src/web/document.tsx'),
          outDir: `${webDir}-server`,
          emptyOutDir: true,
          assetsInlineLimit: 0,
          rolldownOptions: { output: { entryFileNames: 'document.mjs', codeSplitting: false } },
        },
      })
    },
  }
}
