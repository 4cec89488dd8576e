import { hashId } from '../../platform/ids.ts'
import {
  type Severity,
  type SeverityCode,
  severityCodes,
  type Status,
  type StatusCode,
  statusCodes,
} from './codes.ts'

/** One verdict on one resource, as a scan or a file brings it. */
export interface Observation {
  readonly uid: string
  readonly check_id: string
  readonly status: Status
  readonly severity: Severity
  readonly status_extended: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
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
  readonly raw_result: unknown
}

/** An observation as the merge compares it: keys hashed, codes for names, text that PostgreSQL takes. */
export interface Staged {
  readonly ukey: string
  readonly unit: string
  readonly uid: string
  readonly check_id: string
  readonly raw_status: StatusCode
  readonly severity: SeverityCode
  readonly status_extended: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly rkey: string
  readonly body_key: string
  readonly body: string
  readonly resource: Observation['resource']
}

/** U+0000 and halves of surrogate pairs, which JSON may hold and PostgreSQL refuses. */
export const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the point
  (text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text).toWellFormed()

/** The same inside JSON: an escaped zero is one only behind an odd number of backslashes. */
export const cleanJson = (json: string): string =>
  clean(json).replace(/\\(u0000|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (escape, what: string) =>
    what === 'u0000' || /^u[dD]/.test(what) ? '\\ufffd' : escape,
  )

export const ukeyOf = (uid: string): string => hashId([clean(uid)])
export const rkeyOf = (uid: string, region: string): string => hashId([clean(uid), region])

export function stage(unit: string, observation: Observation): Staged {
  const { check_id, service, region, resource_type, resource, raw_result } = observation
  const uid = clean(observation.uid)
  const body = cleanJson(JSON.stringify(raw_result ?? null))
  return {
    ukey: hashId([uid]),
    unit,
    uid,
    check_id,
    raw_status: statusCodes[observation.status],
    severity: severityCodes[observation.severity],
    status_extended: clean(observation.status_extended),
    service,
    region,
    resource_type,
    rkey: rkeyOf(resource.uid, resource.region),
    body_key: hashId([body]),
    body,
    resource,
  }
}
