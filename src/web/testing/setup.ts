import { configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { hideToast } from '../ui/toast-store.ts'

// On a slow machine a second is short for what a screen does between two looks at it.
configure({ asyncUtilTimeout: 120_000 })

// Files share their modules: a toast of one test would be found by another.
afterEach(hideToast)
