import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'macie_automated_sensitive_data_discovery_enabled',
  title: 'Macie looks through buckets by itself',
  description:
    'Reads for each region with Macie whether automated discovery is on, which takes samples of objects every day without a job.',
  risk: 'Without it Macie finds what somebody thought of looking for, once, and nothing of what was stored since.',
  decision:
    'Passes when automated discovery is enabled. Fails when it is disabled. A region in which Macie is off or suspended is not judged here. In an organisation this setting may be the administrator’s to read; then there is no verdict but a gap in coverage.',
  fix: {
    text: 'Turn on automated sensitive data discovery.',
    console: [
      'Open Amazon Macie in the region, and choose Settings, then Automated sensitive data discovery.',
      'Choose Enable, for this account or as the administrator for all.',
    ],
    cli: 'aws macie2 update-automated-discovery-configuration --status ENABLED',
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/macie/latest/user/discovery-asdd.html',
  over: 'regions',
  needs: ['session', 'discovers'],
  judge: ({ name, session, discovers }) => {
    if (session !== 'ENABLED') return []
    return discovers
      ? pass(`Macie looks through the buckets of ${name} by itself.`)
      : fail(`Macie waits for jobs in ${name}: automated discovery is off.`)
  },
})
