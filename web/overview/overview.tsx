/** The tenant's state: charts of the latest full scans, and next steps. */
import { useEffect, useRef, useState } from 'react'
import { refetch, useList } from '../api/hooks.ts'
import { useNewestFullScans, useProviders, providerName } from '../compliance/data.ts'
import { PartialNote } from '../compliance/partial-note.tsx'
import { Boundary, Loading, Trouble } from '../kit/states.tsx'
import { useView } from '../kit/view.ts'
import '../kit/charts/charts.css'
import { Answer } from './answer.tsx'
import { nextStep } from './attention.ts'
import { Attention } from './attention.tsx'
import { Changes } from './changes.tsx'
import { DoFirst } from './do-first.tsx'
import { FirstRun } from './first-run.tsx'
import { FirstScans } from './first-scans.tsx'
import { Headline } from './headline.tsx'
import { Ranking } from './ranking.tsx'
import { ServicesMatrix } from './services-matrix.tsx'
import { Severities } from './severities.tsx'
import { choices, useComparison } from './since.ts'
import { ThreatScore } from './threat-score.tsx'
import './overview.css'

const runningEvery = 3_000
const idleEvery = 20_000

export default function Overview() {
  const { view, set } = useView()
  const [isRunning, setRunning] = useState(false)
  const providers = useProviders()
  const running = useList<'scans'>(
    '/scans',
    { 'filter[state__in]': 'executing,available', sort: 'inserted_at', 'page[size]': 100 },
    { refetchInterval: isRunning ? runningEvery : idleEvery },
  )
  const runningCount = running.data?.count ?? 0
  const lastCount = useRef(0)
  useEffect(() => {
    setRunning(runningCount > 0)
    // The list of completed scans may have been fetched before this one ended, and is rarely refetched from now on.
    if (runningCount < lastCount.current) void refetch('/scans')
    lastCount.current = runningCount
  }, [runningCount])
  const full = useNewestFullScans({
    refetchInterval: isRunning ? runningEvery : idleEvery,
  })
  // Scans can complete in another order than they began in, so the newest alone does not tell.
  const newest = full.data?.rows[0] && `${full.data.count} ${full.data.rows[0].id}`
  // The numbers refer to full scans, so a new full scan changes them.
  useEffect(() => {
    if (newest) void refetch('/overviews', '/compliance-overviews', '/findings')
  }, [newest])
  const provider = view['filter[provider_id]']
  const scope = provider ? { 'filter[provider_id]': provider } : {}
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const comparison = useComparison(scope, view['since'], today)
  const trouble = providers.error ?? full.error
  if (trouble) return <Trouble error={trouble} retry={() => void refetch('/providers', '/scans')} />
  if (!providers.data || !full.data || !running.data) return <Loading rows={14} />
  const step = nextStep({
    providers: providers.data.count,
    running: running.data.count,
    completed: full.data.count,
  })
  return (
    <div className="screen overview">
      <header className="screen-head">
        <h1>Overview</h1>
        {!step && (
          <select
            aria-label="Compare"
            value={comparison.choice}
            onChange={({ target }) => set({ since: target.value })}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                Changes {label}
              </option>
            ))}
          </select>
        )}
        {providers.data.count > 1 && !step && (
          <select
            aria-label="Provider"
            value={provider ?? ''}
            onChange={({ target }) => set({ 'filter[provider_id]': target.value })}
          >
            <option value="">All {providers.data.count} providers</option>
            {providers.data.rows.map((one) => (
              <option key={one.id} value={one.id}>
                {providerName(one)}
              </option>
            ))}
          </select>
        )}
      </header>
      <div className="screen-body" tabIndex={0} role="region" aria-label="Overview">
        {step ? (
          <FirstRun step={step} providers={providers.data.rows} running={running.data.rows[0]} />
        ) : (
          <>
            <Answer scope={scope} comparison={comparison} providers={providers.data.rows} />
            <Headline scope={scope} providers={providers.data.rows} />
            <FirstScans scope={scope} providers={providers.data.rows} running={running.data} />
            <PartialNote full={full.data} />
            <div className="overview-columns">
              <Boundary>
                <DoFirst scope={scope} />
              </Boundary>
              <Boundary>
                <Changes
                  scope={scope}
                  providerIds={providers.data.rows.map(({ id }) => id)}
                  comparison={comparison}
                />
              </Boundary>
            </div>
            <Boundary>
              <Severities scope={scope} comparison={comparison} />
            </Boundary>
            <div className="overview-columns">
              <Boundary>
                <Attention
                  scope={scope}
                  providers={providers.data.rows}
                  full={full.data}
                  running={running.data.rows}
                />
              </Boundary>
              <Boundary>
                <ThreatScore scope={scope} providers={providers.data.rows} />
              </Boundary>
            </div>
            <Boundary>
              <ServicesMatrix scope={scope} />
            </Boundary>
            <Boundary>
              <Ranking scope={scope} kinds={providers.data.rows.map((one) => one.provider)} />
            </Boundary>
          </>
        )}
      </div>
    </div>
  )
}
