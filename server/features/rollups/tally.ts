/** Differences of rollups and of the failed findings of resources, before they are written. */
import { bucketOf, type DeltaCode, type SeverityCode, statusCodes } from '../versions/index.ts'

/** Where a finding is counted. */
export interface Place {
  readonly unit: string
  readonly check_id: string
  readonly region: string
  readonly resource_type: string
  readonly service: string
  readonly resource_id: string | null
}

export interface RollupChange extends Omit<Place, 'resource_id'> {
  readonly severity: SeverityCode
  /** By bucket: of all findings, of the new and of the changed. */
  readonly counts: Map<number, [all: number, fresh: number, changed: number]>
}

/** The bucket that a resource's count of failed findings follows. */
const failedBucket = bucketOf(statusCodes.FAIL, false)

/** One row a key: an upsert must not meet the same row twice. */
export class Tally {
  readonly rollups = new Map<string, RollupChange>()
  /** By resource id: findings that fail and are not muted. */
  readonly failed = new Map<string, number>()

  /** Adds or subtracts a finding under its bucket from `countedOf`; null is not counted. */
  count(
    place: Place,
    counted: number | null,
    by: 1 | -1,
    delta: DeltaCode | null | undefined = null,
  ): void {
    if (counted === null) return
    const counts = this.#counts(place, counted)
    counts[0] += by
    if (delta) counts[delta] += by
    const { resource_id } = place
    if (resource_id && (counted & 7) === failedBucket)
      this.failed.set(resource_id, (this.failed.get(resource_id) ?? 0) + by)
  }

  /** Counts one that is counted already among the new or the changed too. */
  countDelta(place: Place, counted: number, delta: DeltaCode): void {
    this.#counts(place, counted)[delta] += 1
  }

  #counts(place: Place, counted: number): [number, number, number] {
    const { unit, check_id, region, resource_type, service } = place
    const severity = (counted >> 3) as SeverityCode
    const key = `${unit}\n${check_id}\n${region}\n${resource_type}\n${severity}`
    let row = this.rollups.get(key)
    if (!row) {
      row = { unit, check_id, region, resource_type, severity, service, counts: new Map() }
      this.rollups.set(key, row)
    }
    let counts = row.counts.get(counted & 7)
    if (!counts) row.counts.set(counted & 7, (counts = [0, 0, 0]))
    return counts
  }
}
