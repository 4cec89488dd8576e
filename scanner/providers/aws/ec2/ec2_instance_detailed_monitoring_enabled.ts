import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_detailed_monitoring_enabled',
  title: 'Instance reports its metrics every minute',
  risk: 'With five minutes between metrics, alarms and scaling notice overload and misuse late.',
  fix: {
    text: 'Turn on detailed monitoring.',
    cli: 'aws ec2 monitor-instances --instance-ids <id>',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-detailed-monitoring.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-detailed-monitoring.html',
  over: 'instances',
  needs: ['monitoring'],
  judge: ({ instance_id, name, monitoring }) =>
    monitoring === 'enabled' || monitoring === 'pending'
      ? pass(`${label(instance_id, name)} has detailed monitoring (${monitoring}).`)
      : fail(`${label(instance_id, name)} has basic monitoring only (${monitoring}).`),
})
