import { hashId } from '../../platform/ids.ts'
import { clean, cleanJson, type ObservedResource, rkeyOf } from '../resources/index.ts'
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
  readonly resource: ObservedResource
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
  readonly resource: ObservedResource
}

export const ukeyOf = (uid: string): string => hashId([clean(uid)])

/** A judged record as it is kept: its text, and the key that equal texts share. */
export interface Body {
  readonly body: string
  readonly body_key: string
}

export function bodyOf(raw: unknown): Body {
  const body = cleanJson(JSON.stringify(raw ?? null))
  return { body, body_key: hashId([body]) }
}

export function stage(unit: string, observation: Observation, { body, body_key }: Body): Staged {
  const { check_id, service, region, resource_type, resource } = observation
  const uid = clean(observation.uid)
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
    body_key,
    body,
    resource,
  }
}
