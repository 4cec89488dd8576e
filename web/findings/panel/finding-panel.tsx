/** One finding: evidence, fix, compliance requirements, history and decisions. */
import type { Row } from '../../api/documents.ts'
import { useShow } from '../../api/hooks.ts'
import { Button, IconButton } from '../../kit/button.tsx'
import { SeverityMark, StatusMark, Tag } from '../../kit/marks.tsx'
import { Panel, Tabs } from '../../kit/panel.tsx'
import { Loading, Trouble } from '../../kit/states.tsx'
import type { UsedView, View } from '../../kit/view.ts'
import { words } from '../../kit/words.ts'
import type { Action } from '../actions.tsx'
import { attestedDays } from '../attestation.ts'
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
}

export function FindingPanel(props: Props) {
  const { id, view, set, onClose, isEvidenceAsked, actionsOf } = props
  const { data, error, refetch } = useShow<'findings'>(`/findings/${id}`, {
    include: 'resources,resources.provider,scan,scan.provider',
  })
  if (error)
    return (
      <Panel title="Finding" onClose={onClose}>
        <Trouble error={error} retry={() => void refetch()} />
      </Panel>
    )
  if (!data)
    return (
      <Panel title="Finding" onClose={onClose}>
        <Loading />
      </Panel>
    )
  const finding = data.row
  const resource = data.included.of('resources', finding, 'resources')
  const shown: Shown = { finding, resource }
  const scan = data.included.of('scans', finding, 'scan')
  const provider =
    data.included.of('providers', resource, 'provider') ??
    data.included.of('providers', scan, 'provider')
  return (
    <Panel title={metadataOf(finding).title} onClose={onClose} actions={<Steps {...props} />}>
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
    </Panel>
  )
}

const Steps = ({ previous, next, onStep }: Pick<Props, 'previous' | 'next' | 'onStep'>) => (
  <>
    <IconButton
      icon="up"
      label="Previous finding (k)"
      disabled={previous === undefined}
      onClick={() => previous !== undefined && onStep(previous)}
    />
    <IconButton
      icon="down"
      label="Next finding (j)"
      disabled={next === undefined}
      onClick={() => next !== undefined && onStep(next)}
    />
  </>
)
