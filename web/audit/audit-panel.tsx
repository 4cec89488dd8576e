/** One event: its user and its changes. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { useList } from '../api/hooks.ts'
import { search } from '../api/query.ts'
import { exactTime } from '../kit/dates.ts'
import { Panel } from '../kit/panel.tsx'
import { Empty, Loading, Trouble } from '../kit/states.tsx'
import { Time } from '../kit/time.tsx'
import { words } from '../kit/words.ts'
import { actorOf, type Names } from './actors.ts'
import { differences, shown } from './difference.ts'
import { sentenceOf } from './sentence.ts'
import './audit.css'

interface AuditPanelProps {
  readonly id: string
  readonly names: Names
  readonly onClose: () => void
}

export function AuditPanel({ id, names, onClose }: AuditPanelProps) {
  const asked = useList<'audit-events'>('/audit-events', { 'filter[id]': id })
  const event = asked.data?.rows[0]
  return (
    <Panel
      title={event ? <Said event={event} names={names} isLinked /> : 'Event'}
      onClose={onClose}
    >
      {asked.error && <Trouble error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <Loading />}
      {asked.data && !event && <Empty title="This event does not exist" />}
      {event && (
        <div className="tab-panel">
          <Facts event={event} names={names} />
          <Difference event={event} />
        </div>
      )}
    </Panel>
  )
}

interface SaidProps {
  readonly event: Row<'audit-events'>
  readonly names: Names
  readonly isLinked?: boolean
}

/** In rows the name is no link, because a row leads to its panel. */
export function Said({ event, names, isLinked = false }: SaidProps) {
  const { actor, did, object, href } = sentenceOf(event, names)
  const name = object ? `“${object}”` : href && isLinked ? 'Open it' : ''
  return (
    <>
      <b>{actor}</b> {did}
      {name && <> {isLinked && href ? <Link href={href}>{name}</Link> : <bdi>{name}</bdi>}</>}
    </>
  )
}

const Facts = ({
  event,
  names,
}: {
  readonly event: Row<'audit-events'>
  readonly names: Names
}) => (
  <dl className="facts">
    <dt>Time</dt>
    <dd>
      <Time at={event.inserted_at} /> <span className="muted">{exactTime(event.inserted_at)}</span>
    </dd>
    <dt>Actor</dt>
    <dd>{actorOf(event, names)}</dd>
    <dt>Action</dt>
    <dd className="mono">{event.action}</dd>
    {event.credential_id && (
      <>
        <dt>Credential</dt>
        <dd className="mono">{event.credential_id}</dd>
      </>
    )}
    <dt>Resource</dt>
    <dd>
      {words(event.resource_type.replaceAll('-', ' '))}{' '}
      {event.resource_id && (
        <>
          <code>{event.resource_id}</code>{' '}
          <Link href={`/audit${search({ 'filter[resource]': event.resource_id })}`}>
            All events of it
          </Link>
        </>
      )}
    </dd>
    <dt>Sequence number</dt>
    <dd className="mono">{event.sequence}</dd>
    {event.request_id && (
      <>
        <dt>Request</dt>
        <dd className="mono">{event.request_id}</dd>
      </>
    )}
  </dl>
)

const signs = { added: '+', removed: '−', changed: '±' } as const

function Difference({ event }: { readonly event: Row<'audit-events'> }) {
  const changes = differences(event.before, event.after)
  if (changes.length === 0)
    return <p className="muted">This event does not contain values before and after the change.</p>
  return (
    <section>
      <h3>Changes</h3>
      <table className="table difference">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, kind, before, after }) => (
            <tr key={path}>
              <td title={kind}>
                <span aria-hidden="true">{signs[kind]}</span>
                <span className="visually-hidden">{kind}</span>
              </td>
              <th scope="row">{path}</th>
              <td>{kind !== 'added' && <del>{shown(before)}</del>}</td>
              <td>{kind !== 'removed' && <ins>{shown(after)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
