import './ui/tokens.css'
import { startFirstScreen } from './first-screen.ts'
import { reloadOnceForLostChunks } from './shell/reload-once.ts'

reloadOnceForLostChunks()
// Small, and first: its requests run while the app's code loads.
startFirstScreen(location.hash)
void import('./app.tsx').then(({ mountApp }) => mountApp())
