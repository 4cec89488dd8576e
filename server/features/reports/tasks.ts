import { Problem, uuid } from '@plumbline/jsonapi'
import type { Tx } from '../../platform/db/index.ts'
import { type Files, StoreFull } from '../../platform/files/index.ts'
import { newId } from '../../platform/ids.ts'
import { type Running, taskWith } from '../../platform/tasks/index.ts'
import type { Completed } from '../scans/index.ts'
import { archive } from './files.ts'
import { type ReportSettings, scanSource } from './source.ts'
import { addReport, keepFile, reportedScan } from './store.ts'

export interface ReportServices extends ReportSettings {
  readonly files: Files
}

export const part = 'zip'

/**
 * Builds the report of a full scan. Each attempt writes a separate file, which becomes the scan's when it is complete:
 * a killed attempt leaves an unreferenced file, which the sweep removes.
 */
export const buildReport = taskWith(
  'scan-report',
  ({ reporting }: { readonly reporting: ReportServices }) => ({
    input: { scan_id: uuid },
    may: 'manage_scans',
    async run({ scan_id }, running) {
      const { tenantId, inTenant } = running
      const scan = await inTenant((tx) => reportedScan(tx, scan_id))
      if (!scan) return { scan_id, bytes: 0 } // it was deleted with its provider
      const file = { tenantId, id: newId() }
      try {
        const source = await scanSource(reporting, scan, whileWanted(running))
        const bytes = await reporting.files.put({ ...file, part }, archive(source))
        const isKept = await inTenant(async (tx) => {
          await running.hold(tx)
          return keepFile(tx, { scanId: scan_id, fileId: file.id, bytes })
        })
        if (!isKept) await reporting.files.remove(file)
        return { scan_id, bytes }
      } catch (error) {
        await reporting.files.remove(file).catch(() => {}) // else the sweep does
        if (!(error instanceof StoreFull)) throw error
        throw new Problem(
          507,
          'no_space',
          'The server does not have enough disk space for the report.',
        )
      }
    },
  }),
)

/** Reading ends when the process leaves, or the task is cancelled. */
const whileWanted =
  ({ inTenant, signal }: Running) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    return inTenant(work, { readOnly: true })
  }

/** Queues the report of a full scan in the transaction that completes it. */
export const queueReport: Completed = async (tx, { id: scan_id, provider_id }) => {
  const task_args = { scan_id, provider_id }
  const task = await buildReport.enqueue(tx, { scan_id }, { provider_id, task_args })
  await addReport(tx, scan_id, task.id)
}
