import { hashId } from '../../platform/ids.ts'
import { clean, cleanJson } from '../../platform/text.ts'
import {
  type Severity,
  type SeverityCode,
  severityCodes,
  type Status,
  type StatusCode,
  statusCodes,
} from './codes.ts'
import { findingKeyOf, resourceKeyOf } from './keys.ts'
import type { ObservedResource, StagedResource } from '../resources/index.ts'

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
  /** Observations of one record share one object, and so they do below. */
  readonly resource: ObservedResource
  readonly raw_result: unknown
}

/** An observation as the merge compares it: keys hashed, codes for names, text that PostgreSQL takes. */
export interface Staged {
  readonly finding_key: string
  readonly unit: string
  readonly uid: string
  readonly check_id: string
  readonly raw_status: StatusCode
  readonly severity: SeverityCode
  readonly status_extended: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly resource_key: string
  readonly body_key: string
  /** The suppression in a file; null if the finding is not suppressed. Left out if unknown, as by a scan. */
  readonly suppression?: Suppression | null
}

/** That a file brings a finding as suppressed. */
export interface Suppression {
  readonly reason: string
  /** The reason of an earlier file stays while later files still report the finding as suppressed. */
  readonly keepsEarlier: boolean
}

/** A judged record as it is stored: its JSON, and the key that equal texts share. */
export interface StagedBody {
  readonly body_key: string
  readonly body: string
}

/** Observations as they wait to be recorded: what several share is there once. */
export interface Batch {
  readonly findings: readonly Staged[]
  readonly resources: readonly StagedResource[]
  readonly bodies: readonly StagedBody[]
}

export function stageResource(resource: ObservedResource, resource_key: string): StagedResource {
  const { tags, metadata = null, details = null, ...facts } = resource
  return {
    ...facts,
    tags,
    details,
    metadata: metadata === null ? null : cleanJson(JSON.stringify(metadata)),
    resource_key,
    content: hashId([JSON.stringify([facts, details, metadata, tags])]),
  }
}

/** The JSON of a judged record as it is stored. */
export const bodyOf = (raw: unknown): string => cleanJson(JSON.stringify(raw ?? null))
export const bodyKeyOf = (body: string): string => hashId([body])

/** One observation of a unit, with the keys of what it shares with others. */
export function stageFinding(
  unit: string,
  observation: Observation,
  { resource_key, body_key }: { readonly resource_key: string; readonly body_key: string },
): Staged {
  const { check_id, service, region, resource_type } = observation
  const uid = clean(observation.uid)
  return {
    finding_key: findingKeyOf(uid),
    unit,
    uid,
    check_id,
    raw_status: statusCodes[observation.status],
    severity: severityCodes[observation.severity],
    status_extended: clean(observation.status_extended),
    service,
    region,
    resource_type,
    resource_key,
    body_key,
  }
}

/** Inputs by their key, each made once; of two with one key, the first. */
class Shared<In, Out> {
  readonly made = new Map<string, Out>()
  readonly #keys = new Map<In, string>()

  key(from: In, keyOf: (from: In) => string, make: (key: string) => Out): string {
    const known = this.#keys.get(from)
    if (known !== undefined) return known
    const key = keyOf(from)
    this.#keys.set(from, key)
    if (!this.made.has(key)) this.made.set(key, make(key))
    return key
  }
}

/** Observations of one unit as they are recorded. */
export function stage(unit: string, observations: readonly Observation[]): Batch {
  const bodies = new Shared<unknown, StagedBody>()
  const resources = new Shared<ObservedResource, StagedResource>()
  const bodyKey = (raw: unknown): string => {
    let body = ''
    const keyOf = (): string => bodyKeyOf((body = bodyOf(raw)))
    return bodies.key(raw, keyOf, (body_key) => ({ body_key, body }))
  }
  const resourceKey = (resource: ObservedResource): string =>
    resources.key(
      resource,
      ({ uid, region }) => resourceKeyOf(uid, region),
      (resource_key) => stageResource(resource, resource_key),
    )
  const findings = observations.map((observation) =>
    stageFinding(unit, observation, {
      resource_key: resourceKey(observation.resource),
      body_key: bodyKey(observation.raw_result),
    }),
  )
  return {
    findings,
    resources: [...resources.made.values()],
    bodies: [...bodies.made.values()],
  }
}
