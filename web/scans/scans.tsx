/** Scans: running scans, past scans, and schedules. */
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../kit/button.tsx'
import { Filters } from '../kit/filters.tsx'
import { useShortcuts } from '../kit/shortcuts.ts'
import { useView } from '../kit/view.ts'
import { unless, useMe } from '../session/me.tsx'
import type { Scan } from './follow.ts'
import { Launch } from './launch.tsx'
import { stateWord } from './marks.tsx'
import { Running } from './running.tsx'
import { ScanList } from './scan-list.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { Schedules } from './schedules.tsx'
import './scans.css'

export default function Scans() {
  const used = useView()
  const { view, set } = used
  const [launched, setLaunched] = useState(0)
  const isSchedules = view['tab'] === 'schedules'
  const launch = <LaunchButton onClick={() => set({ launch: 'new' })} />
  const closeLaunch = (): void => set({ launch: undefined, uids: undefined }, { replace: true })
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Scans</h1>
        <Places isSchedules={isSchedules} />
        {launch}
      </header>
      {isSchedules ? (
        <Schedules used={used} />
      ) : (
        <>
          <Running />
          <Filters view={view} set={set} search="scans" choices={choices} />
          <div className="split">
            <div>
              <ScanList key={launched} used={used} launch={launch} />
            </div>
            {view['open'] && <ScanPanel key={view['open']} id={view['open']} used={used} />}
          </div>
        </>
      )}
      {view['launch'] && (
        <Launch
          provider={view['launch'] === 'new' ? undefined : view['launch']}
          uids={view['uids']}
          onClose={closeLaunch}
          onLaunched={() => {
            setLaunched(launched + 1)
            closeLaunch()
          }}
        />
      )}
    </div>
  )
}

function LaunchButton({ onClick }: { readonly onClick: () => void }) {
  const refusal = unless(useMe(), 'manage_scans')
  useShortcuts('Scans', [
    { keys: 'n', label: 'Start a scan', run: onClick, disabledBecause: refusal },
  ])
  return (
    <Button
      kind="primary"
      icon="play"
      aria-disabled={refusal !== undefined}
      title={refusal ?? 'Start a scan (n)'}
      onClick={() => refusal ?? onClick()}
    >
      Start a scan
    </Button>
  )
}

/** Tabs for the two lists. */
function Places({ isSchedules }: { readonly isSchedules: boolean }) {
  const [, go] = useLocation()
  return (
    <nav className="places" aria-label="Scans and schedules">
      <Button
        kind="quiet"
        aria-current={isSchedules ? undefined : 'page'}
        onClick={() => go('/scans')}
      >
        Scans
      </Button>
      <Button
        kind="quiet"
        aria-current={isSchedules ? 'page' : undefined}
        onClick={() => go('/scans?tab=schedules')}
      >
        Schedules
      </Button>
    </nav>
  )
}

const states: readonly Scan['state'][] = [
  'available',
  'executing',
  'completed',
  'failed',
  'cancelled',
  'scheduled',
]
const choices = [
  {
    name: 'filter[state__in]',
    title: 'State',
    values: states,
    label: (state: string) => stateWord(state as Scan['state']),
  },
  { name: 'filter[trigger]', title: 'Trigger', values: ['manual', 'scheduled', 'imported'] },
  {
    name: 'filter[is_partial]',
    title: 'Scope',
    values: ['false', 'true'],
    label: (isPartial: string) => (isPartial === 'true' ? 'Partial' : 'Full'),
  },
]
