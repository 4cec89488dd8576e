import type { CheckDescription } from '@plumbline/scanner'
import type { Database } from '../../platform/db/index.ts'
import { type Endpoint, loader, prefix } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Outbox } from '../../platform/mail/index.ts'
import type { Sweep } from '../../platform/tasks/index.ts'
import { catalogOf } from '../checks/index.ts'
import { askSweep } from './asking.ts'
import { dailySweep } from './firing.ts'
import { oneClickPath, pagePath, recipientRoutes } from './recipient-routes.ts'
import { byIds as recipientsByIds } from './recipient-store.ts'
import { alertRecipients, alertRules } from './resource.ts'
import { byIds as rulesByIds } from './rule-store.ts'
import { ruleRoutes } from './routes.ts'
import { sendSweep } from './sending.ts'
import { askAfterScan, evaluateAlerts } from './tasks.ts'
import { addressees } from './undelivered.ts'

export interface AlertServices {
  readonly database: Database
  readonly checks: readonly CheckDescription[]
  readonly log: Log
  /** Null where no mail server is set. */
  readonly mail: { readonly outbox: Outbox; readonly site: string } | null
}

export function alerts({ database, checks, log, mail }: AlertServices) {
  const catalog = catalogOf(checks)
  const at = mail && {
    site: mail.site,
    page: `${mail.site}${prefix}${pagePath}`,
    oneClick: `${mail.site}${prefix}${oneClickPath}`,
  }
  const mails = mail && at && { outbox: mail.outbox, at }
  const evaluation = evaluateAlerts(catalog)
  const endpoints: readonly Endpoint[] = [
    ...ruleRoutes({ catalog, mails }),
    ...recipientRoutes(mails),
  ]
  mail?.outbox.know(addressees(database))
  return {
    endpoints,
    kinds: [evaluation],
    loaders: [loader(alertRules, rulesByIds), loader(alertRecipients, recipientsByIds)],
    completed: askAfterScan(evaluation),
    /** For the worker, in its turns. */
    sweepsOf: (atWork: Database): readonly Sweep[] => [
      dailySweep(atWork, catalog, log),
      sendSweep(atWork, { catalog, mail: mails, log }),
      ...(mails ? [askSweep(atWork, mails, log)] : []),
    ],
  }
}
