import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'macie_is_enabled',
  title: 'Macie watches the buckets of the region',
  description:
    'Reads for each region with buckets whether Amazon Macie is turned on, which finds personal data and secrets in objects.',
  risk: 'Nobody knows which buckets hold passports and card numbers until a stranger publishes them.',
  decision:
    'Passes when Macie is enabled in the region. Fails when it is paused, and when it is off although the account has a bucket there. A region without buckets in which Macie is off is not judged.',
  fix: {
    text: 'Turn on Macie in each region that has buckets.',
    console: [
      'Open Amazon Macie in the region.',
      'Choose Get started, look at what its role may do, and choose Enable Macie.',
      'Where Macie is suspended, choose Settings and re-enable it.',
    ],
    cli: 'aws macie2 enable-macie --status ENABLED',
    terraform: `resource "aws_macie2_account" "this" {
  status                       = "ENABLED"
  finding_publishing_frequency = "FIFTEEN_MINUTES"
}`,
  },
  source: 'https://docs.aws.amazon.com/macie/latest/user/getting-started.html',
  over: 'regions',
  needs: ['session', 'has_buckets'],
  judge: ({ name, session, has_buckets: needed }) => {
    if (session === 'ENABLED') return pass(`Macie is on in ${name}.`)
    if (session) return fail(`Macie is suspended in ${name}: it is ${session}.`)
    return needed ? fail(`Macie is off in ${name}, where there are buckets.`) : []
  },
})
