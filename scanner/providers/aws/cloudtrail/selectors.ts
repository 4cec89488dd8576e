// Evaluates the event selectors of a trail. An event that matches any selector is logged.

interface FieldSelector {
  Field?: string
  Equals?: string[]
  StartsWith?: string[]
}

export interface Selectors {
  readonly EventSelectors?: readonly {
    ReadWriteType?: string
    IncludeManagementEvents?: boolean
    ExcludeManagementEventSources?: string[]
    DataResources?: { Type?: string; Values?: string[] }[]
  }[]
  readonly AdvancedEventSelectors?: readonly { FieldSelectors?: readonly FieldSelector[] }[]
}

const field = (fields: readonly FieldSelector[], name: string) =>
  fields.find(({ Field }) => Field === name)

/** `readOnly` of an advanced selector without other filters: its value, or null if both are logged. */
function readOnlyOf(
  fields: readonly FieldSelector[],
  wide: readonly (FieldSelector | undefined)[],
): string | null | undefined {
  const readOnly = field(fields, 'readOnly')
  if (fields.some((it) => it !== readOnly && !wide.includes(it))) return undefined
  return readOnly ? (readOnly.Equals?.join() ?? undefined) : null
}

function ofManagement(fields: readonly FieldSelector[]): string | null | undefined {
  const category = field(fields, 'eventCategory')
  return category?.Equals?.includes('Management') ? readOnlyOf(fields, [category]) : undefined
}

/** True if the selectors match all management events, reads and writes, of all services. */
export function allManagementEvents({
  EventSelectors,
  AdvancedEventSelectors,
}: Selectors): boolean {
  const plain = (EventSelectors ?? [])
    .filter((it) => it.IncludeManagementEvents && !it.ExcludeManagementEventSources?.length)
    .map((it) => it.ReadWriteType)
  const advanced = (AdvancedEventSelectors ?? []).map((it) => ofManagement(it.FieldSelectors ?? []))
  return (
    plain.includes('All') ||
    (plain.includes('ReadOnly') && plain.includes('WriteOnly')) ||
    advanced.includes(null) ||
    (advanced.includes('true') && advanced.includes('false'))
  )
}

/** `arn:aws:s3` and `arn:aws:s3:::` mean every bucket. */
const everyBucket = (value: string): boolean => /^arn:aws[a-z-]*:s3(:::)?$/.test(value)

function ofObjects(fields: readonly FieldSelector[]): string | null | undefined {
  const category = field(fields, 'eventCategory')
  const type = field(fields, 'resources.type')
  const arn = field(fields, 'resources.ARN')
  if (!category?.Equals?.includes('Data') || !type?.Equals?.includes('AWS::S3::Object')) {
    return undefined
  }
  const wide = arn === undefined || arn.StartsWith?.some(everyBucket) === true
  return wide ? readOnlyOf(fields, [category, type, arn]) : undefined
}

/** Whether the selectors match reads and writes of the objects of every bucket. */
export function objectEvents({ EventSelectors, AdvancedEventSelectors }: Selectors): {
  readonly read: boolean
  readonly write: boolean
} {
  const plain = (EventSelectors ?? [])
    .filter((it) =>
      it.DataResources?.some(
        ({ Type, Values }) => Type === 'AWS::S3::Object' && Values?.some(everyBucket),
      ),
    )
    .map((it) => it.ReadWriteType)
  const advanced = (AdvancedEventSelectors ?? []).map((it) => ofObjects(it.FieldSelectors ?? []))
  const logs = (type: string, readOnly: string) =>
    plain.includes('All') ||
    plain.includes(type) ||
    advanced.includes(null) ||
    advanced.includes(readOnly)
  return { read: logs('ReadOnly', 'true'), write: logs('WriteOnly', 'false') }
}
