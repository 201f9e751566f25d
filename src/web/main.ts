import './ui/tokens.css'
import { startFirstScreen } from './first-screen.ts'
import { screenAddress } from './navigation/spelling.ts'
import { reloadOnceForLostChunks } from './shell/reload-once.ts'

reloadOnceForLostChunks()
// Small, and first: its requests run while the app's code loads.
startFirstScreen(screenAddress())
void import('./app.tsx').then(({ mountApp }) => mountApp())
