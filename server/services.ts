/** Everything that features need, each built once and passed to all of them as one object. */
import { join } from 'node:path'
import { readLimits } from '@plumbline/scanner/formats'
import { type Clock, systemClock } from '@plumbline/sse'
import { accountsAsked } from './accounts-asked.ts'
import type { Config } from './config.ts'
import { tables } from './features/index.ts'
import { accountTypes, addressMails, keyUse, socialProviders } from './features/accounts/index.ts'
import { addressees, askAfterScan } from './features/alerts/index.ts'
import { catalogOf, type CheckOfFinding } from './features/checks/index.ts'
import { findingsByIds, seenIn } from './features/findings/index.ts'
import { type Uploads, UploadSpace } from './features/ingestion/index.ts'
import { type DeliveryPace, forwarding, queueAfterScan } from './features/integrations/index.ts'
import { mutesOf } from './features/mutes/index.ts'
import { deleteProviders } from './features/providers/index.ts'
import { Spools } from './features/recording/index.ts'
import { queueReport } from './features/reports/index.ts'
import { configurationOf } from './features/scan-configurations/index.ts'
import { endScans, scanListeners, scanThreads } from './features/scans/index.ts'
import { authenticator, tokens } from './platform/auth/index.ts'
import { type Database, inTurn } from './platform/db/index.ts'
import { type Egress, readTxt, type ResolveTxt } from './platform/egress/index.ts'
import { openFiles, storeOf } from './platform/files/index.ts'
import { limits } from './platform/http/index.ts'
import type { Log } from './platform/log.ts'
import { createStreams } from './platform/streams/index.ts'
import type { Opened } from './opened.ts'
import { productMetrics } from './product-metrics.ts'
import { admissionOf } from './sign-up.ts'
import { version } from './platform/version.ts'
import type { AppFiles } from './platform/http/index.ts'
import { mailOf, targetsWayOutOf, tlsWayOutOf, wayOutOf } from './ways-out.ts'

/** Settings, database and log of a server, and replacements of its parts for tests. */
export interface Surroundings {
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
  readonly pace?: DeliveryPace
  /** The app for browsers; without it there is the API alone. */
  readonly app?: AppFiles
  /** Builds a report after each full scan, and not only on request. Default: true. */
  readonly reportsAfterScans?: boolean
}

/** Services of the platform: authentication, limits, streams, metrics. */
function platformServices(
  { config, database, log, now = Date.now, clock = systemClock }: Surroundings,
  { keys, backend, shared }: Opened,
) {
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
  const requestLimits = limits(
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
  return {
    config,
    database,
    log,
    now,
    tokens: issued,
    authenticate,
    limits: requestLimits,
    streams,
    /** The same database, in the lane of background work. */
    atWork: inTurn(database, { lane: 'work' }),
    rightsChanged: streams.rightsChanged,
    metrics: productMetrics(database, log, now),
  }
}

function uploadsOf(config: Config): Uploads {
  const store = storeOf(config, 'ingestions')
  const files = openFiles(store)
  const { diskFreeBytes: freeBytes, ingestionMaxBytes: maxBytes } = config
  return {
    files,
    store,
    freeBytes,
    maxBytes,
    space: new UploadSpace(files, { tenantBytes: config.ingestionTenantBytes, freeBytes }),
    scratch: join(config.dataDir, 'scratch'),
    limits: { ...readLimits, unpackedBytes: config.ingestionMaxUnpackedBytes },
  }
}

/** Nothing is opened here, and nothing runs yet. */
export function servicesOf(surroundings: Surroundings, opened: Opened) {
  const platform = platformServices(surroundings, opened)
  const { config, database, log, now, streams, metrics } = platform
  const { clock = systemClock, egress: replaced, resolveTxt = readTxt, pace } = surroundings
  const { reportsAfterScans = true } = surroundings
  const { vault, checks, signer } = opened
  const catalog = catalogOf(checks)
  const exporting = { version, rows: config.exportRows }
  const asked = accountsAsked(config, clock)
  const invitations = {
    invitationUrl: config.invitationUrl,
    hasApp: surroundings.app !== undefined,
  }
  const mail = mailOf(config, vault, invitations)
  mail?.outbox.know(addressees(database))
  const { proxySeen, signUpNow, ...admitted } = admissionOf(config, log)
  const egress = replaced ?? targetsWayOutOf(config)
  const listeners = metrics.scans(scanListeners(streams))
  const endWork = endScans(listeners)
  const checkOf: CheckOfFinding = async ({ tx, caller, id }) => {
    const [finding] = await findingsByIds(catalog)(tx, [id], caller)
    return finding?.check_id
  }
  return {
    ...platform,
    ...asked,
    vault,
    checks,
    catalog,
    exporting,
    signer,
    mail,
    egress,
    tables,
    proxySeen,
    signUpNow,
    listeners,
    endWork,
    configurationOf,
    mutesOf,
    seenIn,
    accountTypes,
    admission: { ...admitted, mails: mail && addressMails(mail.outbox, mail) },
    socials: socialProviders(config, replaced ?? wayOutOf(config), now),
    invitations,
    saml: { publicUrl: config.publicUrl, callbackUrl: config.samlCallbackUrl, resolveTxt },
    deleteRows: deleteProviders({ endWork, tables }),
    startThread: scanThreads(config.scanMemoryMb, config.cloudIdentity),
    unitsAtATime: config.scanUnits,
    spools: new Spools(join(config.dataDir, 'spool')),
    fullScanCompleted: [...(reportsAfterScans ? [queueReport] : []), queueAfterScan, askAfterScan],
    reporting: { ...exporting, files: openFiles(storeOf(config, 'reports')), checks: catalog },
    uploads: uploadsOf(config),
    ...forwarding({
      config,
      database,
      vault,
      egress,
      openTls: tlsWayOutOf(config),
      catalog,
      exporting,
      log,
      ambientOf: asked.ambientOf,
      attempted: metrics.attempted,
      ...(pace && { pace }),
    }),
    checkOf,
  }
}
export type Services = ReturnType<typeof servicesOf>
