import type { Batch as StagedBatch } from '../../features/versions/index.ts'
import { type Batch, inBatches, maxRows, slices } from '../../features/recording/batches.ts'

/** All batches of a unit that is in memory as a whole. */
export const batchesOf = ({ findings, ...shared }: StagedBatch, most = maxRows): Batch[] => [
  ...inBatches([shared], slices(findings, { most }), most),
]
