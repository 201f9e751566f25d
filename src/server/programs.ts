import { join } from 'node:path'

/** The folder of the package: as far above the sources as above the built server. */
export const root = join(import.meta.dirname, '../..')

/** The programs of the server; its build (`vite.server.config.ts`) has a file of each. */
export const programs = {
  main: 'main.ts',
  'health-check': 'health-check.ts',
  admin: 'admin/cli.ts',
  backup: 'backup/cli.ts',
  doctor: 'doctor/cli.ts',
  'draw-card': 'share/cards/draw-card.worker.ts',
  privacy: 'privacy/cli.ts',
}

export type Program = keyof typeof programs

export function builtProgram(name: Program): string {
  return join(root, 'dist/server', `${name}.mjs`)
}

/** A program beside the one that runs: of the build, or of the sources. */
export function ownProgram(name: Program): string {
  const isBuilt = import.meta.filename.endsWith('.mjs')
  return isBuilt ? builtProgram(name) : join(root, 'src/server', programs[name])
}
