import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Egress, TlsEgress } from '../../platform/egress/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import type { AmbientOf } from '../providers/index.ts'
import { splunkTarget, syslogTarget } from './event-targets.ts'
import { hubTarget } from './hub-target.ts'
import { jiraTarget } from './jira-target.ts'
import { slackTarget, teamsTarget, webhookTarget } from './message-targets.ts'
import { type Attempted, Outbox, outboxDefaults, type OutboxSettings } from './outbox.ts'
import { s3Target } from './s3-target.ts'

export interface ForwardingServices {
  readonly config: Pick<Config, 'awsEndpointUrl' | 'publicUrl'>
  readonly database: Database
  readonly vault: Vault
  readonly egress: Egress
  readonly openTls: TlsEgress
  readonly ambientOf: AmbientOf
  readonly catalog: CheckCatalog
  readonly exporting: { readonly version: string; readonly rows: number }
  readonly log: Log
  readonly attempted: Attempted
  readonly pace?: DeliveryPace
}

/** How fast deliveries follow each other, where a test has no time for the usual pace. */
export interface DeliveryPace extends Partial<OutboxSettings> {
  readonly searchLagSeconds?: number
}

/** The targets of integrations, and the outbox that delivers to them. */
export function forwarding(services: ForwardingServices) {
  const { config, database, vault, egress, openTls, log } = services
  const { ambientOf, catalog, exporting, pace = {} } = services
  const { searchLagSeconds, ...settings } = pace
  const site = { address: config.publicUrl }
  const said = { egress, catalog, site }
  const { version } = exporting
  const aws = { egress, ambientOf, awsEndpoint: config.awsEndpointUrl }
  const targets = {
    amazon_s3: s3Target({ ...aws, ...exporting, catalog }),
    aws_security_hub: hubTarget({ ...aws, catalog, site }),
    jira: jiraTarget({ ...said, ...(searchLagSeconds !== undefined && { searchLagSeconds }) }),
    slack: slackTarget(said),
    splunk: splunkTarget({ ...said, openTls, version }),
    syslog: syslogTarget({ ...said, openTls, version }),
    teams: teamsTarget(said),
    webhook: webhookTarget(said),
  }
  const { attempted } = services
  const outbox = new Outbox({
    database,
    vault,
    targets,
    log,
    attempted,
    settings: { ...outboxDefaults, ...settings },
  })
  return { targets, outbox }
}
