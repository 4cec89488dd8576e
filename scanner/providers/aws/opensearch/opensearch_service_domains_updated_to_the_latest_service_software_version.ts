import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_updated_to_the_latest_service_software_version',
  title: 'OpenSearch domain runs the latest service software',
  description: 'Reads whether a service software update is available for each domain.',
  risk: 'Vulnerabilities that AWS has fixed remain in this domain, for weeks if the update is optional.',
  decision:
    'Fails if an update is available, or if an update is scheduled or in progress. Passes if no update is available. A domain without this setting in the response is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Install the update, and enable automatic updates in the off-peak window.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Update, then choose when to apply the update.',
      'Choose Confirm.',
      'On the Off-peak window tab, turn on automatic software updates.',
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
      ? pass(`Domain ${name} has no pending service software update.`)
      : fail(`A service software update for domain ${name} is ${state}.`)
  },
})
