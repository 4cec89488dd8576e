/** The way of somebody new: account, provider, first scan. Then the pictures stand here. */
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
      <h2>Three steps to the first picture</h2>
      <p className="muted">
        Here will stand what fails by severity day by day, each provider’s services side by side,
        where you stand with every framework, and what changed since yesterday.
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
                  An account of a cloud, with credentials that may read and nothing else. The policy
                  to copy is on the page.
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
          <Link href={scanPage(running.id)}>It is running</Link>
          <span className="muted">
            : {running.progress} % done. The pictures come by themselves.
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
      attributes: { name: 'First look' },
      relationships: { provider: { data: { type: 'providers', id: provider.id } } },
    })
      .then(() => refetch('/scans'), failed)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <p className="muted">
        {step === 'connect'
          ? 'It takes a few minutes and shows findings while it runs.'
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
