import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { documentPlugin } from './scripts/lib/document-plugin.ts'
import { firstScreenPlugins } from './scripts/lib/first-screen-plugin.ts'
import { precompress } from './scripts/lib/precompress-plugin.ts'
import { workerPlugin } from './scripts/lib/worker-plugin.ts'

const apiAddress = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const proxied = [
  '/v2',
  '/uploads',
  '/openapi.json',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
]

/** What few screens need would be run by all of them: dialogs, descriptions, QR codes, carousels. */
const sharedByFewPages =
  /src\/web\/(ui\/(dialog|accordion|tabs|qr-code|carousel|use-embla)|shared\/safe-)/
/** They load after the first screen. */
const toasts = /src\/web\/ui\/toast/
/** The districts are for forms that ask for an address. */
const addresses = /src\/(?:contract\/(?:address|districts)|web\/shared\/(?:use-)?address)/
const sharedByPages = new RegExp(
  `^(?!.*(?:${sharedByFewPages.source}|${toasts.source}|${addresses.source})).*src/web/(home|catalog|cart|tracking|shared|ui|api)/`,
)

/** Many small files would each be named in the tables of the pages, and be a request of their own. */
const sharedByBackOffice =
  /node_modules\/(?:@mui|@emotion|@popperjs|stylis|react-transition-group)\/|src\/web\/admin\//

const webDir = process.env.WEB_DIR ?? 'dist/web'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    firstScreenPlugins(),
    precompress(),
    documentPlugin(webDir),
    workerPlugin(webDir),
  ],
  root: '.',
  publicDir: 'src/web/public',
  build: {
    outDir: webDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    // Every browser of the shop has it; the polyfill would be a script of its own.
    modulePreload: { polyfill: false },
    // In kB; the largest is what the pages of the back office share. A shopper's first script has a
    // budget of its own.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A further file is a further wait, so each group takes along what its files import: the
          // entry, the application that it starts, and what several pages share.
          groups: [
            { name: 'start', test: /src\/web\/main\.ts$/, priority: 4 },
            { name: 'app', test: /src\/web\/app\.tsx$/, priority: 3 },
            { name: 'screens', test: sharedByPages, minShareCount: 2, priority: 2 },
            {
              name: 'addresses',
              test: addresses,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'toasts', test: toasts, priority: 1 },
            { name: 'parts', test: sharedByFewPages, minShareCount: 2, priority: 1 },
            { name: 'calls', test: /src\/contract\//, minShareCount: 2, priority: 1 },
            {
              name: 'back-office-parts',
              test: sharedByBackOffice,
              minShareCount: 2,
              priority: 1,
              // What it imports of the storefront's would bring shoppers the back office.
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      proxied.map((path) => [path, { target: apiAddress, changeOrigin: false }]),
    ),
  },
})
