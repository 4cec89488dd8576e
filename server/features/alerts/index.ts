import { tenantTables } from '../../platform/db/index.ts'
import { loader, prefix } from '../../platform/http/index.ts'
import type { Outbox } from '../../platform/mail/index.ts'
import { declareFeature, type SweepServices } from '../feature.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { askSweep } from './asking.ts'
import { dailySweep } from './firing.ts'
import { oneClickPath, pagePath, recipientRoutes } from './recipient-routes.ts'
import { byIds as recipientsByIds } from './recipient-store.ts'
import { alertRecipients, alertRules } from './resource.ts'
import { byIds as rulesByIds } from './rule-store.ts'
import { ruleRoutes } from './routes.ts'
import { sendSweep } from './sending.ts'
import { evaluateAlerts } from './tasks.ts'

export { addressees } from './undelivered.ts'
export { askAfterScan } from './tasks.ts'

interface AlertServices extends SweepServices {
  readonly catalog: CheckCatalog
  /** Null where no mail server is set. */
  readonly mail: { readonly outbox: Outbox; readonly site: string } | null
}

/** How alerts are mailed, with the pages that their links lead to. */
const mailsOf = (mail: AlertServices['mail']) =>
  mail && {
    outbox: mail.outbox,
    at: {
      site: mail.site,
      page: `${mail.site}${prefix}${pagePath}`,
      oneClick: `${mail.site}${prefix}${oneClickPath}`,
    },
  }

export const feature = declareFeature<AlertServices>({
  name: 'alerts',
  tables: [
    ...tenantTables('settings', 'alert_rules'),
    ...tenantTables('personal', 'alert_recipients'),
    ...tenantTables('weaknesses', 'alert_messages'),
    ...tenantTables('settings', 'alert_rule_integrations'),
  ],
  definers: {
    find_alert_recipient: 'an emailed link of an alert has no tenant; the token finds it',
    find_recipients_to_ask:
      'a worker finds addresses that need a confirmation email; returns only IDs',
    find_due_alert_rules:
      'a worker finds alert rules whose daily evaluation is due; returns only IDs',
    find_unsent_alerts: 'a worker finds alerts whose emails are not queued yet; returns only IDs',
  },
  tasks: [evaluateAlerts],
  endpoints({ catalog, mail }) {
    const mails = mailsOf(mail)
    return [...ruleRoutes({ catalog, mails }), ...recipientRoutes(mails)]
  },
  loaders: () => [loader(alertRules, rulesByIds), loader(alertRecipients, recipientsByIds)],
  sweeps({ atWork, catalog, log, mail }) {
    const mails = mailsOf(mail)
    return [
      dailySweep(atWork, catalog, log),
      sendSweep(atWork, { catalog, mail: mails, log }),
      ...(mails ? [askSweep(atWork, mails, log)] : []),
    ]
  },
})
