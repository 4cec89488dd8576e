/** Events of a resource in CloudTrail's event history: the last 90 days of its region, management events only. */
import type { EventsAsked, FoundEvents, ProviderEvent, Session } from '../../kit/index.ts'
import type { Aws } from './client.ts'
import { isRegion } from './endpoints.ts'

/** CloudTrail's maximum page size. */
const pageSize = 50
/** The maximum number of pages per name: five seconds at CloudTrail's limit of two calls per second. */
const maxPages = 10
/** The maximum length of a lookup value. */
const maxName = 2_000

interface Logged {
  readonly EventId?: string
  readonly EventName?: string
  /** Seconds since 1970. */
  readonly EventTime?: number
  readonly EventSource?: string
  readonly Username?: string
  /** `true` or `false`, as text. */
  readonly ReadOnly?: string
  readonly Resources?: readonly { readonly ResourceType?: string; readonly ResourceName?: string }[]
  /** The whole record, as JSON text. */
  readonly CloudTrailEvent?: string
}

type Members = Readonly<Record<string, unknown>>
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
const textIn = (members: Members, name: string): string | null => {
  const value = members[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** A record that cannot be parsed adds nothing to its summary. */
function recordOf({ CloudTrailEvent: text }: Logged): Members {
  try {
    return membersOf(JSON.parse(text ?? '{}'))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** The cloud controls the text of the log: characters that a database or a client would reject are replaced. */
const sound = (value: unknown): unknown =>
  value === undefined || value === null
    ? null
    : JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
        typeof inner === 'string' ? inner.replaceAll('\0', '\ufffd').toWellFormed() : inner,
      )

/** By name for users and roles, `root` for the account's root user, else any available name. */
function actorOf(identity: Members, logged: Logged): string {
  if (textIn(identity, 'type') === 'Root') return 'root'
  const arn = textIn(identity, 'arn')
  const named = arn?.slice(Math.max(arn.lastIndexOf('/'), arn.lastIndexOf(':')) + 1)
  const names = [
    textIn(identity, 'userName'),
    named,
    logged.Username,
    textIn(identity, 'invokedBy'),
    textIn(identity, 'principalId'),
  ]
  return names.find((name) => name) ?? 'unknown'
}

function eventOf(logged: Logged): ProviderEvent[] {
  const { EventId: id, EventTime: seconds } = logged
  if (id === undefined || typeof seconds !== 'number') return []
  const record = recordOf(logged)
  const identity = membersOf(record['userIdentity'])
  const event: ProviderEvent = {
    id,
    event_time: new Date(seconds * 1_000).toISOString(),
    event_name: logged.EventName ?? textIn(record, 'eventName') ?? 'unknown',
    event_source: logged.EventSource ?? textIn(record, 'eventSource') ?? 'unknown',
    actor: actorOf(identity, logged),
    actor_uid: textIn(identity, 'arn') ?? textIn(identity, 'principalId'),
    actor_type: textIn(identity, 'type'),
    source_ip_address: textIn(record, 'sourceIPAddress'),
    user_agent: textIn(record, 'userAgent'),
    request_data: record['requestParameters'],
    response_data: record['responseElements'],
    error_code: textIn(record, 'errorCode'),
    error_message: textIn(record, 'errorMessage'),
  }
  return [sound(event) as ProviderEvent]
}

/** Services log the ARN of a resource, or only its last part; some log both. */
function namesOf(uid: string): readonly string[] {
  const end = Math.max(uid.lastIndexOf(':'), uid.lastIndexOf('/')) + 1
  const last = uid.startsWith('arn:') && end < uid.length ? uid.slice(end) : uid
  return [...new Set([uid, last])].filter((name) => name.length <= maxName)
}

/**
 * A user, a bucket and a group may all have the name `web`: the type or the service shows whether it is the requested
 * one.
 */
function isAbout({ Resources = [], EventSource = '' }: Logged, uid: string, name: string): boolean {
  if (name === uid) return true
  const service = uid.split(':')[2] ?? ''
  if (EventSource.split('.')[0] === service) return true
  return Resources.some(({ ResourceName, ResourceType = '' }) => {
    const kind = ResourceType.split('::')[1]?.toLowerCase() ?? service
    return ResourceName === name && (kind.startsWith(service) || service.startsWith(kind))
  })
}

/** Returns the newest events of one name, and whether all requested ones are among them. */
async function lookUp(
  aws: Aws,
  name: string,
  { uid, since, until, most, reads }: EventsAsked,
): Promise<{ found: Logged[]; complete: boolean }> {
  const found: Logged[] = []
  let pages = 0
  const answers = aws.pages<{ Events?: readonly Logged[]; NextToken?: string }>(
    'cloudtrail:LookupEvents',
    {
      LookupAttributes: [{ AttributeKey: 'ResourceName', AttributeValue: name }],
      StartTime: Math.floor(since.getTime() / 1_000),
      EndTime: Math.ceil(until.getTime() / 1_000),
      MaxResults: pageSize,
    },
  )
  for await (const { Events = [], NextToken } of answers) {
    pages += 1
    const wanted = Events.filter((event) => reads || event.ReadOnly !== 'true')
    found.push(...wanted.filter((event) => isAbout(event, uid, name)))
    if (found.length >= most) break
    if (pages === maxPages && NextToken) return { found, complete: false }
  }
  return { found, complete: true }
}

/** Events of a resource without a region, such as a user, are logged in the partition's home region. */
export async function events(
  session: Session<Aws>,
  asked: EventsAsked,
  signal: AbortSignal,
): Promise<FoundEvents> {
  const aws = session.client(isRegion(asked.region) ? asked.region : session.home, signal)
  const all = new Map<string, ProviderEvent>()
  let complete = true
  for (const name of namesOf(asked.uid)) {
    const answer = await lookUp(aws, name, asked)
    for (const event of answer.found.flatMap(eventOf)) all.set(event.id, event)
    complete &&= answer.complete
  }
  const newest = [...all.values()].sort((a, b) => (a.event_time < b.event_time ? 1 : -1))
  return { events: newest.slice(0, asked.most), complete }
}
