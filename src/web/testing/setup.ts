import createCache from '@emotion/cache'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { hideToast } from '../ui/toast-store.ts'

// On a slow machine a second is short for what a screen does between two looks at it.
configure({ asyncUtilTimeout: 120_000 })

// Files share their modules: a toast would be found by another test, and what is mounted would ask again
// with the session of another.
afterEach(() => {
  cleanup()
  hideToast()
})

// jsdom would match each rule of each component at every look at an element: styles are judged in a browser.
Object.getPrototypeOf(createCache({ key: 'test' }).sheet).insert = () => {}
