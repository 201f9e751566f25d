import { spawnSync } from 'node:child_process'
import { findChromium, isExecutable } from './find-chromium.mjs'
import { pinnedNode, projectEnv, root, say } from './project.mjs'
import { run } from './run.mjs'

/** A Chromium for the journeys: the machine's, Playwright's, or Debian's, installed if need be. */
export async function ensureChromium() {
  const found = findChromium() ?? playwrights()
  if (found) return found
  say('There is no Chromium here: Playwright downloads its own ...')
  await run('playwright', ['install', 'chromium'], { minutes: 4 })
  const downloaded = playwrights()
  if (downloaded) return downloaded
  if (mayInstallPackages()) {
    say('That did not succeed: installing the one of the system ...')
    await installPackages(['chromium-headless-shell', 'fonts-noto-cjk'])
  }
  return findChromium()
}

/** The pages are in Chinese; without a font for it, every picture of them is made of boxes. */
export async function ensureFonts() {
  const list = spawnSync('fc-list', [':lang=zh-tw', 'family'], { encoding: 'utf8' })
  if (list.stdout?.trim()) return
  if (!mayInstallPackages()) {
    say('There is no font with Chinese characters here; the tests run without.')
    return
  }
  say('Installing a font with Chinese characters ...')
  await installPackages(['fonts-noto-cjk'])
}

function playwrights() {
  const script = "console.log(require('@playwright/test').chromium.executablePath())"
  const { stdout } = spawnSync(pinnedNode, ['-e', script], {
    cwd: root,
    env: projectEnv,
    encoding: 'utf8',
  })
  const path = stdout?.trim()
  return path && isExecutable(path) ? path : undefined
}

function mayInstallPackages() {
  return process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')
}

/** @param {string[]} packages */
async function installPackages(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, minutes: 3 })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  await run('apt-get', args, { env, minutes: 10 })
}
