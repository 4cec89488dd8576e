import type { CheckDescription } from '@plumbline/scanner'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Egress, TlsEgress } from '../../platform/egress/index.ts'
import type { Endpoint } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { catalogOf } from '../checks/index.ts'
import type { AmbientOf } from '../providers/index.ts'
import { queueAfterScan } from './after-scan.ts'
import { checkIntegration } from './connection.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { splunkTarget, syslogTarget } from './event-targets.ts'
import { hubTarget } from './hub-target.ts'
import type { StartScan } from '../scans/index.ts'
import { followSweep } from './jira-follow.ts'
import { jiraRoutes } from './jira-routes.ts'
import { jiraTarget } from './jira-target.ts'
import { cancelDispatch, dispatchToJira } from './jira-task.ts'
import { slackTarget, teamsTarget, webhookTarget } from './message-targets.ts'
import { type Attempted, Outbox, outboxDefaults, type OutboxSettings } from './outbox.ts'
import { integrationLoaders, integrationRoutes } from './routes.ts'
import { s3Target } from './s3-target.ts'

export { checkMessaged, mayMessage, queueAlert } from './alert-message.ts'
export { authorOf, digestOf, type StoredDigest, type StoredSection, sightMark } from './digests.ts'
export type { Site } from './forwarded.ts'
export { seenIntegrations } from './store.ts'

export interface IntegrationServices {
  readonly config: Pick<Config, 'awsEndpointUrl' | 'publicUrl' | 'connectionTestSeconds'>
  readonly database: Database
  readonly vault: Vault
  readonly egress: Egress
  readonly openTls: TlsEgress
  readonly ambientOf: AmbientOf
  readonly checks: readonly CheckDescription[]
  readonly exporting: { readonly version: string; readonly rows: number }
  readonly startScan: StartScan
  readonly log: Log
  readonly attempted: Attempted
  readonly pace?: DeliveryPace
}

/** How fast deliveries follow each other, where a test has no time for the usual pace. */
export interface DeliveryPace extends Partial<OutboxSettings> {
  readonly searchLagSeconds?: number
}

/** Everything about integrations, for the server's composition. */
export function integrations(services: IntegrationServices) {
  const { config, database, vault, egress, openTls, log } = services
  const { ambientOf, exporting, pace = {} } = services
  const { searchLagSeconds, ...settings } = pace
  const catalog = catalogOf(services.checks)
  const site = { address: config.publicUrl }
  const said = { egress, catalog, site }
  const { version } = exporting
  const aws = { egress, ambientOf, awsEndpoint: config.awsEndpointUrl }
  const targets = {
    amazon_s3: s3Target({ ...aws, ...exporting, catalog }),
    aws_security_hub: hubTarget({ ...aws, catalog, site }),
    jira: jiraTarget({
      ...said,
      startScan: services.startScan,
      ...(searchLagSeconds !== undefined && { searchLagSeconds }),
    }),
    slack: slackTarget(said),
    splunk: splunkTarget({ ...said, openTls, version }),
    syslog: syslogTarget({ ...said, openTls, version }),
    teams: teamsTarget(said),
    webhook: webhookTarget(said),
  }
  const check = checkIntegration({ vault, targets, seconds: config.connectionTestSeconds })
  const dispatch = dispatchToJira()
  const endpoints: readonly Endpoint[] = [
    ...integrationRoutes(vault, check),
    ...deliveryRoutes,
    ...jiraRoutes({ vault, egress, catalog, dispatch }),
  ]
  const outbox = new Outbox({
    database,
    vault,
    targets,
    log,
    attempted: services.attempted,
    settings: { ...outboxDefaults, ...settings },
  })
  const kinds = [check, dispatch]
  const cancels = { [dispatch.name]: cancelDispatch }
  const loaders = integrationLoaders
  const sweepOf = (atWork: Database) => followSweep(atWork, log)
  return { endpoints, kinds, cancels, loaders, completed: queueAfterScan, outbox, sweepOf }
}
