/** One framework: its requirements by section, with their evaluation. */
import { useMemo, useRef, useState } from 'react'
import { csvLine } from '@plumbline/scanner/csv'
import { Link } from 'wouter'
import { refetch, useList } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { Button } from '../kit/button.tsx'
import { PartBar } from '../kit/charts/bars.tsx'
import { save } from '../kit/save.ts'
import { useShortcuts } from '../kit/shortcuts.ts'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { useView } from '../kit/view.ts'
import { counted, number } from '../kit/words.ts'
import { useFullScans, useProviders } from './data.ts'
import { PartialNote } from './partial-note.tsx'
import { RequirementPanel } from './requirement-panel.tsx'
import { RequirementTree } from './requirement-tree.tsx'
import { ScopeBar } from './scope-bar.tsx'
import { scopeOf } from './scope.ts'
import { found, judgedOf, requirementsOf, sectionsOf, tableOf } from './tree.ts'

export function FrameworkPage({ id }: { readonly id: string }) {
  const { view, set } = useView()
  const field = useRef<HTMLInputElement>(null)
  const providers = useProviders()
  const full = useFullScans()
  const scope = scopeOf(
    view,
    providers.data?.rows.map((one) => one.provider),
  )
  const scan = view['filter[scan_id]']
  const words = useList<'compliance-requirements-attributes'>('/compliance-overviews/attributes', {
    'filter[compliance_id]': id,
    ...(scan && { 'filter[scan_id]': scan }),
  })
  const details = useList<'compliance-requirements-details'>(
    '/compliance-overviews/requirements',
    { ...scope, 'filter[compliance_id]': id, 'filter[region]': view['filter[region]'] },
    { enabled: scope !== undefined },
  )
  const all = useMemo(
    () => words.data && details.data && requirementsOf(words.data.rows, details.data.rows),
    [words.data, details.data],
  )
  const [text, setText] = useState('')
  const isOnlyFailing = view['only'] === 'failing'
  const shown = useMemo(
    () => found(all ?? [], text).filter(({ status }) => !isOnlyFailing || status === 'FAIL'),
    [all, text, isOnlyFailing],
  )
  const toggle = (): void => set({ only: isOnlyFailing ? undefined : 'failing' })
  useShortcuts('Compliance', [
    { keys: '/', label: 'Search requirements', run: () => field.current?.focus() },
    { keys: 'f', label: 'Toggle failing requirements', run: toggle },
  ])
  const trouble = words.error ?? details.error ?? providers.error ?? full.error
  const about = words.data?.rows[0]
  const back = `/compliance${search({ 'filter[scan_id]': scan, 'filter[provider_id]': view['filter[provider_id]'], 'filter[region]': view['filter[region]'] })}`
  const opened = all?.find((one) => one.id === view['open'])
  const count = (status: string): number =>
    (all ?? []).filter((one) => one.status === status).length
  const exported = (): void => {
    const file = `${id}.csv`
    const rows = sectionsOf(shown).flatMap((section) => section.requirements)
    save(new Blob([tableOf(rows).map(csvLine).join('')], { type: 'text/csv' }), file)
    done(`${counted(shown.length, 'requirement')} exported to ${file}.`)
  }
  return (
    <div className="screen compliance">
      <header className="screen-head">
        <nav aria-label="Back" className="crumb">
          <Link href={back}>Compliance</Link>
        </nav>
        <h1>{about?.compliance_name ?? id}</h1>
        {all && (
          <Button icon="export" onClick={exported}>
            Export CSV
          </Button>
        )}
      </header>
      {trouble ? (
        <Trouble
          error={trouble}
          retry={() => void refetch('/compliance-overviews', '/providers', '/scans')}
        />
      ) : full.data?.count === 0 ? (
        <Empty
          icon="compliance"
          title="No full scan has completed yet"
          action={<Link href="/">Go to the next step</Link>}
        >
          {about?.framework_description} Results appear here after the first full scan.
        </Empty>
      ) : !all || !providers.data || !full.data ? (
        <Loading rows={14} />
      ) : (
        <>
          <div className="framework-head">
            <p className="muted">{about?.framework_description}</p>
            <PartBar
              parts={[
                { name: 'failed', value: count('FAIL'), colour: 'fail' },
                { name: 'passed', value: count('PASS'), colour: 'pass' },
                { name: 'manual', value: count('MANUAL'), colour: 'manual', isHatched: true },
              ]}
            />
            <p>
              <b className="failed">{number(count('FAIL'))} fail</b>,{' '}
              <b className="passed">{number(count('PASS'))} pass</b>,{' '}
              <b className="by-people">{number(count('MANUAL'))} manual</b>{' '}
              <span className="muted">
                of {number(all.length)};{' '}
                {number(all.reduce((sum, { checks }) => sum + judgedOf(checks), 0))} of{' '}
                {counted(
                  all.reduce((sum, { checks }) => sum + checks.named, 0),
                  'check',
                )}{' '}
                evaluated
              </span>
            </p>
          </div>
          <search className="scope-bar">
            <input
              ref={field}
              type="search"
              aria-label="Search requirements"
              placeholder="Search  /"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <Button aria-pressed={isOnlyFailing} icon="filter" onClick={toggle}>
              Only failing
            </Button>
            <ScopeBar
              view={view}
              set={set}
              providers={providers.data.rows}
              full={full.data}
              scope={scope}
            />
          </search>
          <PartialNote full={full.data} />
          <div className="split">
            <div>
              {shown.length === 0 ? (
                <Empty
                  icon={isOnlyFailing && !text ? 'check' : 'search'}
                  title={
                    all.length === 0
                      ? 'This framework does not apply to these accounts'
                      : isOnlyFailing && !text
                        ? 'No requirements fail'
                        : 'No requirements match'
                  }
                  action={
                    isOnlyFailing && all.length > 0 && <Button onClick={toggle}>Show all</Button>
                  }
                >
                  {all.length === 0
                    ? 'Choose other scans or another framework.'
                    : `${counted(all.length, 'requirement')} hidden.`}
                </Empty>
              ) : (
                <RequirementTree
                  requirements={shown}
                  opened={view['open']}
                  onOpen={(open) => set({ open })}
                  isOld={details.isPlaceholderData}
                />
              )}
            </div>
            {opened && (
              <RequirementPanel
                framework={id}
                requirement={opened}
                scope={scope ?? {}}
                region={view['filter[region]']}
                full={full.data}
                onClose={() => set({ open: undefined })}
              />
            )}
          </div>
        </>
      )}
    </div>
  )
}
