import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'accessanalyzer_enabled',
  title: 'An analyzer watches access from outside',
  description:
    'Reads which analyzers of IAM Access Analyzer a region has. One for access from outside tells of every bucket, key, role and queue there that somebody beyond the account can use.',
  risk: 'A policy that lets a stranger in is one among thousands, and nothing in the region points at it.',
  decision:
    'Passes when the region has an active analyzer of access from outside, for the account or for the organisation. Fails when it has none, or none that is active. Analyzers of unused or of internal access do not count. An analyzer that another account keeps for the whole organisation is not seen from here; where that is so, mute the finding.',
  fix: {
    text: 'Create an analyzer of access from outside in each region.',
    console: [
      'Open IAM, choose Access Analyzer, and select the region.',
      'Choose Create analyzer, and the type Resource analysis for external access.',
      'Choose the current account as the zone of trust, or the organisation, and create it.',
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
        `${active.map((it) => it.name).join(', ')} watches access to ${name} from outside.`,
      )
    }
    return analyzers.length > 0
      ? fail(
          `No analyzer of ${name} is active: ${analyzers.map((it) => `${it.name} is ${it.status}`).join(', ')}.`,
        )
      : fail(`No analyzer watches access to ${name} from outside.`)
  },
})
