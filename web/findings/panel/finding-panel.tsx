/** One finding: evidence, fix, compliance requirements, history and decisions. */
import type { Included, Row } from '../../api/documents.ts'
import { useShow } from '../../api/hooks.ts'
import { Button, IconButton } from '../../kit/button.tsx'
import { SeverityMark, StatusMark, Tag } from '../../kit/marks.tsx'
import { Panel, Tabs } from '../../kit/panel.tsx'
import { Loading, Trouble } from '../../kit/states.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import type { UsedView, View } from '../../kit/view.ts'
import { words } from '../../kit/words.ts'
import type { Action } from '../actions.tsx'
import { attestedDays } from '../attestation.ts'
import { heldFinding } from '../chosen.ts'
import { metadataOf } from '../metadata.ts'
import type { Shown } from '../rows.ts'
import { Compliance } from './compliance.tsx'
import { Fix } from './fix.tsx'
import { History } from './history.tsx'
import { OtherFindings } from './other-findings.tsx'
import { Summary } from './summary.tsx'
import { Triage } from './triage.tsx'

interface Props {
  readonly id: string
  readonly view: View
  readonly set: UsedView['set']
  readonly onClose: () => void
  /** True to focus the evidence. */
  readonly isEvidenceAsked: boolean
  readonly actionsOf: (finding: Row<'findings'>) => readonly Action[]
  /** The lines of the findings before and after it in the list, if they are loaded. */
  readonly previous: number | undefined
  readonly next: number | undefined
  readonly onStep: (index: number) => void
  /** True if every line of the list is a finding, so that j and k do the same in the list. */
  readonly hasStepKeys: boolean
}

export function FindingPanel(props: Props) {
  const { id, onClose } = props
  const { data, error, refetch } = useShow<'findings'>(`/findings/${id}`, {
    include: 'resources,resources.provider,scan,scan.provider',
  })
  const finding = data?.row ?? heldFinding(id)
  const title = finding ? metadataOf(finding).title : 'Finding'
  const resource = data?.included.of('resources', data.row, 'resources')
  return (
    <Panel
      of={id}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Steps {...props} />
          {/* Findings of one check have the same title. */}
          <p className="visually-hidden" role="status">
            {data && [title, resource?.name || resource?.uid].filter(Boolean).join(', ')}
          </p>
        </>
      }
    >
      {error ? (
        <Trouble error={error} retry={() => void refetch()} />
      ) : data ? (
        <Details {...props} {...data} />
      ) : (
        <Loading />
      )}
    </Panel>
  )
}

type DetailsProps = Pick<Props, 'view' | 'set' | 'isEvidenceAsked' | 'actionsOf'> & {
  readonly row: Row<'findings'>
  readonly included: Included
}

function Details({ row: finding, included, view, set, isEvidenceAsked, actionsOf }: DetailsProps) {
  const resource = included.of('resources', finding, 'resources')
  const shown: Shown = { finding, resource }
  const scan = included.of('scans', finding, 'scan')
  const provider =
    included.of('providers', resource, 'provider') ?? included.of('providers', scan, 'provider')
  return (
    <>
      <div className="row verdict">
        <StatusMark status={finding.status} attestedDays={attestedDays(finding)} />
        <SeverityMark severity={finding.severity} />
        {finding.muted && <Tag kind="muted">Muted</Tag>}
        <span className="muted">{words(finding.triage_status)}</span>
      </div>
      <div className="row panel-actions" role="group" aria-label="Actions">
        {actionsOf(finding).map(({ keys, label, icon, run, disabledBecause }) => (
          <Button
            key={keys}
            icon={icon}
            title={`${label} (${keys})`}
            onClick={run}
            disabledBecause={disabledBecause}
          >
            {label === 'Send to a tracker' ? 'Send' : label}
          </Button>
        ))}
      </div>
      <Tabs
        label="Finding details"
        current={view['tab'] ?? 'summary'}
        onChange={(tab) => set({ tab: tab === 'summary' ? undefined : tab })}
        tabs={[
          {
            key: 'summary',
            title: 'Summary',
            content: () => (
              <>
                <Summary
                  {...shown}
                  scan={scan}
                  provider={provider}
                  isEvidenceAsked={isEvidenceAsked}
                />
                {resource && <OtherFindings finding={finding} resourceId={resource.id} set={set} />}
              </>
            ),
          },
          { key: 'fix', title: 'Fix', content: () => <Fix {...shown} /> },
          { key: 'compliance', title: 'Compliance', content: () => <Compliance {...shown} /> },
          {
            key: 'history',
            title: 'History',
            content: () => <History finding={finding} scan={scan} />,
          },
          { key: 'triage', title: 'Triage', content: () => <Triage finding={finding} /> },
        ]}
      />
    </>
  )
}

function Steps({
  previous,
  next,
  onStep,
  hasStepKeys,
}: Pick<Props, 'previous' | 'next' | 'onStep' | 'hasStepKeys'>) {
  const steps = [
    { icon: 'up', keys: 'k', label: 'Previous finding', to: previous, side: 'before' },
    { icon: 'down', keys: 'j', label: 'Next finding', to: next, side: 'after' },
  ] as const
  const run = (to: number | undefined) => (): void => {
    if (to !== undefined) onStep(to)
  }
  // The list handles these keys while it has the focus.
  useShortcuts(
    'Panel',
    hasStepKeys ? steps.map(({ keys, label, to }) => ({ keys, label, run: run(to) })) : [],
  )
  return steps.map(({ icon, keys, label, to, side }) => (
    <IconButton
      key={keys}
      icon={icon}
      label={hasStepKeys ? `${label} (${keys})` : label}
      disabledBecause={to === undefined ? `The list shows no finding ${side} this one.` : undefined}
      onClick={run(to)}
    />
  ))
}
