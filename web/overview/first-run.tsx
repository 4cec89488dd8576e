/** The first steps of a new user: account, provider, first scan. The charts replace them afterwards. */
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { refetch } from '../api/hooks.ts'
import { providerName } from '../compliance/data.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'
import { failed } from '../kit/toast.tsx'
import { unless, useMe } from '../session/me.tsx'
import type { Step } from './attention.ts'
import { scan as scanPage } from './links.ts'

interface Props {
  readonly step: Step
  readonly providers: readonly Row<'providers'>[]
  readonly running: Row<'scans'> | undefined
}

export function FirstRun({ step, providers, running }: Props) {
  const me = useMe()
  const [, go] = useLocation()
  const noProviders = unless(me, 'manage_providers')
  return (
    <div className="first-run">
      <h2>Get started in three steps</h2>
      <p className="muted">
        After the first scan, this page shows failed findings by severity and day, results by
        provider and service, compliance by framework, and changes since yesterday.
      </p>
      <ol>
        <li data-state="done">
          <Mark state="done" at={1} />
          <div>
            <h3>Your account</h3>
            <p className="muted">You are signed in as {me.user.email}.</p>
          </div>
        </li>
        <li data-state={step === 'connect' ? 'now' : 'done'}>
          <Mark state={step === 'connect' ? 'now' : 'done'} at={2} />
          <div>
            <h3>Connect a provider</h3>
            {step === 'connect' ? (
              <>
                <p className="muted">
                  Connect a cloud account with read-only credentials. The next page shows the policy
                  to copy.
                </p>
                <Button
                  kind="primary"
                  icon="plus"
                  aria-disabled={noProviders !== undefined || undefined}
                  title={noProviders}
                  onClick={() => !noProviders && go('/providers/connect')}
                >
                  Connect a provider
                </Button>
                {noProviders && <p className="muted small">{noProviders}</p>}
              </>
            ) : (
              <p className="muted">
                <Link href="/providers">{providers.map(providerName).slice(0, 3).join(', ')}</Link>{' '}
                {providers.length === 1 ? 'is' : 'are'} connected.
              </p>
            )}
          </div>
        </li>
        <li data-state={step === 'connect' ? 'later' : 'now'}>
          <Mark state={step === 'connect' ? 'later' : 'now'} at={3} />
          <div>
            <h3>Watch the first scan</h3>
            <ScanStep step={step} provider={providers[0]} running={running} />
          </div>
        </li>
      </ol>
    </div>
  )
}

function ScanStep({
  step,
  provider,
  running,
}: {
  readonly step: Step
  readonly provider: Row<'providers'> | undefined
  readonly running: Row<'scans'> | undefined
}) {
  const me = useMe()
  const [isBusy, setBusy] = useState(false)
  const noScans = unless(me, 'manage_scans')
  if (step === 'watch' && running)
    return (
      <>
        <p>
          <Link href={scanPage(running.id)}>The scan is running</Link>
          <span className="muted">
            : {running.progress} % done. Charts appear when it completes.
          </span>
        </p>
        <div
          className="bar"
          role="progressbar"
          aria-label="The first scan"
          aria-valuenow={running.progress}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ transform: `scaleX(${running.progress / 100})` }} />
        </div>
      </>
    )
  const start = (): void => {
    if (noScans || !provider) return
    setBusy(true)
    create('/scans', {
      type: 'scans',
      attributes: { name: 'First scan' },
      relationships: { provider: { data: { type: 'providers', id: provider.id } } },
    })
      .then(() => refetch('/scans'), failed)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <p className="muted">
        {step === 'connect'
          ? 'The scan takes a few minutes and shows findings while it runs.'
          : 'No full scan has completed yet.'}
      </p>
      {step === 'scan' && (
        <Button
          kind="primary"
          icon="play"
          isBusy={isBusy}
          aria-disabled={noScans !== undefined || undefined}
          title={noScans}
          onClick={start}
        >
          Scan {provider ? providerName(provider) : ''}
        </Button>
      )}
    </>
  )
}

const Mark = ({ state, at }: { readonly state: 'done' | 'now' | 'later'; readonly at: number }) => (
  <span className="step-mark">
    {state === 'done' ? <Icon name="check" /> : at}
    <span className="visually-hidden">
      {state === 'done' ? 'done' : state === 'now' ? 'next' : 'later'}
    </span>
  </span>
)
