/** One finding: evidence, fix, compliance requirements, history and decisions. */
import type { ReactNode } from 'react'
import { useShow } from '../../api/hooks.ts'
import { SeverityMark, StatusMark, Tag } from '../../kit/marks.tsx'
import { Panel, Tabs } from '../../kit/panel.tsx'
import { Loading, Trouble } from '../../kit/states.tsx'
import type { UsedView, View } from '../../kit/view.ts'
import { words } from '../../kit/words.ts'
import { attestedDays } from '../attestation.ts'
import { metadataOf } from '../metadata.ts'
import type { Shown } from '../rows.ts'
import { Compliance } from './compliance.tsx'
import { Fix } from './fix.tsx'
import { History } from './history.tsx'
import { Summary } from './summary.tsx'
import { Triage } from './triage.tsx'

interface Props {
  readonly id: string
  readonly view: View
  readonly set: UsedView['set']
  readonly onClose: () => void
  /** True to focus the evidence. */
  readonly isEvidenceAsked: boolean
  readonly actions: ReactNode
}

export function FindingPanel({ id, view, set, onClose, isEvidenceAsked, actions }: Props) {
  const { data, error, refetch } = useShow<'findings'>(`/findings/${id}`, {
    include: 'resources,scan',
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
  const shown: Shown = { finding, resource: data.included.of('resources', finding, 'resources') }
  const scan = data.included.of('scans', finding, 'scan')
  return (
    <Panel title={metadataOf(finding).title} onClose={onClose} actions={actions}>
      <div className="row verdict">
        <StatusMark status={finding.status} attestedDays={attestedDays(finding)} />
        <SeverityMark severity={finding.severity} />
        {finding.muted && <Tag kind="muted">Muted</Tag>}
        <span className="muted">{words(finding.triage_status)}</span>
      </div>
      <Tabs
        label="Finding details"
        current={view['tab'] ?? 'summary'}
        onChange={(tab) => set({ tab: tab === 'summary' ? undefined : tab })}
        tabs={[
          {
            key: 'summary',
            title: 'Summary',
            content: () => <Summary {...shown} scan={scan} isEvidenceAsked={isEvidenceAsked} />,
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
