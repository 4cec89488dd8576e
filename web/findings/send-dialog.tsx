/** Sends findings to a tracker: the project, one issue per check or finding, and the results. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { create } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { useList, useShow, useWhole } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { Select } from '../kit/field.tsx'
import { Form, useSubmit } from '../kit/form.tsx'
import { Empty, Loading, Trouble, TroubleLine } from '../kit/states.tsx'
import { counted, number } from '../kit/words.ts'
import type { Chosen } from './chosen.ts'
import { failingOf, type Group, groupsOf, type Mode, namedOf, requestsOf, whyNot } from './send.ts'
import { type Dispatched, SendResult } from './send-result.tsx'

interface Props {
  readonly findings: readonly Chosen[]
  readonly onClose: () => void
}

export default function SendDialog({ findings: chosen, onClose }: Props) {
  const findings = failingOf(chosen)
  const trackers = useWhole<'integrations'>('/integrations', { 'filter[integration_type]': 'jira' })
  const [sent, setSent] = useState<Dispatched | null>(null)
  return (
    <Dialog title={`Send ${counted(findings.length, 'finding')} to a tracker`} onClose={onClose}>
      {sent && <SendResult sent={sent} onClose={onClose} />}
      {!sent && trackers.error && (
        <Trouble error={trackers.error} retry={() => void trackers.refetch()} />
      )}
      {!sent && !trackers.data && !trackers.error && <Loading rows={4} />}
      {!sent && trackers.data && findings.length === 0 && (
        <Empty icon="check" title="No failing findings selected">
          Only failing, unmuted findings can be sent to a tracker.
        </Empty>
      )}
      {!sent && trackers.data && findings.length > 0 && (
        <Choosing
          findings={findings}
          leftOut={chosen.length - findings.length}
          trackers={trackers.data.filter(({ enabled }) => enabled)}
          onSent={setSent}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface ChoosingProps extends Props {
  /** The number of selected findings that cannot be sent: muted or not failing. */
  readonly leftOut: number
  readonly trackers: readonly Row<'integrations'>[]
  readonly onSent: (sent: Dispatched) => void
}

function Choosing({ trackers, ...rest }: ChoosingProps) {
  const [id, setId] = useState(trackers[0]?.id)
  const tracker = trackers.find((one) => one.id === id)
  if (!tracker)
    return (
      <Empty
        icon="integrations"
        title="No issue tracker"
        action={<Link href="/integrations?open=new&type=jira">Connect Jira</Link>}
      >
        To create Jira issues from findings, connect and enable a Jira integration.
      </Empty>
    )
  return <SendForm trackers={trackers} tracker={tracker} onTracker={setId} {...rest} />
}

const siteOf = ({ configuration }: Row<'integrations'>): string =>
  `${String(configuration['domain'])}.atlassian.net`

const projectsOf = ({
  configuration,
}: Row<'integrations'>): readonly (readonly [string, string])[] =>
  Object.entries((configuration['projects'] ?? {}) as Readonly<Record<string, string>>)

interface FormProps extends ChoosingProps {
  readonly tracker: Row<'integrations'>
  readonly onTracker: (id: string) => void
}

function SendForm(props: FormProps) {
  const { findings, leftOut, trackers, tracker, onTracker, onSent, onClose } = props
  const projects = projectsOf(tracker)
  const [asked, setAsked] = useState<string | undefined>(undefined)
  const project = projects.find(([key]) => key === asked)?.[0] ?? projects[0]?.[0]
  const types = useShow<'jira-issue-types'>(
    `/integrations/${tracker.id}/jira/issue_types`,
    { project_key: project },
    { enabled: project !== undefined },
  )
  const [mode, setMode] = useState<Mode>('grouped')
  const why =
    whyNot(findings, mode) ??
    (types.data ? undefined : 'The issue types of the project are not loaded yet.')
  const fields = ['project_key', 'issue_type', 'dispatch_mode']
  const submitting = useSubmit(fields, async ({ issue_type }) => {
    if (why !== undefined) throw new Error(why)
    const data = {
      type: 'integrations-jira-dispatches',
      attributes: { project_key: project, issue_type, dispatch_mode: mode },
    }
    const tasks: Row<'tasks'>[] = []
    let stopped: Error | null = null
    for (const query of requestsOf(findings, mode)) {
      try {
        const path = `/integrations/${tracker.id}/jira/dispatches${search(query)}`
        const task = await create<'tasks'>(path, data)
        if (task) tasks.push(task)
      } catch (error) {
        if (tasks.length === 0) throw error
        stopped = error as Error
        break
      }
    }
    onSent({ integrationId: tracker.id, tasks, stopped })
  })
  const { errors, isBusy } = submitting
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('select, a')?.focus(), [])
  return (
    <div ref={place}>
      <Form submitting={submitting} label="Send to a tracker">
        <Select
          label="Tracker"
          value={tracker.id}
          onChange={({ target }) => onTracker(target.value)}
          options={trackers.map((one) => ({ value: one.id, label: `Jira, ${siteOf(one)}` }))}
        />
        {project === undefined ? (
          <p className="form-error">
            No projects of this site are known.{' '}
            <Link href={`/integrations?open=${tracker.id}`}>Test its connection</Link> to load them.
          </p>
        ) : (
          <>
            <Select
              label="Project"
              value={project}
              onChange={({ target }) => setAsked(target.value)}
              error={errors['project_key']}
              options={projects.map(([key, name]) => ({ value: key, label: `${name} (${key})` }))}
            />
            {types.error && <TroubleLine error={types.error} retry={() => void types.refetch()} />}
            {!types.data && !types.error && (
              <p className="muted" role="status">
                Loading the issue types of {project} from Jira …
              </p>
            )}
            {types.data && (
              <Select
                key={project}
                label="Issue type"
                name="issue_type"
                error={errors['issue_type']}
                options={types.data.row.issue_types.map((type) => ({ value: type, label: type }))}
              />
            )}
          </>
        )}
        <Modes findings={findings} mode={mode} onMode={setMode} />
        <Announced findings={findings} leftOut={leftOut} mode={mode} />
        <footer className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} disabledBecause={why}>
            Send
          </Button>
        </footer>
      </Form>
    </div>
  )
}

interface ModesProps {
  readonly findings: readonly Chosen[]
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
}

function Modes({ findings, mode, onMode }: ModesProps) {
  const modes = [
    ['grouped', 'One issue per check', counted(groupsOf(findings).length, 'issue')],
    ['individual', 'One issue per finding', counted(findings.length, 'issue')],
  ] as const
  return (
    <fieldset className="decisions">
      <legend>Issues</legend>
      {modes.map(([value, label, issues]) => (
        <label key={value} className="decision">
          <input
            type="radio"
            name="mode"
            value={value}
            checked={mode === value}
            onChange={() => onMode(value)}
          />
          <span>{label}</span>
          <span className="muted small">{issues}</span>
        </label>
      ))}
    </fieldset>
  )
}

const mostListed = 100

interface AnnouncedProps extends Pick<ChoosingProps, 'findings' | 'leftOut'> {
  readonly mode: Mode
}

/** A preview of the issues before sending. */
function Announced({ findings, leftOut, mode }: AnnouncedProps) {
  const groups = groupsOf(findings)
  const why = whyNot(findings, mode)
  return (
    <div className="stack" role="status">
      {why && <p className="error">{why}</p>}
      {mode === 'grouped' && (
        <ul className="uids" aria-label="Issues by check" tabIndex={0}>
          {groups.slice(0, mostListed).map((group) => (
            <li key={group.check_id} className="small">
              <span className="mono">{group.check_id}</span>: <Named group={group} />
            </li>
          ))}
          {groups.length > mostListed && (
            <li className="small">and {number(groups.length - mostListed)} more</li>
          )}
        </ul>
      )}
      {leftOut > 0 && (
        <p className="muted small">
          {counted(leftOut, 'other is', 'others are')} not sent: only failing, unmuted findings are
          sent.
        </p>
      )}
      <p className="muted small">
        Existing issues in this project are updated. Resources already listed in an issue stay
        listed while they fail.
      </p>
    </div>
  )
}

const Named = ({ group }: { readonly group: Group }) =>
  group.isWhole ? <WholeNamed group={group} /> : <>{namedOf(group.findings.length)}</>

function WholeNamed({ group: { check_id, findings } }: { readonly group: Group }) {
  const { data, error, refetch } = useList<'findings'>('/findings/latest', {
    'filter[check_id]': check_id,
    'filter[status]': 'FAIL',
    'filter[muted]': 'false',
    'page[size]': 1,
    'fields[findings]': 'uid',
  })
  if (error) return <TroubleLine error={error} retry={() => void refetch()} />
  if (!data) return <span className="muted">counting …</span>
  return (
    <>
      {namedOf(data.count)}
      {data.count !== findings.length && (
        <span className="muted">
          . The issue covers all failing findings of the check, not only the{' '}
          {number(findings.length)} selected.
        </span>
      )}
    </>
  )
}
