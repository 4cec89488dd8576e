/** Builds every module, hands each what it needs, and lists the features in their order. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { type CheckDescription, describeAllChecks, providers } from '@plumbline/scanner'
import { readLimits } from '@plumbline/scanner/formats'
import { type Clock, type EventBackend, systemClock } from '@plumbline/sse'
import { accountsAsked } from './accounts-asked.ts'
import { type Config, keyFile } from './config.ts'
import { checkStreams, diskOf } from './from-config.ts'
import { chainKey, evidenceSigner } from './keys.ts'
import { serverInfo } from './server-info.ts'
import { admissionOf } from './sign-up.ts'
import { mailOf, targetsWayOutOf, tlsWayOutOf, valkeyOf, wayOutOf } from './ways-out.ts'
import { productMetrics, startMetrics } from './product-metrics.ts'
import { warnAtStart } from './warnings.ts'
import {
  abandonedTenants,
  accountLoaders,
  accountRoutes,
  accountTypes,
  type Admission,
  addressMails,
  deleteTenant,
  keyUse,
  socialProviders,
} from './features/accounts/index.ts'
import { auditRoutes, headsSweep } from './features/audit/index.ts'
import { checkRoutes, catalogOf } from './features/checks/index.ts'
import { complianceRoutes } from './features/compliance/index.ts'
import { Spools } from './features/recording/index.ts'
import { findingLoaders, findingRoutes, findingsByIds, seenIn } from './features/findings/index.ts'
import { findingGroupRoutes } from './features/finding-groups/index.ts'
import { overviewRoutes } from './features/overviews/index.ts'
import { alerts } from './features/alerts/index.ts'
import { mutesOf, mutesWith } from './features/mutes/index.ts'
import {
  cancelIngestion,
  importScan,
  ingestionLoaders,
  ingestionRoutes,
  ingestionSweep,
  processIngestion,
  UploadSpace,
} from './features/ingestion/index.ts'
import {
  checkConnection,
  deleteProvider,
  deleteProviders,
  deletionSweep,
  providerLoaders,
  providerRoutes,
} from './features/providers/index.ts'
import { integrations } from './features/integrations/index.ts'
import { eventRoutes, resourceLoaders, resourceRoutes } from './features/resources/index.ts'
import { reportsWith, type Signer } from './features/reports/index.ts'
import {
  cancelScan,
  endScans,
  performScan,
  performScheduledScan,
  scanListeners,
  scanLoaders,
  scanRoutes,
  scanStarter,
  scanStream,
  scanThreads,
} from './features/scans/index.ts'
import { scheduleRoutes, scheduleSweep } from './features/schedules/index.ts'
import { taskLoaders, taskRoutes } from './features/tasks/index.ts'
import { attestationSweep, setMatchingTriages, triageRoutes } from './features/triage/index.ts'
import { savedViewRoutes } from './features/saved-views/index.ts'
import { configurationOf, scanConfigurationRoutes } from './features/scan-configurations/index.ts'
import { authenticator, signingKeys, type SigningKeys, tokens } from './platform/auth/index.ts'
import { keyChains, withChainKey } from './platform/audit/index.ts'
import { type Database, inTurn } from './platform/db/index.ts'
import type { DiskSettings } from './platform/disk-space.ts'
import { endAll } from './platform/ends.ts'
import { type Egress, readTxt, type ResolveTxt } from './platform/egress/index.ts'
import { openFiles, storeOf } from './platform/files/index.ts'
import {
  documented,
  type Endpoint,
  health,
  limits,
  type Loaders,
  type AppFiles,
  serve,
  serveApp,
} from './platform/http/index.ts'
import type { Log } from './platform/log.ts'
import { createStreams, exposition, type Streams, valkeyBackend } from './platform/streams/index.ts'
import type { MetricsServer } from './platform/metrics/index.ts'
import { Worker, workerDefaults, type WorkerSettings } from './platform/tasks/index.ts'
import { sharedLimits, type SharedLimits } from './platform/valkey/index.ts'
import {
  checkMasterKey,
  masterKey,
  type Vault,
  vault as openVault,
} from './platform/vault/index.ts'

export const version = '0.1.0'

/** Paths of the public contract that take no method: single rows of these are never requested. */
const blocked = ['/compliance-overviews/:id', '/finding-groups/:id']

export interface Product {
  /** Where the API answers, `http://127.0.0.1:8080`; null for a worker. */
  readonly address: string | null
  /** Where Prometheus reads, when a port is set for it. */
  readonly metrics: string | null
  /** Stops taking requests and work, hands leases back, ends streams. The database stays open. */
  stop(): Promise<void>
}

export interface Start {
  readonly config: Config
  readonly database: Database
  readonly log: Log
  readonly now?: () => number
  /** The time of streams (heartbeats, sweeps, deadlines) and of connection tests. */
  readonly clock?: Clock
  /** The way out to providers of sign-in. */
  readonly egress?: Egress
  /** Reads TXT records from DNS, which prove who owns a domain. */
  readonly resolveTxt?: ResolveTxt
  /** The pace of deliveries, and of the search for work that is due: four times in a lease when absent. */
  readonly pace?: Parameters<typeof integrations>[0]['pace']
  readonly sweepMs?: number
  /** How patient background work is with a database that is unavailable. */
  readonly patience?: Partial<Pick<WorkerSettings, 'postponing' | 'retries'>>
  /** Bytes that are free on the disk of the embedded database. */
  readonly freeBytes?: DiskSettings['freeBytes']
  /** Which halves run: the API, background work, or both. */
  readonly parts?: { readonly api: boolean; readonly worker: boolean }
  /** The app for browsers; without it there is the API alone. */
  readonly app?: AppFiles
  /** Additional endpoints of a product built on this server. */
  readonly more?: (streams: Streams) => readonly Endpoint[]
  /** Whether a report is built after each full scan, and not only on request. Default: true. */
  readonly reportsAfterScans?: boolean
}

interface Built {
  readonly vault: Vault
  readonly keys: SigningKeys
  readonly checks: readonly CheckDescription[]
  /** Who signs evidence. */
  readonly signer: Signer
  /** What carries events to other processes; without one they stay in this one. */
  readonly backend?: EventBackend
  /** Counts requests for all processes together; without it each counts its own. */
  readonly shared?: SharedLimits
}

/** Everything between the database and the listening socket, without either. */
export function build(
  {
    config,
    database,
    log,
    now = Date.now,
    clock = systemClock,
    more = () => [],
    reportsAfterScans = true,
    egress: replaced,
    resolveTxt = readTxt,
    pace = {},
  }: Start,
  { vault, keys, checks, signer, backend, shared }: Built,
) {
  const egress = replaced ?? wayOutOf(config)
  const issued = tokens(
    keys,
    {
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      accessMinutes: config.accessMinutes,
      refreshMinutes: config.refreshMinutes,
      idleMinutes: config.idleMinutes,
    },
    now,
  )
  const authenticate = authenticator(database, issued, { now, used: keyUse(database, now) })
  const limited = limits(
    {
      account: config.ratePerAccount,
      tenant: config.ratePerTenant,
      address: config.ratePerAddress,
      secrets: config.rateOfSecrets,
      signIns: config.rateOfSignIns,
    },
    now,
    shared,
  )
  const streams = createStreams(
    { database, authenticate, log, clock, ...(backend && { backend }) },
    {
      mounted: config.eventStreams,
      version,
      limits: {
        streamsPerUser: config.streamsPerUser,
        streamsPerTenant: config.streamsPerTenant,
        streamsPerProcess: config.streamsPerProcess,
        connectsPerMinute: config.connectsPerMinute,
        channelsPerStream: config.channelsPerStream,
        lifetimeMs: config.streamMinutes * 60_000,
      },
      sweepMs: config.sweepSeconds * 1_000,
    },
  )
  const { scanConfigOf, ambientOf, internalOf, test, askEvents } = accountsAsked(config, clock)
  const mail = mailOf(config, vault)
  const { proxySeen, signUpNow, ...admitted } = admissionOf(config, log)
  const mails = mail && addressMails(mail.outbox, mail)
  const admission: Admission = { ...admitted, mails }
  const alerting = alerts({ database, checks, log, mail })
  const metrics = productMetrics(database, log, now)
  const listeners = metrics.scans(scanListeners(streams))
  const check = checkConnection({ vault, test, configurationOf })
  const endWork = endScans(listeners)
  const deletion = deleteProvider(endWork)
  const tenantDeletion = deleteTenant(deleteProviders(endWork), streams.rightsChanged)
  const exporting = { version, rows: config.exportRows }
  const reportFiles = openFiles(storeOf(config, 'reports'))
  const toTargets = replaced ?? targetsWayOutOf(config)
  const openTls = tlsWayOutOf(config)
  const ways = { vault, egress: toTargets, openTls, ambientOf, attempted: metrics.attempted }
  const startScan = scanStarter((): ReturnType<typeof performScan> => perform)
  const given = { config, database, ...ways, startScan, checks, exporting, log, pace }
  const forwarding = integrations(given)
  const ofReports = { ...exporting, files: reportFiles, checks: catalogOf(checks) }
  const reports = reportsWith(ofReports, signer, reportsAfterScans)
  const scanServices = {
    vault,
    startThread: scanThreads(config.scanMemoryMb, config.cloudIdentity),
    ambientOf,
    internalOf,
    listeners,
    mutesOf,
    configOf: scanConfigOf,
    unitsAtATime: config.scanUnits,
    spools: new Spools(join(config.dataDir, 'spool')),
    fullScanCompleted: [...reports.completed, forwarding.completed, alerting.completed],
  }
  const perform = performScan(scanServices)
  const scheduled = performScheduledScan(scanServices)
  const mutes = mutesWith(checks, now)
  const triages = setMatchingTriages(catalogOf(checks))
  const store = storeOf(config, 'ingestions')
  const files = openFiles(store)
  const { diskFreeBytes: freeBytes, ingestionMaxBytes: maxBytes } = config
  const space = new UploadSpace(files, { tenantBytes: config.ingestionTenantBytes, freeBytes })
  const reading = { ...readLimits, unpackedBytes: config.ingestionMaxUnpackedBytes }
  const imports = importScan({ files, listeners, mutesOf })
  const ingestion = processIngestion({
    files,
    store,
    space,
    scratch: join(config.dataDir, 'scratch'),
    freeBytes,
    limits: reading,
    record: imports,
  })
  const scanKinds = [perform, scheduled, imports, reports.build, ingestion]
  const others = [check, deletion, tenantDeletion, ...mutes.kinds, triages]
  const kinds = [...scanKinds, ...others, ...forwarding.kinds, ...alerting.kinds]
  const counted = kinds.map((kind) => metrics.task(kind))
  const cancel = cancelScan(listeners)
  const socials = socialProviders(config, egress, now)
  const endpoints: readonly Endpoint[] = documented([
    ...overviewRoutes(checks, now),
    ...complianceRoutes(checks),
    ...taskRoutes(kinds, {
      [perform.name]: cancel,
      [scheduled.name]: cancel,
      [imports.name]: cancel,
      [ingestion.name]: cancelIngestion,
      ...forwarding.cancels,
    }),
    ...ingestionRoutes(ingestion, { files, space, maxBytes, limits: reading, log }),
    ...scheduleRoutes(scheduled),
    ...reports.routes,
    ...scanRoutes(perform),
    ...scanStream(streams),
    streams.document,
    ...triageRoutes(checks, triages),
    ...mutes.endpoints,
    ...findingRoutes(checks, exporting),
    ...findingGroupRoutes(checks),
    ...resourceRoutes({ checks, seenIn }, exporting),
    ...eventRoutes({ vault, ask: askEvents, configurationOf, now }),
    ...providerRoutes(vault, { check, deletion }, streams.rightsChanged),
    ...accountRoutes(issued, now, {
      deletion: tenantDeletion,
      rightsChanged: streams.rightsChanged,
      saml: { publicUrl: config.publicUrl, callbackUrl: config.samlCallbackUrl, resolveTxt },
      providers: socials,
      vault,
      log,
      limits: limited,
      admission,
      idleMinutes: config.idleMinutes,
      refreshMinutes: config.refreshMinutes,
      invitationUrl: config.invitationUrl,
      passwordResetUrl: config.passwordResetUrl,
    }),
    ...auditRoutes(accountTypes),
    ...scanConfigurationRoutes,
    ...savedViewRoutes,
    ...forwarding.endpoints,
    ...alerting.endpoints,
    ...checkRoutes(Object.values(providers), async ({ tx, caller, id }) => {
      const [finding] = await findingsByIds(catalogOf(checks))(tx, [id], caller)
      return finding?.check_id
    }),
    serverInfo({
      signUp: signUpNow,
      sign_in: ['password', 'saml', ...socials.keys()],
      event_streams: config.eventStreams,
    }),
    ...more(streams),
  ])
  const loaders: Loaders = new Map(
    [
      ...taskLoaders,
      ...scanLoaders,
      ...ingestionLoaders,
      ...findingLoaders(checks),
      ...resourceLoaders({ checks, seenIn }),
      ...providerLoaders,
      ...accountLoaders,
      ...forwarding.loaders,
      ...alerting.loaders,
    ].map((one) => [one.resource.type, one]),
  )
  const atWork = inTurn(database, { lane: 'work' })
  const sweeps = [
    scheduleSweep(atWork, scheduled, log),
    reports.sweep({ database: atWork, log, now }),
    ingestionSweep(atWork, files, { process: ingestion, log, now }),
    deletionSweep(atWork, deletion, log),
    abandonedTenants(atWork, tenantDeletion, log),
    ...mutes.sweepsOf(atWork, log),
    forwarding.sweepOf(atWork),
    attestationSweep(atWork, log),
    ...alerting.sweepsOf(atWork),
    headsSweep(atWork, join(config.dataDir, 'audit-heads'), { log, now }),
  ]
  return {
    authenticate,
    endpoints,
    limits: limited,
    loaders,
    streams,
    kinds: counted,
    sweeps,
    mail,
    metrics,
    proxySeen,
    outbox: forwarding.outbox,
  }
}

export async function start(given: Start): Promise<Product> {
  const { config, log, now = Date.now, parts = { api: true, worker: config.worker } } = given
  const ofMaster = { setting: config.encryptionKey, file: keyFile(config) }
  const master = masterKey(ofMaster)
  await checkMasterKey(given.database, master, ofMaster)
  const ofChains = chainKey(config)
  const database = withChainKey(given.database, ofChains)
  const options = { ...given, database }
  for (const tenant_id of await keyChains(database, ofChains))
    log.error('audit chain is invalid before its first key', { tenant_id })
  const vault = openVault(master)
  const keys = await signingKeys(database, vault, config.tokenSigningKey)
  warnAtStart(config, keys, log)
  const checks = await describeAllChecks()
  const valkey = valkeyOf(config)
  const backend = valkey && valkeyBackend(valkey, log)
  const shared = valkey && parts.api ? await sharedLimits(valkey, log) : undefined
  const built = build(options, {
    vault,
    keys,
    checks,
    signer: evidenceSigner(config),
    ...(backend && { backend }),
    ...(shared && { shared }),
  })
  const { authenticate, endpoints, loaders, streams, kinds, sweeps, mail, metrics, outbox } = built
  if (!backend && parts.api !== parts.worker)
    log.warn(
      'VALKEY_URL is not set; events and revocations stay within the process that published them',
      {
        until_revoked_seconds: config.sweepSeconds,
      },
    )
  let isStopping = false
  const sweepMs = given.sweepMs ?? config.leaseSeconds * 250
  const disk = diskOf(config, database, { now, log, freeBytes: given.freeBytes })
  const worker = parts.worker
    ? new Worker(database, kinds, {
        sweeps,
        settings: {
          ...workerDefaults,
          ...given.patience,
          concurrency: config.concurrentScans,
          leaseSeconds: config.leaseSeconds,
          pollMs: Math.min(workerDefaults.pollMs, sweepMs),
          pollWithHintsMs: Math.min(workerDefaults.pollWithHintsMs, sweepMs),
          sweepMs,
          disk,
        },
        log,
      })
    : null
  const { limits: limited, proxySeen: forwarded } = built
  const { answered } = metrics
  const http = { disk, limits: limited, blocked, answered, forwarded }
  const services = { database, authenticate, loaders, vault, ...http }
  const app = parts.api ? serve(endpoints, services, config, log) : null
  const stopping = new AbortController()
  const sending: Promise<void>[] = []
  let counts: MetricsServer | undefined
  const close = [
    () => streams.end(),
    () => app?.close(),
    () => streams.close(),
    () => shared?.close(),
    () => counts?.close(),
    () => {
      stopping.abort()
      return Promise.all(sending)
    },
  ]
  try {
    checkStreams(config, streams.declared)
    const text = async (): Promise<string> =>
      (await metrics.text()) + exposition(streams.counters())
    counts = await startMetrics(config, text, log)
    await worker?.start()
    if (worker && mail) sending.push(mail.outbox.work(database, mail.send, log, stopping.signal))
    if (worker) sending.push(outbox.work(stopping.signal))
    if (app && given.app) serveApp(app, given.app)
    if (app) health(app, database, { version, isStopping: () => isStopping, now })
    await app?.listen({ host: config.host, port: config.port })
  } catch (error) {
    await endAll(() => worker?.stop(), ...close).catch(() => {}) // the startup error is more useful
    throw error
  }
  return {
    address: app ? addressOf(app.server.address() as AddressInfo) : null,
    metrics: counts?.address ?? null,
    async stop() {
      isStopping = true
      const drained = async (): Promise<void> => {
        await sleep(config.leaveSeconds * 1_000)
        await streams.drain(config.drainSeconds)
      }
      const working = worker?.stop() // side by side with the listeners
      working?.catch(() => {})
      await endAll(
        () => app && drained(),
        () => working,
        ...close,
      )
    },
  }
}

const addressOf = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
