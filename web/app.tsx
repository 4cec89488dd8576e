/** Signed in or not; and which screen. */
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from './api/hooks.ts'
import { ApiProblem } from './api/problem.ts'
import { finishSignIn, onSignedOut, renewed, signInToDemo } from './api/session.ts'
import { Boundary, Trouble } from './kit/states.tsx'
import { clearToasts } from './kit/toast.tsx'
import { Entrance } from './session/entrance.tsx'

const SignedIn = lazy(() => import('./signed-in.tsx'))
const signInPath = /^\/sign-in\/(saml|github|google|oidc)\/?$/

type State =
  | { readonly is: 'asking' | 'inside' }
  | { readonly is: 'outside'; readonly reason: string | null }
  | { readonly is: 'broken'; readonly error: Error }

/** A provider's answer, a code of the demo, or the session that this browser has. */
async function enter(): Promise<void> {
  const method = signInPath.exec(location.pathname)?.[1]
  const code = /^#demo=([\w-]+)$/.exec(location.hash)?.[1]
  if (method) {
    const given = new URLSearchParams(location.search)
    history.replaceState(null, '', '/')
    await finishSignIn(method, given)
  } else if (code) {
    history.replaceState(null, '', location.pathname + location.search)
    await signInToDemo(code)
  } else await renewed()
}

export function App() {
  const [state, setState] = useState<State>({ is: 'asking' })
  useEffect(() => {
    onSignedOut((where) => {
      queryClient.clear()
      clearToasts()
      setState({
        is: 'outside',
        reason: where === 'elsewhere' ? 'You signed out in another tab.' : null,
      })
    })
    enter().then(
      () => setState({ is: 'inside' }),
      (error: Error) => {
        const isUnknown = error instanceof ApiProblem && error.status === 401
        const isOurs = error instanceof ApiProblem && error.status < 500
        if (isUnknown) setState({ is: 'outside', reason: null })
        else if (isOurs || !(error instanceof ApiProblem))
          setState({ is: 'outside', reason: error.message })
        else setState({ is: 'broken', error })
      },
    )
  }, [])
  if (state.is === 'asking') return null
  if (state.is === 'broken') return <Trouble error={state.error} retry={() => location.reload()} />
  return (
    <Boundary>
      <QueryClientProvider client={queryClient}>
        {state.is === 'outside' ? (
          <Entrance reason={state.reason} onEnter={() => setState({ is: 'inside' })} />
        ) : (
          <Suspense>
            <SignedIn />
          </Suspense>
        )}
      </QueryClientProvider>
    </Boundary>
  )
}
