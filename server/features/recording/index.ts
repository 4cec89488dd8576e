import { providerTables, scanTables } from '../../platform/db/index.ts'
import { declareFeature } from '../feature.ts'

export { attest } from './attestations.ts'
export {
  allKeys,
  type Batch,
  batchesOf,
  maxRows,
  sharedBatches,
  type UnitSlice,
} from './batches.ts'
export { type Recorded, total } from './merge.ts'
export {
  type Judge,
  type Mutable,
  mutedByMutelist,
  type MuteRule,
  type Mutes,
  type MutesOf,
} from './mutes.ts'
export { liveAfter } from './re-evaluate-store.ts'
export { reEvaluate } from './re-evaluate.ts'
export {
  beginUnits,
  closeUnplanned,
  type RecordingScan,
  recordShared,
  recordSlices,
  type UnitSight,
} from './record.ts'
export { type Absent, liveUnits, type NamedLive } from './record-store.ts'
export { type Spool, Spools } from './spool.ts'
export { decided, type NextTriage, shownTriage } from './triage.ts'

export const feature = declareFeature({
  name: 'recording',
  tables: [
    ...providerTables(
      'weaknesses',
      'findings',
      'finding_history',
      'finding_bodies',
      'scan_observations',
      'closed_findings',
      'finding_events',
    ),
    ...providerTables('personal', 'finding_attestations'),
    ...providerTables('weaknesses', 'multi_finding_resources'),
    ...scanTables('weaknesses', 'scan_gaps'),
  ],
  definers: {
    refresh_statistics:
      'only an owner can collect statistics, and the embedded engine does not collect them itself',
  },
})
