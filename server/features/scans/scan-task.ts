/** The task of a scan of a cloud: it opens the account, and runs a thread that reads and judges. */
import { invalid, uuid } from '@plumbline/jsonapi'
import { sql } from '../../platform/db/index.ts'
import { type Definition, LostLease, taskHeld, taskWith } from '../../platform/tasks/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { MutesOf, Spools } from '../recording/index.ts'
import {
  type Account,
  type AmbientOf,
  type InternalOf,
  NotHeld,
  openAccount,
} from '../providers/index.ts'
import { FullScan } from './full-scan.ts'
import { PartialScan } from './partial-scan.ts'
import {
  cancelScan,
  type Completed,
  giveUpScan,
  type Listeners,
  resumedScan,
  runScan,
  type ScanRun,
} from './scan-lifecycle.ts'
import { ScanRecorder } from './scan-recorder.ts'
import type { ThreadInput } from './scan-thread.ts'
import type { StartThread, ThreadHandler } from './start-thread.ts'
import { configurationOfScan } from './store.ts'

export interface ScanServices {
  readonly listeners: Listeners
  readonly vault: Vault
  readonly startThread: StartThread
  readonly ambientOf: AmbientOf
  readonly internalOf: InternalOf
  readonly mutesOf: MutesOf
  /** The operator's own keys of a scan configuration for a kind of account, such as another endpoint. */
  readonly configOf: (provider: string) => Readonly<Record<string, unknown>>
  /** Units of one scan in flight. */
  readonly unitsAtATime: number
  /** Findings of a unit are there until it ends. */
  readonly spools: Spools
  /** Work after a full scan. */
  readonly fullScanCompleted: readonly Completed[]
}

const input = { scan_id: uuid }

const definition = (services: ScanServices): Definition<typeof input> => ({
  input,
  may: 'manage_scans',
  resumed: resumedScan(
    'The scan failed because of an internal error. The server log has details under the ID of the scan.',
  ),
  concurrencyGroup: 'scan-perform',
  run: ({ scan_id }, running) =>
    runScan(
      services.listeners,
      running,
      scan_id,
      (run) => scanCloud(services, run),
      async (tx, scan) => {
        if (scan.kind !== 'full') return
        for (const completed of services.fullScanCompleted) await completed(tx, scan)
      },
    ),
  gaveUp: ({ scan_id }, running, failure) =>
    giveUpScan(services.listeners, running, scan_id, failure),
  cancel: cancelScan(services.listeners),
})

export const performScan = taskWith('scan-perform', definition)
/** The same work under the name that the wire has for scans of a schedule. */
export const performScheduledScan = taskWith('scan-perform-scheduled', definition)

async function scanCloud(services: ScanServices, run: ScanRun): Promise<object | undefined> {
  const { mutesOf, spools, startThread } = services
  const work = await workOf(services, run)
  const recorder = new ScanRecorder(run.scan, { holder: run, mutesOf })
  const start = (handler: ThreadHandler, named: ThreadInput['named']): Promise<void> =>
    startThread({ ...work, named }, handler, run.running.signal)
  const parts = { run, recorder, spools }
  return run.scan.kind === 'partial'
    ? new PartialScan(parts).run(start)
    : new FullScan(parts).run(start)
}

/** All that the thread needs, with the secret. */
async function workOf(services: ScanServices, run: ScanRun): Promise<Omit<ThreadInput, 'named'>> {
  const { ambientOf, internalOf, configOf, unitsAtATime } = services
  const { inTenant, tenantId } = run.running
  const { provider, uid, secret } = await openScanned(services, run)
  return {
    provider,
    uid,
    secret,
    ambient: ambientOf(tenantId),
    internal: internalOf(tenantId),
    config: configOf(provider),
    configuration: await inTenant((tx) => configurationOfScan(tx, run.scan)),
    concurrency: unitsAtATime,
  }
}

async function openScanned(
  { vault }: ScanServices,
  { running, scan: { provider_id: providerId } }: ScanRun,
): Promise<Account> {
  const { name, taskId, fence } = running
  const account = await running
    .inTenant((tx) => {
      const held = taskHeld(tx, taskId, sql`p.id`, fence)
      return openAccount(tx, vault, { providerId, held, work: { name, taskId } })
    })
    .catch((error: unknown) => {
      throw error instanceof NotHeld ? new LostLease() : error
    })
  if (!account) throw new LostLease() // its provider is being deleted, which ends the scan
  if (account.secret) return account
  const detail = 'The provider has no secret. Add one with POST /providers/secrets.'
  throw invalid('', detail, 'no_secret')
}
