/** Explains why the list is empty and what to do about it. */
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { refetch, useList } from '../api/hooks.ts'
import { Button } from '../kit/button.tsx'
import { Empty, EmptyStep, Loading, Trouble } from '../kit/states.tsx'
import type { UsedView, View } from '../kit/view.ts'
import { setFilters, titleOf } from './filters.ts'
import { useNames } from './names.ts'
import { readyViewOf } from './views.ts'

interface Props {
  readonly view: View
  readonly set: UsedView['set']
}

export function NoMatch({ view, set }: Props) {
  const { nameOf } = useNames(view)
  const full = useList<'scans'>('/scans', {
    'filter[state]': 'completed',
    'filter[is_partial]': false,
    'page[size]': 1,
  })
  const held = setFilters(view)
  if (full.error) return <Trouble error={full.error} retry={() => void full.refetch()} />
  if (!full.data) return <Loading rows={14} />
  if (full.data.count === 0) return <NoScan />
  if (held.length === 0)
    return (
      <EmptyStep icon="scans" title="No findings yet" href="/scans" step="Go to Scans">
        Findings come from scans of connected providers, and from imported files.
      </EmptyStep>
    )
  if (readyViewOf(view)?.title === 'Actionable')
    return (
      <Empty icon="check" title="Nothing needs action">
        No unmuted finding fails or needs manual verification. Other views show passing and muted
        findings. Resources that were never scanned have no findings.
      </Empty>
    )
  return (
    <Empty
      title="No findings match"
      action={
        <div className="row">
          {held.map(({ parameter, name, values }) => (
            <Button key={parameter} icon="close" onClick={() => set({ [parameter]: undefined })}>
              {titleOf(name)}: {values.map((value) => nameOf(name, value)).join(', ')}
            </Button>
          ))}
        </div>
      }
    >
      Remove a filter to see more findings.
    </Empty>
  )
}

const soonMs = 4_000

/** Before the first full scan an empty list says nothing about the accounts. */
function NoScan() {
  const running = useList<'scans'>(
    '/scans',
    { 'filter[state__in]': 'available,executing', 'page[size]': 1 },
    { refetchInterval: soonMs },
  )
  const providers = useList<'providers'>('/providers', { 'page[size]': 1 })
  const isRunning = running.data !== undefined && running.data.count > 0
  const { dataUpdatedAt } = running
  // Findings appear while the scan runs, in lists of findings and of groups.
  useEffect(() => {
    if (isRunning) void refetch('/finding')
  }, [isRunning, dataUpdatedAt])
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refetch('/scans', '/finding')
    wasRunning.current = isRunning
  }, [isRunning])
  const error = running.error ?? providers.error
  if (error) return <Trouble error={error} retry={() => void refetch('/scans', '/providers')} />
  if (!running.data || !providers.data) return <Loading rows={14} />
  if (isRunning)
    return (
      <Empty
        icon="scans"
        title="The first scan is running"
        action={<Link href="/scans">Watch the scan</Link>}
      >
        No finding matches yet. Findings appear here while the scan runs.
      </Empty>
    )
  if (providers.data.count > 0)
    return (
      <EmptyStep icon="scans" title="No scan yet" href="/scans" step="Go to Scans">
        No full scan has completed, so nothing is known about your accounts. Start a scan to see
        findings.
      </EmptyStep>
    )
  return (
    <EmptyStep
      icon="providers"
      title="No scan yet"
      href="/providers/connect"
      step="Connect a provider"
    >
      Findings come from scans of connected providers, and from imported files.
    </EmptyStep>
  )
}
