// Function invocations that CloudTrail records. They are data events, which trails record only if configured to.
import { CallProblem } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'

interface ListedTrail {
  Name?: string
  TrailARN?: string
  HomeRegion?: string
  IsMultiRegionTrail?: boolean
}

interface FieldSelector {
  Field?: string
  Equals?: string[]
  StartsWith?: string[]
  EndsWith?: string[]
  NotEquals?: string[]
  NotStartsWith?: string[]
  NotEndsWith?: string[]
}

interface Selectors {
  EventSelectors?: {
    ReadWriteType?: string
    DataResources?: { Type?: string; Values?: string[] }[]
  }[]
  AdvancedEventSelectors?: { FieldSelectors?: FieldSelector[] }[]
}

/** True if invocations of the function with this ARN are recorded. */
type Records = (arn: string) => boolean

export interface Recorded {
  readonly trail: string
  readonly records: Records
}

const type = 'AWS::Lambda::Function'

/** Basic selectors name individual functions, or all of them by `arn:aws:lambda`. */
function byPlain({ EventSelectors = [] }: Selectors): Records {
  const values = EventSelectors.filter(({ ReadWriteType: how }) => how !== 'ReadOnly') // a call is a write
    .flatMap(({ DataResources = [] }) => DataResources)
    .filter((it) => it.Type === type)
    .flatMap(({ Values = [] }) => Values)
  const isAll = (value: string): boolean => /^arn:[^:]+:lambda:?$/.test(value)
  return (arn) => values.some((value) => (isAll(value) ? arn.startsWith(value) : arn === value))
}

/** At least one of the including operators must match, and none of the excluding ones. */
function byArn(field: FieldSelector): Records | null {
  const {
    Field: _,
    Equals,
    StartsWith,
    EndsWith,
    NotEquals,
    NotStartsWith,
    NotEndsWith,
    ...others
  } = field
  if (Object.keys(others).length > 0) return null
  const among = (equal?: string[], start?: string[], end?: string[]) => (arn: string) =>
    Boolean(
      equal?.includes(arn) ||
        start?.some((it) => arn.startsWith(it)) ||
        end?.some((it) => arn.endsWith(it)),
    )
  const [wanted, unwanted] = [
    among(Equals, StartsWith, EndsWith),
    among(NotEquals, NotStartsWith, NotEndsWith),
  ]
  const any = !Equals?.length && !StartsWith?.length && !EndsWith?.length
  return (arn) => (any || wanted(arn)) && !unwanted(arn)
}

/** An advanced selector counts only if it filters by function, event name and kind of access, and nothing else. */
function byAdvanced(fields: readonly FieldSelector[]): Records | null {
  const wanted: Readonly<Record<string, string>> = {
    eventCategory: 'Data',
    'resources.type': type,
    eventName: 'Invoke',
    readOnly: 'false',
  }
  for (const { Field = '', Equals = [], ...others } of fields) {
    if (Field === 'resources.ARN') continue
    const value = wanted[Field]
    const narrowed = Object.keys(others).length > 0
    if (narrowed || value === undefined || !Equals.includes(value)) return null
  }
  const named = new Set(fields.map(({ Field }) => Field))
  if (!named.has('eventCategory') || !named.has('resources.type')) return null
  const arn = fields.find(({ Field }) => Field === 'resources.ARN')
  return arn ? byArn(arn) : () => true
}

async function recordedBy(aws: Aws, trail: string, region: string): Promise<readonly Recorded[]> {
  const [status, selectors] = ['cloudtrail:GetTrailStatus', 'cloudtrail:GetEventSelectors'] as const
  const { IsLogging } = await aws.call<{ IsLogging?: boolean }>(status, { Name: trail }, { region })
  if (IsLogging === undefined) throw aws.broken(status, 'IsLogging')
  if (!IsLogging) return []
  const given = await aws.call<Selectors>(selectors, { TrailName: trail }, { region })
  if (!given.EventSelectors && !given.AdvancedEventSelectors)
    throw aws.broken(selectors, 'EventSelectors')
  const advanced = given.AdvancedEventSelectors ?? []
  return [byPlain(given), ...advanced.map((it) => byAdvanced(it.FieldSelectors ?? []))].flatMap(
    (records) => (records ? [{ trail, records }] : []),
  )
}

/** A trail that the caller may not read, such as an organization’s trail in member accounts. */
async function recordedOrRefused(
  ...asked: Parameters<typeof recordedBy>
): Promise<readonly (Recorded | CallProblem)[]> {
  try {
    return await recordedBy(...asked)
  } catch (thrown) {
    if (!(thrown instanceof CallProblem)) throw thrown
    const { code, outcome, action, message } = thrown
    return [new CallProblem(code, outcome, action, `${message} Trail: ${asked[1]}.`)]
  }
}

/** Returns the function invocations that the active trails of this region record. */
export async function recordedCalls(
  aws: Aws,
  region: string,
): Promise<readonly (Recorded | CallProblem)[]> {
  const call = 'cloudtrail:DescribeTrails'
  const { trailList } = await aws.call<{ trailList?: ListedTrail[] }>(call, {
    includeShadowTrails: true,
  })
  if (!trailList) throw aws.broken(call, 'trailList')
  const found: (Recorded | CallProblem)[] = []
  for (const { TrailARN: arn, HomeRegion: home = region, IsMultiRegionTrail: wide } of trailList) {
    if (!arn) throw aws.broken(call, 'TrailARN')
    if (wide || home === region) found.push(...(await recordedOrRefused(aws, arn, home)))
  }
  return found
}

/** Returns the trail that records the calls of a function; null for none. Throws if an unread trail may record them. */
export function trailOf(recorded: readonly (Recorded | CallProblem)[], arn: string): string | null {
  let refused: CallProblem | null = null
  for (const it of recorded) {
    if (it instanceof CallProblem) refused ??= it
    else if (it.records(arn)) return it.trail
  }
  if (refused) throw refused
  return null
}
