import './ui/tokens.css'
import { startFirstScreen } from './first-screen.ts'

// Small, and first: what it starts comes together with the code of the shop.
const isPageComing = startFirstScreen(location.hash)
void import('./app.tsx').then(({ showShop }) => showShop(isPageComing))
