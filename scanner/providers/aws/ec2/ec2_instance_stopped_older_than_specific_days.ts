import { fail, manual, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_stopped_older_than_specific_days',
  title: 'EC2 instance is not stopped for a long time',
  description:
    'Reads when each stopped instance was stopped, from the state transition reason that EC2 reports.',
  risk: 'An instance that is stopped for months misses patches and still incurs storage costs. It is vulnerable when it starts again.',
  decision:
    'Fails if an instance has been stopped for more than `max_ec2_instance_stopped_days` days (30 by default), and passes if it has been stopped for at most that long. MANUAL if EC2 does not report when the instance was stopped. Instances that are not stopped give no finding.',
  fix: {
    text: 'Start the instance and patch it, or create an image of it and terminate it.',
    console: [
      'Open the EC2 console, choose Instances, and select the instance.',
      'If its content may be needed, choose Actions, Image and templates, and then Create image.',
      'Choose Instance state, and then choose Terminate (delete) instance.',
    ],
    cli: 'aws ec2 terminate-instances --instance-ids <instance id>',
    terraform: `# Remove the instance from the configuration and let Terraform terminate it:
removed {
  from = aws_instance.old_batch
  lifecycle {
    destroy = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Stop_Start.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-4'],
  over: 'instances',
  needs: [],
  config: { max_ec2_instance_stopped_days: 30 },
  judge: ({ instance_id: id, name, state, stopped_at: at }, { now, config }) => {
    if (state !== 'stopped') return []
    const limit = config.max_ec2_instance_stopped_days
    if (at === null) {
      return manual(`${label(id, name)} is stopped, but EC2 does not report when it was stopped.`)
    }
    const days = daysSince(at, now)
    return days > limit
      ? fail(
          `${label(id, name)} has been stopped for ${days} days, more than the limit of ${limit}.`,
        )
      : pass(`${label(id, name)} has been stopped for ${days} days, within the limit of ${limit}.`)
  },
})
