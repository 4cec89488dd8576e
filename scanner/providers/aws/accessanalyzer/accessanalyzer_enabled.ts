import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'accessanalyzer_enabled',
  title: 'IAM Access Analyzer has an active external access analyzer',
  description:
    'Reads the IAM Access Analyzer analyzers of each region. An external access analyzer reports buckets, keys, roles and queues that principals outside the account can access.',
  risk: 'Without an analyzer, a policy that grants access to untrusted principals can remain unnoticed.',
  decision:
    'Passes if the region has an active external access analyzer, for the account or for the organization. Fails if it has none, or none that is active. Unused access and internal access analyzers do not count. An analyzer for the organization in another account is not visible from this account. If there is one, mute the finding.',
  fix: {
    text: 'Create an external access analyzer in each region.',
    console: [
      'Open IAM, choose Access Analyzer, and select the region.',
      'Choose Create analyzer, and the type Resource analysis for external access.',
      'Choose the current account or the organization as the zone of trust, and create the analyzer.',
    ],
    cli: 'aws accessanalyzer create-analyzer --analyzer-name outside --type ACCOUNT',
    terraform: `resource "aws_accessanalyzer_analyzer" "outside" {
  analyzer_name = "outside"
  type          = "ACCOUNT"
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/what-is-access-analyzer.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/access-analyzer-getting-started.html'],
  over: 'regions',
  needs: ['analyzers'],
  judge: ({ name, analyzers }) => {
    const active = analyzers.filter(({ status }) => status === 'ACTIVE')
    if (active.length > 0) {
      return pass(
        `External access to ${name} is monitored by ${active.map((it) => it.name).join(', ')}.`,
      )
    }
    return analyzers.length > 0
      ? fail(
          `No external access analyzer of ${name} is active: ${analyzers.map((it) => `${it.name} is ${it.status}`).join(', ')}.`,
        )
      : fail(`${name} has no external access analyzer.`)
  },
})
