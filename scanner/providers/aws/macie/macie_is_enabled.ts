import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'macie_is_enabled',
  title: 'Macie is enabled in the region',
  description:
    'Reads for each region with buckets whether Amazon Macie is enabled, which detects personal data and secrets in objects.',
  risk: 'Sensitive data, such as passport and credit card numbers, can be exposed in buckets without being known.',
  decision:
    'Passes if Macie is enabled in the region. Fails if it is paused, or if it is off and the account has a bucket there. A region without buckets where Macie is off gives no finding.',
  fix: {
    text: 'Enable Macie in each region that has buckets.',
    console: [
      'Open Amazon Macie in the region.',
      'Choose Get started, review the permissions of its role, and choose Enable Macie.',
      'If Macie is suspended, choose Settings and re-enable it.',
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
    if (session === 'ENABLED') return pass(`Macie is enabled in ${name}.`)
    if (session) return fail(`Macie is suspended in ${name}: it is ${session}.`)
    return needed ? fail(`Macie is disabled in ${name}, which has buckets.`) : []
  },
})
