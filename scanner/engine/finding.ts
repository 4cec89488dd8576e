import { isUnread, type Resource, type Severity, type Status, type Verdict } from '../kit/index.ts'

/** One verdict on one resource: plain data that may cross threads. */
export interface FindingRecord {
  readonly uid: string
  readonly check_id: string
  readonly status: Status
  readonly severity: Severity
  readonly status_extended: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
  /** Findings of one record share one object. */
  readonly resource: {
    readonly uid: string
    readonly name: string
    readonly region: string
    readonly service: string
    readonly type: string
    readonly partition: string
    readonly tags: Readonly<Record<string, string>>
    readonly details?: string
    readonly metadata?: unknown
  }
  /** The judged record's fields; findings of one record share one object. */
  readonly raw_result: unknown
}

/** The identifier of a finding across scans. It uses the resource's uid, never the display name. */
export const findingUid = (
  provider: string,
  checkId: string,
  account: string,
  { region, uid }: Resource,
): string => `plumbline-${provider}-${checkId}-${account}-${region}-${uid}`

const rank: Record<Status, number> = { FAIL: 2, MANUAL: 1, PASS: 0 }

/** Combines several verdicts on one record: the worst status, with all its sentences. */
export function worst(verdicts: readonly Verdict[]): Verdict | null {
  const [first] = [...verdicts].sort((a, b) => rank[b.status] - rank[a.status])
  if (!first) return null
  const same = verdicts.filter(({ status }) => status === first.status)
  return { ...first, sentence: same.map(({ sentence }) => sentence).join(' ') }
}

/** The serialized value of an unread field. */
export interface UnreadValue {
  readonly unread: string
  readonly action?: string | null
}

export const isUnreadValue = (value: unknown): value is UnreadValue =>
  typeof value === 'object' &&
  value !== null &&
  'unread' in value &&
  typeof value.unread === 'string' &&
  Object.keys(value).every((name) => name === 'unread' || name === 'action')

/** Serializes a record's fields. Unread fields are represented by their code. */
export const rawResult = (record: Resource): Readonly<Record<string, unknown>> =>
  Object.values(record).some(isUnread)
    ? Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          isUnread(value)
            ? ({ unread: value.code, action: value.action } satisfies UnreadValue)
            : value,
        ]),
      )
    : { ...record }
