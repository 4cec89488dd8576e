import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_updated_to_the_latest_service_software_version',
  title: 'Domain runs the latest service software',
  description:
    'Asks each domain whether a newer release of its service software waits to be installed.',
  risk: 'Holes that AWS has closed stay open in this domain, for weeks where the update is optional.',
  decision:
    'Fails when an update is available, and when one is scheduled or being installed but not done. Passes when none is offered. An answer without the setting gives no verdict but a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Install the update, and let future ones come in the off-peak window.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Update, then when to apply the update.',
      'Choose Confirm.',
      'On the tab Off-peak window, turn on automatic software updates.',
    ],
    cli: 'aws opensearch start-service-software-update --domain-name <domain>',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  software_update_options {
    auto_software_update_enabled = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/service-software.html',
  links: ['https://docs.aws.amazon.com/opensearch-service/latest/developerguide/off-peak.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, update } }) => {
    if (!settled) return []
    const state = known(update)
    return state === 'none'
      ? pass(`No update of the service software is offered to the domain ${name}.`)
      : fail(`An update of the service software is ${state} for the domain ${name}.`)
  },
})
