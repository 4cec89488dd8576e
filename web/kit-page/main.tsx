// Style sheets first: base.css defines the order of the layers.
import '../kit/base.css'
import '../kit/tokens.css'
import '../kit/kit.css'
import '../kit/grid/grid.css'
import '../kit/charts/charts.css'
import '../shell/shell.css'
import './kit-page.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { recordInput } from '../kit/input-kind.ts'
import { density, setDensity, setTheme, theme } from '../shell/appearance.ts'
import { KitPage } from './page.tsx'
import { kinds } from './samples.ts'

// All data is cached from the start, so no request is sent.
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
queryClient.setQueryData(['/provider-kinds', {}], kinds)

setTheme(theme())
setDensity(density())
const root = document.getElementById('app')
if (!root) throw new Error('index.html has no root element for the page.')
recordInput()
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <Router base="/kit-page">
      <KitPage />
    </Router>
  </QueryClientProvider>,
)
