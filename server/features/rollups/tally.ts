/** Differences of rollups and of the failed findings of resources, before they are written. */
import {
  bucketOf,
  type DeltaCode,
  deltaCodes,
  type SeverityCode,
  statusCodes,
} from '../observations/index.ts'

export interface RollupChange {
  readonly unit: string
  readonly check_id: string
  readonly region: string
  readonly resource_type: string
  readonly severity: SeverityCode
  readonly service: string
  /** By bucket, then delta: index 0 all, 1 new, 2 changed. */
  readonly counts: Map<number, [number, number, number]>
}

export type Place = Pick<RollupChange, 'unit' | 'check_id' | 'region' | 'resource_type' | 'service'>

/** What a rollup loses with a row that it counts among its news, or does not. */
export const lossOf = (news: DeltaCode | undefined): [number, number, number] => [
  -1,
  news === deltaCodes.new ? -1 : 0,
  news === deltaCodes.changed ? -1 : 0,
]

/** The bucket that a resource's count of failed findings follows. */
export const failedBucket = bucketOf(statusCodes.FAIL, false)

/** One row a key: an upsert must not meet the same row twice. */
export class Tally {
  readonly rollups: Map<string, RollupChange>
  /** Failed and unmuted findings of a resource, as a difference. */
  readonly failed: Map<string, number>

  constructor(into: Partial<Pick<Tally, 'rollups' | 'failed'>> = {}) {
    this.rollups = into.rollups ?? new Map()
    this.failed = into.failed ?? new Map()
  }

  /** `change` is of all, new and changed findings. */
  count(
    place: Place,
    severity: SeverityCode,
    bucket: number,
    change: readonly [number, number, number],
  ): void {
    const { unit, check_id, region, resource_type, service } = place
    const key = `${unit}\n${check_id}\n${region}\n${resource_type}\n${severity}`
    let row = this.rollups.get(key)
    if (!row) {
      row = { unit, check_id, region, resource_type, severity, service, counts: new Map() }
      this.rollups.set(key, row)
    }
    const [all, fresh, changed] = row.counts.get(bucket) ?? [0, 0, 0]
    row.counts.set(bucket, [all + change[0], fresh + change[1], changed + change[2]])
  }

  fail(resource: string | null, bucket: number, by: number): void {
    if (!resource || bucket !== failedBucket) return
    this.failed.set(resource, (this.failed.get(resource) ?? 0) + by)
  }
}
