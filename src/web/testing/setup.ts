import { configure } from '@testing-library/react'

// On a slow machine a second is short for what a screen does between two looks at it.
configure({ asyncUtilTimeout: 10_000 })
