/** The scan of one account of a file: it is queued like any scan, and resumes where a dead worker stopped. */
import { Problem, uuid } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { FileMissing } from '../../platform/files/index.ts'
import { taskWith } from '../../platform/tasks/index.ts'
import type { MutesOf } from '../recording/index.ts'
import {
  cancelScan,
  type ExecutingScan,
  giveUpScan,
  type Listeners,
  resumedScan,
  runScan,
  ScanRecorder,
  type ScanRun,
} from '../scans/index.ts'
import { batchesOf, type FileBatch, type FileSlice } from './batches.ts'
import * as checkpoints from './checkpoints.ts'
import type { Uploads } from './reader.ts'
import type { Position } from './checkpoints.ts'
import { onTheirResources } from './identity.ts'
import { currentResources, isFirstOfProvider, mayBeOutdated } from './outdated.ts'
import { addFaults, keepFile } from './store.ts'
import { storeChecks } from './imported-checks.ts'
import {
  addUnrecorded,
  duplicatesAmong,
  newestByResource,
  withoutDuplicates,
  withoutOutdated,
} from './unrecorded.ts'

export interface ImportServices {
  readonly listeners: Listeners
  readonly uploads: Pick<Uploads, 'files'>
  readonly mutesOf: MutesOf
}

const input = { scan_id: uuid }

export const importScan = taskWith('scan-import', (services: ImportServices) => ({
  input,
  may: 'manage_scans',
  resumed: resumedScan(
    'The file could not be recorded because of an internal error. The server log has details under the ID of the scan.',
  ),
  run: ({ scan_id }, running) =>
    runScan(services.listeners, running, scan_id, async (run) => {
      await recordAccount(services, run)
      return undefined
    }),
  gaveUp: ({ scan_id }, running, failure) =>
    giveUpScan(services.listeners, running, scan_id, failure, async (tx) => {
      const { ingestion_id } = await checkpoints.importedScan(tx, scan_id)
      const { isOurs, ...fault } = failure
      await addFaults(tx, ingestion_id, [fault])
      if (isOurs) await keepFile(tx, ingestion_id)
    }),
  cancel: cancelScan(services.listeners),
}))

/** What does not change while a scan is recorded. */
async function plan(tx: Tx, scan: ExecutingScan) {
  const place = await checkpoints.importedScan(tx, scan.id)
  const isFirst = await isFirstOfProvider(tx, scan)
  const canBeOutdated = !isFirst && (await mayBeOutdated(tx, scan, place.oldest_at))
  const units = await checkpoints.planUnits(tx, scan, place.records)
  return { place, units, isFirst, canBeOutdated }
}
type Plan = Awaited<ReturnType<typeof plan>>

async function recordAccount(services: ImportServices, run: ScanRun): Promise<void> {
  const { scan, running } = run
  const planned = await run.write((tx) => plan(tx, scan))
  const recorder = new ScanRecorder(scan, { holder: run, mutesOf: services.mutesOf })
  const { place, units } = planned
  const file = { tenantId: running.tenantId, id: place.ingestion_id, part: place.file }
  const content = services.uploads.files.open(file, place.position)
  let position: Position = place
  let newest: NewestTimes | undefined
  try {
    for await (const batch of batchesOf(content, units, place)) {
      const before = position
      if (planned.canBeOutdated && batch.resources.length > 0)
        newest ??= await newestTimes(services, run, planned)
      const { after, progress } = await run.write(async (tx) => {
        const { checked, total, ...current } = await checkpoints.currentPosition(tx, scan.id)
        // A transaction whose commit was not heard of runs again, and finds the checkpoint behind the batch.
        if (current.position !== before.position)
          return { after: current, progress: { checked, total } }
        return recordBatch(tx, recorder, { run, planned, batch, before, newest })
      })
      position = after
      if (batch.slices.length > 0) run.progressed(progress)
    }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    const detail = 'The data read from the file is not available to this worker.'
    throw new Problem(500, 'file_missing', detail)
  }
}

/** Times of the newest records whose findings are recorded, by the keys of their resources, in milliseconds. */
type NewestTimes = ReadonlyMap<string, number>

/**
 * Resources precede findings in the sorted file, but which to record is known only after all findings are compared.
 * Only a file with records older than the account's last scan is read twice for it.
 */
async function newestTimes(
  { uploads: { files } }: ImportServices,
  { scan, running }: ScanRun,
  planned: Plan,
): Promise<NewestTimes> {
  const { place, units } = planned
  const newest = new Map<string, number>()
  const file = { tenantId: running.tenantId, id: place.ingestion_id, part: place.file }
  const content = files.open(file, place.position)
  for await (const { slices } of batchesOf(content, units, place)) {
    running.signal.throwIfAborted()
    if (slices.length === 0) continue
    const { current } = await running.inTenant((tx) => recordable(tx, scan, planned, slices))
    for (const [key, time] of newestByResource(current.slices))
      newest.set(key, Math.max(time, newest.get(key) ?? 0))
  }
  return newest
}

/** The findings of slices as they are recorded: each once, on its resource, without outdated ones. */
async function recordable(
  tx: Tx,
  scan: ExecutingScan,
  { isFirst, canBeOutdated }: Pick<Plan, 'isFirst' | 'canBeOutdated'>,
  slices: readonly FileSlice[],
) {
  const provider = { providerId: scan.provider_id, isFirst }
  const distinct = withoutDuplicates(await onTheirResources(tx, provider, slices))
  const isChecked = canBeOutdated && slices.length > 0
  const current = isChecked ? await withoutOutdated(tx, scan, distinct.slices) : distinct
  return { distinct, current }
}

interface Recording {
  readonly run: ScanRun
  readonly planned: Plan
  readonly batch: FileBatch
  readonly before: Position
  /** Undefined: all resources are recorded. */
  readonly newest: NewestTimes | undefined
}

/** Records a batch, with the checkpoint behind it. */
async function recordBatch(
  tx: Tx,
  recorder: ScanRecorder,
  { run, planned, batch, before, newest }: Recording,
) {
  const { scan } = run
  const { units } = planned
  const resources = newest
    ? await currentResources(tx, scan, batch.resources, newest)
    : batch.resources
  await storeChecks(tx, scan.provider_id, batch.checks)
  const { distinct, current } = await recordable(tx, scan, planned, batch.slices)
  const { slices } = current
  // Units are recorded in their order: all before the first of a batch are done.
  const doneUnits = new Set(units.slice(0, slices[0]?.number ?? 0).map(({ name }) => name))
  const own = { resources, bodies: batch.bodies, slices }
  const place = { doneUnits, open: checkpoints.openUnitAt(before) }
  const { recorded, merged, open } = await recorder.write(tx, own, place)
  await run.madeProgress(tx)
  const outdated = current === distinct ? [] : current.unrecorded
  await addUnrecorded(tx, planned.place.ingestion_id, {
    outdated,
    duplicates: [...distinct.unrecorded, ...duplicatesAmong(slices, merged)],
  })
  const after = checkpoints.positionAt(batch.until, open)
  const progress = await checkpoints.storePosition(tx, scan.id, after, {
    recorded,
    duplicates: distinct.unrecorded.length,
    rejected: outdated.length,
  })
  return { after, progress }
}
