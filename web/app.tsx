/** Signed in or not; and which screen. */
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { queryClient } from './api/hooks.ts'
import { ApiProblem, isDown, Unreachable } from './api/problem.ts'
import { finishSignIn, onSession, renewed, signInToDemo } from './api/session.ts'
import { Button } from './kit/button.tsx'
import { Boundary, Trouble } from './kit/states.tsx'
import { clearToasts, failed } from './kit/toast.tsx'
import { Entrance } from './session/entrance.tsx'
import { useKnownEmail } from './session/me.tsx'
import { removeStoredInvitation } from './session/invitation-token.ts'
import { lazily } from './kit/lazily.tsx'

const SignedIn = lazily(() => import('./signed-in.tsx'))
const signInPath = /^\/sign-in\/(saml|github|google|oidc)\/?$/

type State =
  | { readonly is: 'asking' | 'inside' | 'expired' }
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
    await signInToDemo(code).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) dropHash()
      throw error
    })
    dropHash()
  } else await renewed()
}

const dropHash = (): void => history.replaceState(null, '', location.pathname + location.search)

/** The state of the app after its first request failed. */
function stateOf(error: Error): State {
  if (error instanceof ApiProblem && error.status === 401) return { is: 'outside', reason: null }
  return isDown(error) ? { is: 'broken', error } : { is: 'outside', reason: error.message }
}

export function App() {
  const [state, setState] = useState<State>({ is: 'asking' })
  useEffect(() => {
    onSession((event, reason = null) => {
      if (event === 'expired') return setState({ is: 'expired' })
      if (event === 'resumed') return setState({ is: 'inside' })
      queryClient.clear()
      clearToasts()
      removeStoredInvitation()
      const isOtherTab = event === 'signed out in another tab'
      setState({ is: 'outside', reason: isOtherTab ? 'You signed out in another tab.' : reason })
    })
    queryClient.getQueryCache().config.onError = (error, { state: { data } }) => {
      if (data !== undefined && isDown(error))
        failed(`${error.message} The page may show earlier data.`)
    }
    enter().then(
      () => setState({ is: 'inside' }),
      (error: Error) => setState(stateOf(error)),
    )
  }, [])
  if (state.is === 'asking') return null
  if (state.is === 'broken') return <Trouble error={state.error} retry={() => location.reload()} />
  return (
    <Boundary>
      <QueryClientProvider client={queryClient}>
        {state.is === 'outside' ? (
          <main className="entrance">
            <Entrance reason={state.reason} onEnter={() => setState({ is: 'inside' })} />
          </main>
        ) : (
          <>
            <Suspense>
              <SignedIn />
            </Suspense>
            {state.is === 'expired' && <SignInAgain />}
          </>
        )}
      </QueryClientProvider>
    </Boundary>
  )
}

/** Covers the screens, which keep what was typed in them, until their user has signed in again. */
function SignInAgain() {
  const email = useKnownEmail()
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // A closed dialog takes no focus, and an open one gives it to the first field, which is filled in.
    dialog?.querySelector<HTMLElement>('input:not([value])')?.focus()
    return () => dialog?.close() // returns the focus to where it was
  }, [])
  return (
    <dialog ref={element} className="entrance" aria-label="Sign in again" closedby="none">
      <Entrance
        reason="Your session has ended. Sign in with your password to keep what you typed."
        email={email}
        onEnter={() => {}}
      />
      {/* The user may have been deleted with the tenant, and then no sign-in succeeds. */}
      <p className="entrance-form muted">
        <Button kind="quiet" onClick={() => location.assign('/')}>
          Leave this page without saving
        </Button>
      </p>
    </dialog>
  )
}
