// Style sheets first: base.css defines the order of the layers.
import './kit/base.css'
import './kit/tokens.css'
import './kit/kit.css'
import './kit/grid/grid.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { recordInput } from './kit/input-kind.ts'

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no root element for the app.')
recordInput()
createRoot(root).render(<App />)
