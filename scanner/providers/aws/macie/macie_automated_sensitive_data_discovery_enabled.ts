import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'macie_automated_sensitive_data_discovery_enabled',
  title: 'Macie has automated sensitive data discovery enabled',
  description:
    'Reads for each region with Macie whether automated discovery is on, which samples objects every day without a job.',
  risk: 'Without it, Macie finds sensitive data only in manually created jobs, and not in objects that are stored later.',
  decision:
    'Passes if automated discovery is enabled. Fails if it is disabled. A region where Macie is off or suspended gives no finding here. In an organization, only the administrator may be able to read the setting. In that case, there is no verdict but a gap in coverage.',
  fix: {
    text: 'Enable automated sensitive data discovery.',
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
      ? pass(`Macie has automated sensitive data discovery enabled in ${name}.`)
      : fail(`Macie has automated sensitive data discovery disabled in ${name}.`)
  },
})
